package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.NodeEncoder;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.Mutator;
import io.github.gmnn.model.TextMutator;
import io.github.gmnn.search.SettingsSearch;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.ValidationMetric;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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

  /** A graph of which a model learns all that it can: numbers on edges, held nodes, a table. */
  private static Graph<String> rich(Path folder) throws IOException {
    StringBuilder nodes = new StringBuilder("id,label,split,size,kind\n");
    StringBuilder edges = new StringBuilder("source,target,type,amount,age\n");
    for (int i = 0; i < 12; i++) {
      nodes.append(
          "n%d,%s,%s,%d,%s\n"
              .formatted(i, "xy".charAt(i % 2), i > 5 ? "validation" : "train", i, "k" + i % 3));
      edges.append(
          "n%d,n%d,%s,%d,1.5\n".formatted(i, i / 2, i % 3 == 0 ? "knows" : "cites", i * i));
    }
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return DatasetReader.read(folder).graph();
  }

  /**
   * Models with every field of a file: thresholds, held nodes, edges' columns, neighbours. As
   * likely to be forged as the others together: they have more fields.
   */
  private static List<byte[]> richModels(Graph<String> rich) throws IOException {
    List<byte[]> models = new ArrayList<>();
    for (InferenceKind kind : List.of(InferenceKinds.edges(), InferenceKinds.robustNeighbors())) {
      GmnnModel<String> model =
          Gmnn.builder()
              .inference(kind)
              .hiddenUnits(2)
              .pretrainEpochs(2)
              .emIterations(0)
              .featureScaling(FeatureScaling.STANDARD)
              .fit(rich);
      models.add(ModelFileTest.bytes(model.deciding(DecisionRule.recall("x", 0.5))));
    }
    models.add(
        ModelFileTest.bytes(
            Gmnn.paper()
                .inferenceLayers(EdgeAwareConvLayer.builder().attention().build())
                .edgesInLearning(true)
                .ownLabelInLearning(false)
                .predictor(Predictor.PRODUCT)
                .hiddenUnits(2)
                .pretrainEpochs(2)
                .learningEpochs(1)
                .inferenceEpochs(1)
                .emIterations(1)
                .fit(rich)));
    return models;
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

  private static List<byte[]> models(Graph<String> rich) throws IOException {
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
    models.add(model(VectorLayer.builder().vectors(2).build()));
    models.addAll(Collections.nCopies(4, richModels(rich)).stream().flatMap(List::stream).toList());
    return models;
  }

  private static ForgedSearch.Target readerOfModels(Path folder) throws IOException {
    Graph<String> rich = rich(folder);
    List<byte[]> models = models(rich);
    return random -> {
      byte[] file = new Mutator(random::nextInt).mutate(models.get(random.nextInt(models.size())));
      GmnnModel<Object> model;
      try {
        model = GmnnModel.load(new ByteArrayInputStream(file));
      } catch (ModelFormatException expected) {
        return refused(expected);
      }
      model.summary();
      for (Graph<?> graph : List.of(GoldenFiles.GRAPH, typed(), rich)) {
        try {
          use(model, graph);
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException expected) {
          continue; // of another graph, or not finite
        }
      }
      return "loaded";
    };
  }

  private static <K> void use(GmnnModel<Object> model, Graph<K> graph) {
    Predictions<K> predictions = model.predict(graph);
    requireFinite(predictions.distributions().data());
    for (Prediction<K> prediction : predictions.all()) {
      if (!model.classes().contains(prediction.label())) {
        throw new AssertionError("decides for " + prediction);
      }
    }
    GraphPredictor<K> predictor = model.on(graph);
    if (!(predictor.predict(graph.key(0)).probability() > 0)) {
      throw new AssertionError("predicts nothing");
    }
    if (model.thresholds().isPresent()) {
      model.deciding(DecisionRule.metric(ValidationMetric.ACCURACY));
      for (String label : predictions.of(graph.key(0)).set(0.5)) {
        if (!model.classes().contains(label)) {
          throw new AssertionError("a set with " + label);
        }
      }
    }
  }

  private static void requireFinite(float[] values) {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new AssertionError("predicts " + value);
      }
    }
  }

  private static ForgedSearch.Target readerOfEncoders(Path folder) throws IOException {
    Path file = folder.resolve("encoder");
    Graph<String> rich = rich(folder);
    GmnnEmbedder.builder()
        .dimensions(3)
        .epochs(1)
        .featureScaling(FeatureScaling.STANDARD)
        .fit(rich)
        .encoder()
        .orElseThrow()
        .save(file);
    byte[] whole = Files.readAllBytes(file);
    return random -> {
      Files.write(file, new Mutator(random::nextInt).mutate(whole));
      NodeEncoder encoder;
      try {
        encoder = NodeEncoder.load(file);
      } catch (ModelFormatException expected) {
        return refused(expected);
      }
      try {
        requireFinite(encoder.embed(rich).matrix().data());
        return "loaded";
      } catch (IllegalArgumentException | ArithmeticException expected) {
        return "loaded, of another graph, or not finite";
      }
    };
  }

  private static ForgedSearch.Target readerOfCheckpoints(Path folder) throws IOException {
    Path file = folder.resolve("checkpoint");
    GmnnTrainer.Builder builder =
        Gmnn.paper().hiddenUnits(2).pretrainEpochs(2).learningEpochs(2).inferenceEpochs(2);
    GmnnTrainer trainer = builder.build(); // one that writes would force each file to the disk
    builder.checkpoint(file, 1).fit(GoldenFiles.GRAPH);
    byte[] whole = Files.readAllBytes(file);
    return random -> {
      Files.write(file, new Mutator(random::nextInt).mutate(whole));
      try {
        Checkpoint.read(file);
      } catch (ModelFormatException expected) {
        return refused(expected);
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
        return refused(expected);
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

  /** In one line that does nothing but be read. */
  private static String refused(IOException e) {
    String message = e.getMessage();
    if (message.contains("\n") || message.contains("\u001b") || message.length() > 4_000) {
      throw new AssertionError("a message of one line, not " + message);
    }
    return "refused";
  }

  private static ForgedSearch.Target reader(String what, Path folder) throws IOException {
    return switch (what) {
      case "models" -> readerOfModels(folder);
      case "checkpoints" -> readerOfCheckpoints(folder);
      case "encoders" -> readerOfEncoders(folder);
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
    search(readerOfModels(folder), TRIES);
  }

  @Test
  void checkpointsAreRefusedOrResumed() throws IOException {
    search(readerOfCheckpoints(folder), TRIES);
  }

  @Test
  void encodersAreRefusedOrEmbed() throws IOException {
    search(readerOfEncoders(folder), TRIES);
  }

  @Test
  void embeddingsAreRefusedOrLoaded() throws IOException {
    search(readerOfEmbeddings(folder), TRIES);
  }

  @Test
  void scoresOfSearchesAreTakenOrComputedAgain() throws IOException {
    search(readerOfSearches(folder), TRIES / 4);
  }

  /** Searches: what to read, how many seconds, the first seed, how many at least. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("forged");
    ForgedSearch.run(
        arguments[0],
        reader(arguments[0], folder),
        List.of(arguments).subList(1, arguments.length));
  }
}
