package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.Mutator;
import io.github.gmnn.model.TextMutator;
import io.github.gmnn.search.SettingsSearch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are nearly right, with a digest that is: each is refused by its reader or gives a
 * model whose predictions are finite or refused. A search of any length is {@link #main}.
 */
class ForgedFilesTest {
  private static final int TRIES = 400;

  @TempDir Path folder;

  private static Graph<String> typed() {
    return Graph.<String>builder()
        .addNode("a", 1, 0)
        .addNode("b", 0, 1)
        .addNode("c", 1, 1)
        .addEdge("a", "b", "knows")
        .addEdge("b", "c", "cites")
        .label("a", "x")
        .label("b", "y")
        .build();
  }

  private static byte[] model(Layer layer) throws IOException {
    return ModelFileTest.bytes(
        Gmnn.paper()
            .inferenceLayers(layer)
            .pretrainEpochs(1)
            .learningEpochs(1)
            .inferenceEpochs(1)
            .emIterations(1)
            .fit(typed()));
  }

  private static List<byte[]> models() throws IOException {
    List<byte[]> models = new ArrayList<>();
    for (String name : GoldenFiles.trainers().keySet()) {
      try (InputStream in =
          ForgedFilesTest.class.getResourceAsStream("/golden/version-1/" + name + ".gmnn")) {
        models.add(in.readAllBytes());
      }
    }
    models.add(model(RelationalConvLayer.builder().bases(2).build()));
    models.add(model(DecoupledConvLayer.builder().build()));
    models.add(model(RandomPropagationLayer.builder().build()));
    models.add(model(GraphSageLayer.builder().build()));
    return models;
  }

  private static ForgedSearch.Target readerOfModels() throws IOException {
    List<byte[]> models = models();
    return random -> {
      byte[] file = new Mutator(random::nextInt).mutate(models.get(random.nextInt(models.size())));
      GmnnModel<Object> model;
      try {
        model = GmnnModel.load(new ByteArrayInputStream(file));
      } catch (ModelFormatException expected) {
        return "refused";
      }
      model.summary();
      for (Graph<?> graph : List.of(GoldenFiles.GRAPH, typed())) {
        try {
          for (float value : model.predict(graph).distributions().data()) {
            if (!Float.isFinite(value)) {
              throw new AssertionError("predicts " + value);
            }
          }
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException expected) {
          continue; // of another graph, or not finite
        }
      }
      return "loaded";
    };
  }

  private static ForgedSearch.Target readerOfCheckpoints(Path folder) throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnTrainer trainer =
        Gmnn.paper()
            .hiddenUnits(2)
            .pretrainEpochs(2)
            .learningEpochs(2)
            .inferenceEpochs(2)
            .checkpoint(file, 1)
            .build();
    trainer.fit(GoldenFiles.GRAPH);
    byte[] whole = Files.readAllBytes(file);
    return random -> {
      Files.write(file, new Mutator(random::nextInt).mutate(whole));
      try {
        Checkpoint.read(file);
      } catch (ModelFormatException expected) {
        return "refused";
      }
      try {
        trainer.resume(file, GoldenFiles.GRAPH);
        return "resumed";
      } catch (ModelFormatException | IllegalArgumentException | ArithmeticException expected) {
        return "refused by the fit";
      }
    };
  }

  private static ForgedSearch.Target readerOfEmbeddings(Path folder) throws IOException {
    Path file = folder.resolve("embeddings.txt");
    NodeEmbeddings.of(List.of("a", "b", "c"), DenseMatrix.zeros(3, 4)).save(file);
    String whole = Files.readString(file);
    return random -> {
      Files.write(file, new TextMutator(random::nextInt, List.of()).mutate(whole));
      try {
        NodeEmbeddings.load(file).nearest(new float[4], 1);
        return "loaded";
      } catch (DataFormatException expected) {
        assertThat(expected.getMessage()).hasLineCount(1).doesNotContain("\u001b");
        return "refused";
      } catch (IllegalArgumentException expected) {
        return "loaded, of other dimensions";
      }
    };
  }

  private static ForgedSearch.Target readerOfSearches(Path folder) throws IOException {
    Path file = folder.resolve("search.txt");
    SettingsSearch search =
        SettingsSearch.of(() -> Gmnn.paper().hiddenUnits(2).pretrainEpochs(1).emIterations(0))
            .choice("dropout", GmnnTrainer.Builder::dropout, 0.1, 0.5)
            .threads(1)
            .resume(file);
    Graph<String> graph = typed().withLabels(Map.of("a", "x", "b", "y", "c", "x"), List.of("c"));
    SettingsSearch.Result whole = search.run(graph);
    String text = Files.readString(file);
    List<String> words = List.of("E", "1.0;", "-", ".", ";", "1E999", "0.5.5", "2.0", "0-1");
    return random -> {
      Files.write(file, new TextMutator(random::nextInt, words).mutate(text));
      AtomicInteger fits = new AtomicInteger();
      SettingsSearch.Result result = search.listener(progress -> fits.incrementAndGet()).run(graph);
      for (SettingsSearch.Result.Trial trial : result.trials()) {
        if (!(trial.mean() >= 0 && trial.mean() <= 1)) {
          throw new AssertionError("a score of " + trial.mean());
        }
      }
      if (fits.get() == 2 && !result.toString().equals(whole.toString())) {
        throw new AssertionError("another result");
      }
      return fits.get() == 0 ? "taken" : "refused in part";
    };
  }

  private static ForgedSearch.Target reader(String what, Path folder) throws IOException {
    return switch (what) {
      case "models" -> readerOfModels();
      case "checkpoints" -> readerOfCheckpoints(folder);
      case "embeddings" -> readerOfEmbeddings(folder);
      case "searches" -> readerOfSearches(folder);
      default -> throw new IllegalArgumentException(what);
    };
  }

  private static void search(ForgedSearch.Target reader, int tries) throws IOException {
    int refused = ForgedSearch.refused(reader, tries);
    assertThat(refused).isBetween(tries / 10, tries - 1); // neither all nor none
  }

  @Test
  void modelsAreRefusedOrPredict() throws IOException {
    search(readerOfModels(), TRIES);
  }

  @Test
  void checkpointsAreRefusedOrResumed() throws IOException {
    search(readerOfCheckpoints(folder), TRIES);
  }

  @Test
  void embeddingsAreRefusedOrLoaded() throws IOException {
    search(readerOfEmbeddings(folder), TRIES);
  }

  @Test
  void scoresOfSearchesAreTakenOrComputedAgain() throws IOException {
    search(readerOfSearches(folder), TRIES / 4);
  }

  /** Searches: what to read, how many seconds, the first seed. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("forged");
    ForgedSearch.run(
        arguments[0],
        reader(arguments[0], folder),
        Long.parseLong(arguments[1]),
        Long.parseLong(arguments[2]));
  }
}
