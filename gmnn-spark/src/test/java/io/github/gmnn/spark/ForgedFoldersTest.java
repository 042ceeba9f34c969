package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.ModelAccess;
import io.github.gmnn.model.ModelFile;
import io.github.gmnn.model.Mutator;
import io.github.gmnn.model.TextMutator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/**
 * Folders of saved models and classifiers that are nearly right: each is refused, or gives a model
 * that predicts finite numbers and a classifier of settings that a trainer takes. No Spark runs for
 * it. A search of any length is {@link #main}.
 */
class ForgedFoldersTest {
  private static final int TRIES = 400;

  private static final Graph<String> GRAPH =
      Graph.<String>builder()
          .addNode("a", 1, 0)
          .addNode("b", 0, 1)
          .addNode("c", 1, 1)
          .addEdge("a", "b")
          .addEdge("b", "c")
          .label("a", "x")
          .label("c", "y")
          .build();

  /** As Hadoop reads local files, without checksums of its own. */
  private static final Configuration FILES = new Configuration();

  static {
    FILES.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
  }

  @TempDir Path folder;

  /** What Spark writes for an object, every parameter in it: those set, and all defaults. */
  private static String metadata(Params params) {
    return """
        {"class":"%s","timestamp":1763430000000,"sparkVersion":"4.1.0","uid":"%s",\
        "paramMap":{%s},"defaultParamMap":{%s}}
        """
        .formatted(
            params.getClass().getName(),
            params.uid(),
            fields(params, params::get),
            fields(params, params::getDefault));
  }

  @SuppressWarnings("unchecked") // a parameter's value is of its type
  private static String fields(Params params, Function<Param<Object>, Option<Object>> value) {
    List<String> fields = new ArrayList<>();
    for (Param<?> each : params.params()) {
      Param<Object> param = (Param<Object>) each;
      if (value.apply(param).isDefined()) {
        fields.add('"' + param.name() + "\":" + param.jsonEncode(value.apply(param).get()));
      }
    }
    return String.join(",", fields);
  }

  private static GmnnClassifier classifier() {
    GmnnClassifier classifier = Small.typedClassifier();
    return classifier
        .setHiddenUnits(3)
        .setDropout(0.25)
        .setUpdater("adam")
        .setLearningRate(0.1)
        .setSeed(7)
        .setCheckpointPath("/nowhere");
  }

  /** The file of the metadata in a folder, which is made. */
  private static Path metadataFile(Path folder) throws IOException {
    return Files.createDirectories(folder.resolve("metadata")).resolve("part-00000");
  }

  private static byte[] forge(Random random, byte[] json) {
    return random.nextInt(4) == 0
        ? new TextMutator(random::nextInt, List.of("{", "}", "[", "]", ":"))
            .mutate(new String(json, StandardCharsets.UTF_8))
        : new Mutator(random::nextInt).mutateJson(json);
  }

  private static ForgedSearch.Target classifiers(Path folder) throws IOException {
    byte[] whole = metadata(classifier()).getBytes(StandardCharsets.UTF_8);
    Path file = metadataFile(folder);
    return random -> {
      Files.write(file, forge(random, whole));
      GmnnClassifier classifier;
      try {
        classifier = GmnnClassifier.read(FILES, folder.toString());
      } catch (IllegalArgumentException expected) {
        return refused(expected);
      }
      if (!classifier.getOrDefault(classifier.checkpointPath()).isEmpty()) {
        throw new AssertionError("writes to " + classifier.checkpointPath());
      }
      classifier.copy(ParamMap.empty()).explainParams();
      try {
        classifier.trainer();
        return "loaded";
      } catch (IllegalArgumentException expected) {
        return "loaded, refused by the trainer";
      }
    };
  }

