package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.LinearLayer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that see the numbers on edges: in parts, on blocks, and as on one machine. */
class NumbersOnEdgesTest {
  private static final int ACCOUNTS = 80;
  private static final List<String> NUMBERS = List.of("amount", "hour");

  private static final Graph<Integer> UNDIRECTED = payments(false, false);
  private static final Graph<Integer> DIRECTED = payments(false, true);
  private static final Graph<Integer> TYPED = payments(true, false);

  /**
   * Payments whose amounts tell the label; some are between the same accounts, and an account takes
   * part in very many.
   */
  private static Graph<Integer> payments(boolean typed, boolean directed) {
    Random random = new Random(8);
    Graph.Builder<Integer> builder =
        Graph.<Integer>builder().edgeSchema(FeatureSchema.ofNames(NUMBERS));
    if (directed) {
      builder.directed();
    }
    if (typed) {
      builder.undirectedTypes("family");
    }
    List<Integer> validation = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS; i++) {
      builder.addNode(i, Map.of("age", random.nextDouble()));
    }
    for (String type : List.of("card", "family", "wire")) { // named by their order, as on Spark
      for (int i = 0; i < 160; i++) {
        int from = i % 4 == 0 ? 0 : random.nextInt(ACCOUNTS);
        int to = i % 9 == 0 ? (from + 1) % ACCOUNTS : random.nextInt(ACCOUNTS);
        double amount = Math.exp(random.nextGaussian() + (to % 3 == 0 ? 3 : 0));
        double weight = 1 + i % 2;
        if (typed) {
          builder.addEdge(from, to, type, weight);
        } else {
          builder.addEdge(from, to, weight);
        }
        builder.edgeNumbers(amount, random.nextInt(24));
      }
    }
    for (int i = 0; i < 60; i++) {
      builder.label(i, i % 3 == 0 ? "fraud" : "honest");
      if (i >= 30) {
        validation.add(i);
      }
    }
    Graph<Integer> graph = builder.build();
    return graph.withLabels(graph.labels(), validation);
  }

  private static GmnnClassifier classifier(Graph<Integer> graph) {
    GmnnClassifier classifier = Small.classifier();
    classifier
        .setInferenceKind("edge")
        .setEdgeNumberCols(NUMBERS.toArray(String[]::new))
        .setDirected(graph.isDirected())
        .setEmIterations(1)
        .setNumPartitions(3);
    if (!graph.edgeTypes().isEmpty()) {
      classifier.setEdgeTypeCol("type").setUndirectedTypes(new String[] {"family"});
    }
    return classifier;
  }

  private static GmnnTrainer.Builder oneMachine() {
    return OneMachineTest.oneMachine(InferenceKinds.edges()).emIterations(1);
  }

  @Test
  void messagesAreThoseOfOneMachine() {
    for (Graph<Integer> graph : List.of(UNDIRECTED, DIRECTED, TYPED)) {
      OneMachineTest.assertSame(oneMachine(), classifier(graph), graph);
    }
  }

  @Test
  void pMaySeeTheNumbersToo() {
    for (Graph<Integer> graph : List.of(UNDIRECTED, DIRECTED)) {
      GmnnClassifier classifier = classifier(graph);
      classifier.set("edgesInLearning", true);
      OneMachineTest.assertSame(
          OneMachineTest.oneMachine(InferenceKinds.edges()).emIterations(1).edgesInLearning(true),
          classifier,
          graph);
    }
  }

  @Test
  void aLayerWithoutWeightsOfItsOwnIsThatOfOneMachine() {
    EdgeAwareConvLayer neighbors =
        EdgeAwareConvLayer.builder().nOut(9).selfWeight(false).hasBias(true).build();
    LinearLayer linear = LinearLayer.builder().build();
    GmnnClassifier classifier = classifier(DIRECTED);
    OneMachineTest.assertSame(
        oneMachine().inferenceLayers(neighbors, linear),
        classifier.setInferenceLayers(neighbors, linear),
        DIRECTED);
  }

  @Test
  void partitionsDoNotChangeABit() {
    for (Graph<Integer> graph : List.of(UNDIRECTED, DIRECTED, TYPED)) {
      Frames frames = Small.frames(graph);
      Set<Long> models = new HashSet<>();
      Set<List<Vector>> answers = new HashSet<>();
      for (int parts : new int[] {1, 7}) {
        Dataset<Row> edges = frames.edges().repartition(parts);
        GmnnSparkModel model =
            classifier(graph)
                .setTargets(0.5)
                .setMaxNeighbors(4)
                .setSplitDegree(12)
                .setNumPartitions(parts)
                .fit(frames.vertices(), edges);
        models.add(model.checksum());
        answers.add(
            model
                .transform(frames.vertices(), edges)
                .orderBy("id")
                .select("probability")
                .collectAsList()
                .stream()
                .map(row -> row.<Vector>getAs(0))
                .toList());
      }
      assertThat(models).hasSize(1);
      assertThat(answers).hasSize(1);
    }
  }

  @Test
  void theDefaultTriesTheKindWhereEdgesHaveNumbers() {
    GmnnModel<Integer> expected =
        Gmnn.builder().pretrainEpochs(20).learningEpochs(4).inferenceEpochs(6).fit(DIRECTED);
    Frames frames = Small.frames(DIRECTED);
    GmnnClassifier classifier = classifier(DIRECTED);
    classifier.clear(classifier.inferenceKind());
    classifier.clear(classifier.emIterations());
    GmnnSparkModel model =
        classifier
            .setPretrainEpochs(20)
            .setLearningEpochs(4)
            .setInferenceEpochs(6)
            .fit(frames.vertices(), frames.edges());

    assertThat(chosen(expected.provenance().settings())).startsWith("edge of ");
    assertThat(chosen(model.provenance().settings())).startsWith("edge of ");
    OneMachineTest.assertPredictions(model.transform(frames.vertices()), expected.predictions());
  }

  private static String chosen(Map<String, String> settings) {
    return settings.getOrDefault("inferenceChosen", "nothing");
  }

  @Test
  void aModelOfOneMachinePredictsOnSparkAndBack(@TempDir Path folder) {
    GmnnModel<Integer> model = oneMachine().fit(TYPED);
    Frames frames = Small.frames(TYPED);
    GmnnSparkModel onSpark = GmnnSparkModel.of(model);
    onSpark.setEdgeWeightCol("weight").setEdgeTypeCol("type");
    onSpark.setUndirectedTypes(new String[] {"family"}).setNumPartitions(3);
    String path = folder.resolve("model").toUri().toString();

    OneMachineTest.assertPredictions(
        GmnnSparkModel.load(saved(onSpark, path)).transform(frames.vertices(), frames.edges()),
        model.predictions());
    OneMachineTest.assertPredictions(
        onSpark.transform(frames.vertices(), frames.edges()), onSpark.toGmnnModel().predict(TYPED));
  }

  private static String saved(GmnnSparkModel model, String path) {
    try {
      model.write().save(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return path;
  }

  @Test
  void attentionOverEdgesIsRefused() {
    Frames frames = Small.frames(UNDIRECTED);
    GmnnClassifier classifier =
        classifier(UNDIRECTED)
            .setInferenceLayers(
                EdgeAwareConvLayer.builder().attention().nOut(4).build(),
                LinearLayer.builder().build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("attention of EdgeAwareConvLayer");
  }

  @Test
  void numbersThatAreMissingAreNamed() {
    Frames frames = Small.frames(UNDIRECTED);
    GmnnClassifier without = classifier(UNDIRECTED);
    without.setEdgeNumberCols(new String[0]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> without.fit(frames.vertices(), frames.edges()))
        .withMessageContaining("edgeNumberCols");
    Dataset<Row> holes =
        frames
            .edges()
            .withColumn("hour", functions.nullif(functions.col("hour"), functions.lit(3f)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier(UNDIRECTED).fit(frames.vertices(), holes))
        .withMessageContaining("column hour of the edges");
    Dataset<Row> texts = frames.edges().withColumn("hour", functions.lit("late"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classifier(UNDIRECTED).fit(frames.vertices(), texts))
        .withMessageContaining("no numbers");
  }
}
