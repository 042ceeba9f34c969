package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.training.Predictor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphPredictorTest {
  private static final int NODES = 300;

  /** A random graph with named features, two kinds of edges if asked, directed if asked. */
  private static Graph<String> graph(boolean typed, boolean directed) {
    Random random = new Random(5);
    Graph.Builder<String> builder = Graph.builder();
    if (directed) {
      builder.directed();
    }
    for (int i = 0; i < NODES; i++) {
      builder.addNode("n" + i, Map.of("f" + i % 3, 1, "g" + random.nextInt(20), 0.5));
      if (i % 4 == 0) {
        builder.label("n" + i, "c" + i % 3);
      }
      if (i % 8 == 0) {
        builder.validationNode("n" + i);
      }
    }
    for (int e = 0; e < 2 * NODES; e++) {
      int u = random.nextInt(NODES);
      int v = (u + 3 * (1 + random.nextInt(6))) % NODES;
      if (typed) {
        builder.addEdge("n" + u, "n" + v, e % 3 == 0 ? "s" : "t", 1 + e % 2);
      } else {
        builder.addEdge("n" + u, "n" + v, 1 + e % 2);
      }
    }
    return builder.build();
  }

  private static Consumer<GraphChange<String>> arrival(boolean typed) {
    return change -> {
      change.addNode("new", Map.of("f1", 1, "g3", 2, "never seen", 7));
      for (String other : List.of("n3", "n40", "n41")) {
        if (typed) {
          change.addEdge("new", other, "s").addEdge(other, "new", "t");
        } else {
          change.addEdge("new", other);
        }
      }
    };
  }

  private static GmnnTrainer.Builder few(InferenceKind kind) {
    return GmnnTrainer.builder()
        .inference(kind)
        .pretrainEpochs(5)
        .inferenceEpochs(3)
        .learningEpochs(3)
        .emIterations(1);
  }

  private static void assertSameBits(GraphPredictor<String> predictor, GmnnModel<?> model) {
    assertSame(predictor, model, 0);
  }

  /** How near the prediction after a change is: personalised propagation sums in another order. */
  private static double tolerance(InferenceKind kind) {
    boolean propagates = kind.name().endsWith("appnp") || kind.name().equals("robust-structure");
    return propagates ? 1e-6 : 0;
  }

  private static void assertSame(
      GraphPredictor<String> predictor, GmnnModel<?> model, double tolerance) {
    Predictions<String> whole = model.predict(predictor.graph().toBuilder().build());
    for (String key : List.of("n0", "n3", "n41", "n299", "new")) {
      if (predictor.graph().contains(key)) {
        Map<String, Double> expected = whole.of(key).distribution();
        Map<String, Double> found = predictor.predict(key).distribution();
        if (tolerance == 0) {
          assertThat(found).as(key).isEqualTo(expected);
        } else {
          expected.forEach(
              (label, p) -> assertThat(found.get(label)).as(key).isCloseTo(p, within(tolerance)));
        }
      }
    }
  }

  static Stream<InferenceKind> kinds() {
    return InferenceKinds.all().stream()
        .filter(
            kind ->
                !List.of("robust", "auto", "rgcn", "robust-deep", "edge").contains(kind.name()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void predictsWhatTheWholeGraphGives(InferenceKind kind) {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model = few(kind).fit(graph);
    GraphPredictor<String> predictor = model.on(graph);
    assertSameBits(predictor, model);
    assertSame(predictor.with(arrival(false)), model, tolerance(kind));
    assertThat(predictor.predict("new", arrival(false)).distribution())
        .isEqualTo(predictor.with(arrival(false)).predict("new").distribution());
    assertThat(predictor.graph().contains("new")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rgcn", "robust-sage", "robust-appnp", "gat"})
  void typesAndDirectionsAreThoseOfTheWholeGraph(String kind) {
    for (boolean directed : new boolean[] {false, true}) {
      Graph<String> graph = graph(true, directed);
      GmnnModel<String> model = few(InferenceKinds.named(kind)).fit(graph);
      assertSameBits(model.on(graph), model);
      assertSame(model.on(graph).with(arrival(true)), model, tolerance(InferenceKinds.named(kind)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEARNING", "PRODUCT"})
  void pSeesTheLabelsAround(String predictor) {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model =
        few(InferenceKinds.convolutions())
            .predictor(Predictor.valueOf(predictor))
            .attributesInLearning(true)
            .fit(graph);
    assertSameBits(model.on(graph), model);
    assertSameBits(model.on(graph).with(arrival(false)), model);
  }

  @Test
  void numbersOnEdgesAreThoseOfTheWholeGraph() {
    Graph<String> plain = graph(false, false);
    Graph.Builder<String> builder = Graph.builder();
    for (int node = 0; node < NODES; node++) {
      builder.addNode("n" + node, Map.of("f" + node % 3, 1, "g" + node % 20, 0.5));
    }
    Random random = new Random(9);
    for (int e = 0; e < 3 * NODES; e++) {
      int u = random.nextInt(NODES);
      int v = (u + 3 * (1 + random.nextInt(6))) % NODES;
      builder.addEdge("n" + u, "n" + v).edgeNumbers(Map.of("amount", random.nextInt(50)));
    }
    plain.labels().forEach(builder::label);
    Graph<String> graph = builder.validation(plain.validationLabels().keySet()).build();
    GmnnModel<String> model = few(InferenceKinds.edges()).fit(graph);
    Predictions<String> whole = model.predict(graph);
    for (String key : List.of("n0", "n7", "n299")) {
      assertThat(model.on(graph).predict(key).distribution())
          .isEqualTo(whole.of(key).distribution());
    }
    GraphPredictor<String> predictor = model.on(graph);
    for (int i = 0; i < 20; i++) {
      int n = i;
      predictor =
          predictor.with(
              change -> {
                change.addNode("x" + n, Map.of("f" + n % 3, 1)).addEdge("x" + n, "n" + 7 * n);
                change
                    .edgeNumbers(n)
                    .addEdge("n" + n, "x" + n / 2)
                    .edgeNumbers(Map.of("amount", 3));
                change.addEdge("n1", "n2").edgeNumbers(n);
                if (n % 4 == 3) {
                  change.removeNode("n" + (200 + n)).removeEdge("n1", "n2");
                }
              });
    }
    assertSameBits(predictor, model);
  }

  @Test
  void manyChangesOneAfterAnotherStayExact() {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model = few(InferenceKinds.robustPropagation()).fit(graph);
    GraphPredictor<String> predictor = model.on(graph);
    predictor.predict("n0");
    Random random = new Random(2);
    for (int i = 0; i < 90; i++) {
      int n = i;
      predictor =
          predictor.with(
              change -> {
                change.addNode("x" + n, Map.of("f" + n % 3, 1));
                change.addEdge("x" + n, "n" + random.nextInt(100));
                change.addEdge("x" + n, "n" + random.nextInt(100));
                if (n % 5 == 4) {
                  change.removeNode("n" + (150 + n)).features("n" + n, Map.of("f0", 3));
                }
              });
      if (i % 15 == 14) {
        assertSame(predictor, model, 1e-6);
      }
    }
  }

  @Test
  void manyThreadsPredictAtOnce() {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model = few(InferenceKinds.robustPropagation()).fit(graph);
    GraphPredictor<String> predictor = model.on(graph);
    Map<String, Double> expected = predictor.predict("new", arrival(false)).distribution();
    ConcurrentLinkedQueue<Map<String, Double>> all = new ConcurrentLinkedQueue<>();
    IntStream.range(0, 64)
        .parallel()
        .forEach(i -> all.add(predictor.predict("new", arrival(false)).distribution()));
    assertThat(all).hasSize(64).allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  @Test
  void whatDoesNotFitTheModelIsRefused() {
    Graph<String> graph = graph(true, false);
    GmnnModel<String> model = few(InferenceKinds.relational()).fit(graph);
    assertThatThrownBy(() -> model.on(graph).predict("nobody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a node");
    assertThatThrownBy(
            () -> model.on(graph).predict("n1", change -> change.addEdge("n1", "n2", "u")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no weights");
    Graph<Integer> bare = Graph.ofEdges(2, new int[] {0}, new int[] {1}, null);
    assertThatThrownBy(() -> model.on(bare))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("features");
  }

  @Test
  void iterationsOfAFileAreNotKeptByTheThousand() {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model =
        Gmnn.paper()
            .inferenceLayers(
                LinearLayer.builder().build(),
                ApproximatePersonalizedPropagation.builder().iterations(10_000).build())
            .pretrainEpochs(1)
            .emIterations(0)
            .fit(graph);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    GraphPredictor<String> predictor = model.on(graph);
    long before = threads.getCurrentThreadAllocatedBytes();
    Prediction<String> one = predictor.predict("n7");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(4L * 10_000 * NODES * 3); // of which all iterations would take this
    assertThat(one.probability()).isEqualTo(model.predict(graph).of("n7").probability());
  }

  @Test
  void anInterruptEndsAPredictionAndStays() {
    Graph<String> graph = graph(false, false);
    GmnnModel<String> model = Gmnn.paper().pretrainEpochs(1).emIterations(0).fit(graph);
    GraphPredictor<String> predictor = model.on(graph);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> predictor.predict("n7")).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(predictor.predict("n7").key()).isEqualTo("n7");
  }

  /** Two halves in which all are friends of some; nothing else is known of anybody. */
  private static Graph<String> friends() {
    Random random = new Random(3);
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < 60; i++) {
      builder.addNode("n" + i);
    }
    for (int i = 0; i < 60; i++) {
      for (int e = 0; e < 4; e++) {
        builder.addEdge("n" + i, "n" + (i / 30 * 30 + random.nextInt(30)));
      }
      if (i % 2 == 0) {
        builder.label("n" + i, i < 30 ? "left" : "right");
      }
      if (i % 4 == 0) {
        builder.validationNode("n" + i);
      }
    }
    return builder.build();
  }

  static Stream<InferenceKind> kindsWithoutFeatures() {
    return Stream.of(
        InferenceKinds.sage(),
        InferenceKinds.robustConvolutions(),
        InferenceKinds.robustPropagation(),
        InferenceKinds.robustStructure());
  }

  @ParameterizedTest
  @MethodSource("kindsWithoutFeatures")
  void nodesWithoutFeaturesAreKnownByTheirKeysAndNewOnesByTheirNeighbours(InferenceKind kind) {
    Graph<String> friends = friends();
    GmnnModel<String> model = few(kind).pretrainEpochs(40).build().fit(friends);
    assertThat(model.predict(friends).of("n7").distribution())
        .isEqualTo(model.predict("n7").distribution());
    GraphPredictor<String> predictor = model.on(friends);
    assertThat(predictor.predict("n7").probability())
        .isCloseTo(model.predict("n7").probability(), within(1e-6));
    Consumer<GraphChange<String>> arrival =
        change ->
            change.removeNode("n5").addNode("new").addEdge("new", "n31").addEdge("new", "n32");
    Prediction<String> fresh = predictor.predict("new", arrival);
    assertThat(fresh.label()).isEqualTo("right");
    assertThat(fresh.probability())
        .isCloseTo(
            model.predict(friends.with(arrival)).of("new").probability(),
            within(Math.max(1e-7, tolerance(kind))));
    assertThat(model.explain(friends, "n7").inputs()).isNotEmpty();
  }

  @Test
  void withoutFeaturesStrangersAndFeaturesAreRefused() {
    GmnnModel<String> model = few(InferenceKinds.sage()).build().fit(friends());
    assertThatThrownBy(
            () -> model.predict(Graph.<String>builder().addNode("a").addNode("b").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("knows nodes by their keys alone");
    assertThatThrownBy(() -> model.on(graph(false, false)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("trained without features");
  }
}