  private static ForgedSearch.Target models(Path folder) throws IOException {
    GmnnModel<String> fitted = Gmnn.paper().pretrainEpochs(2).emIterations(0).fit(GRAPH);
    byte[] json = metadata(GmnnSparkModel.of(fitted)).getBytes(StandardCharsets.UTF_8);
    Path metadata = metadataFile(folder);
    Path file = folder.resolve("model.gmnn");
    ModelFile.write(ModelAccess.stateOf(fitted).withoutNodes(), file);
    byte[] whole = Files.readAllBytes(file);
    return random -> {
      boolean both = random.nextInt(4) == 0;
      boolean parameters = both || random.nextBoolean();
      Files.write(metadata, parameters ? forge(random, json) : json);
      Files.write(file, both || !parameters ? new Mutator(random::nextInt).mutate(whole) : whole);
      GmnnSparkModel model;
      try {
        model = GmnnSparkModel.read(FILES, folder.toString());
      } catch (ModelFormatException expected) {
        return "refused";
      } catch (IllegalArgumentException expected) {
        return refused(expected);
      }
      model.explainParams();
      try {
        for (Prediction<String> prediction : model.toGmnnModel().predict(GRAPH).all()) {
          if (!(prediction.probability() > 0)) {
            throw new AssertionError("predicts " + prediction);
          }
        }
        return "loaded";
      } catch (IllegalArgumentException | IllegalStateException | ArithmeticException expected) {
        return "loaded, and predicts other graphs or none";
      }
    };
  }

  private static String refused(IllegalArgumentException e) {
    if (e.getMessage().lines().count() != 1 || e.getMessage().length() > 1000) {
      throw new AssertionError("a message of one line, not " + e.getMessage());
    }
    return "refused";
  }

  private static void search(ForgedSearch.Target target) throws IOException {
    assertThat(ForgedSearch.refused(target, TRIES)).isBetween(TRIES / 10, TRIES - TRIES / 20);
  }

  @Test
  void classifiersAreRefusedOrTaken() throws IOException {
    search(classifiers(folder));
  }

  @Test
  void modelsAreRefusedOrPredict() throws IOException {
    search(models(folder));
  }

  private void refuses(String json, String why) throws IOException {
    Files.writeString(metadataFile(folder), json);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnClassifier.read(FILES, folder.toString()))
        .withMessageContaining(why);
  }

  @Test
  void aDefaultOfAFileIsCheckedAsAValueIs() throws IOException {
    String json = metadata(classifier());
    assertThat(json).contains("\"blocks\":0", "\"emIterations\":", "\"srcCol\":\"src\"");
    refuses(json.replace("\"blocks\":0", "\"blocks\":-1"), "blocks");
    refuses(json.replace("\"blocks\":0", "\"blocks\":2147483647"), "blocks");
    refuses(
        json.replace("\"srcCol\":\"src\"", "\"srcCol\":{\"type\":1,\"values\":[1.0]}"), "srcCol");
    refuses(json.replace("\"srcCol\":", "\"noSuchParam\":"), "noSuchParam");
  }

  @Test
  void aNameThatLeadsElsewhereIsRefused() throws IOException {
    GmnnClassifier named = new GmnnClassifier("../../elsewhere");
    refuses(metadata(named), "uid");
  }

  @Test
  void parametersThatTakeMoreThanAMegabyteAreRefused() throws IOException {
    refuses(" ".repeat(SavedParams.MAX_BYTES) + "{}", "at most 1048576 bytes");
    Files.delete(metadataFile(folder));
    Path packed = folder.resolve("metadata/part-00000.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      for (int i = 0; i < 100; i++) {
        out.write(new byte[SavedParams.MAX_BYTES]);
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnClassifier.read(FILES, folder.toString()))
        .withMessageContaining("at most 1048576 bytes");
  }

  @Test
  void packedParametersAreRead() throws IOException {
    metadataFile(folder);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("metadata/part-00000.gz")))) {
      out.write(metadata(classifier()).getBytes(StandardCharsets.UTF_8));
    }
    GmnnClassifier read = GmnnClassifier.read(FILES, folder.toString());
    assertThat(read.getOrDefault(read.hiddenUnits())).isEqualTo(3);
  }

  @Test
  void aFolderWithoutParametersIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnClassifier.read(FILES, folder.toString()))
        .withMessageContaining("found none");
  }

  /** Searches: classifiers or models, how many seconds, the first seed, how many at least. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("forged");
    ForgedSearch.run(
        "Spark " + arguments[0],
        arguments[0].equals("models") ? models(folder) : classifiers(folder),
        List.of(arguments).subList(1, arguments.length));
  }
}
