package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.internal.DistantEdges;
import io.github.gmnn.layer.internal.SampledEdges;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.activations.Activation;

class EdgeAwareConvLayerTest {
  private static final List<String> TYPES = List.of("pays", "knows");

  private static Adjacency graph(
      Adjacency edges, int numbers, boolean directed, boolean withTypes) {
    RandomStream random = RandomStream.of(9);
    Adjacency joined = withTypes ? RandomInputs.typed(edges, TYPES, random) : edges;
    return RandomInputs.attributed(joined, numbers, directed, random);
  }

  private static EdgeAwareConvLayer.Builder builder(
      int numbers, boolean directed, boolean withTypes) {
    Adjacency edges = RandomInputs.graph(30, 3, RandomStream.of(8));
    return EdgeAwareConvLayer.builder()
        .nIn(5)
        .nOut(3)
        .attributesOf(graph(edges, numbers, directed, withTypes));
  }

  @Nested
  class OfEdgesWithoutDirection implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(3, false, false).dropOut(0.6).activation(Activation.ELU).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 3, false, false);
    }
  }

  @Nested
  class OfDirectedEdges implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(1, true, false).dropOut(0.6).hasBias(true).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 1, true, false);
    }
  }

  @Nested
  class OfEdgesWithTypes implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(4, true, true).activation(Activation.ELU).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 4, true, true);
    }
  }

  @Nested
  class AttendingToEdgesWithoutDirection implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(3, false, false).attention().dropOut(0.6).activation(Activation.ELU).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 3, false, false);
    }
  }

  @Nested
  class AttendingToEdgesWithTypes implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(5, true, true).nOut(9).attention().hasBias(true).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 5, true, true);
    }
  }

  @Nested
  class OfNeighborsAlone implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(2, true, false).selfWeight(false).dropOut(0.6).hasBias(true).build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 2, true, false);
    }
  }

  @Nested
  class AttendingToNeighborsAlone implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder(2, false, true).selfWeight(false).attention().build();
    }

    @Override
    public Adjacency prepare(Adjacency edges) {
      return graph(edges, 2, false, true);
    }
  }

  private static AttachedLayer attach(GraphLayer layer, Adjacency graph) {
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder().layer(layer).build(), graph, Workers.sequential());
    attached.initialize(RandomStream.of(2));
    return attached;
  }

  /** H Wself + mean of ReLU(H_j W + x U + u_type + u) along edges, and against, written out. */
  @ParameterizedTest
  @CsvSource({"1, false, false", "2, true, false", "3, true, true", "5, false, false"})
  void computesItsDefinition(int numbers, boolean directed, boolean withTypes) {
    Adjacency graph =
        graph(RandomInputs.graph(8, 3, RandomStream.of(1)), numbers, directed, withTypes);
    EdgeAttributes raw = graph.edgeAttributes().orElseThrow();
    EdgeAttributes edges = raw.scaled(EdgeAttributes.Scaling.of(raw));
    AttachedLayer attached =
        attach(EdgeAwareConvLayer.builder().nIn(5).nOut(3).attributesOf(graph).build(), graph);
    DenseMatrix h = RandomInputs.dense(8, 5, -1, 1, RandomStream.of(3));
    attached.setInput(h);
    DenseMatrix actual = attached.forward(false, null);

    Map<String, float[]> values = attached.values();
    assertThat(values).hasSize(directed || withTypes ? 5 : 3);
    double[][] expected = product(h, values.get("Wself"));
    addMeans(edges, h, values.get("Win"), values.get("Uin"), false, expected);
    if (values.containsKey("Wout")) {
      addMeans(edges, h, values.get("Wout"), values.get("Uout"), true, expected);
    }
    for (int u = 0; u < 8; u++) {
      for (int d = 0; d < 3; d++) {
        assertThat((double) actual.get(u, d)).isCloseTo(expected[u][d], within(1e-5));
      }
    }
  }

  private static void addMeans(
      EdgeAttributes edges, DenseMatrix h, float[] w, float[] u, boolean against, double[][] out) {
    double[][] sent = product(h, w);
    double[][] sum = new double[8][3];
    double[] weight = new double[8];
    int types = edges.types().size();
    for (int e = 0; e < edges.count(); e++) {
      int receiver = against ? edges.source(e) : edges.target(e);
      int sender = against ? edges.target(e) : edges.source(e);
      weight[receiver] += edges.weight(e);
      for (int d = 0; d < 3; d++) {
        double message = sent[sender][d] + u[(edges.width() + types) * 3 + d];
        for (int c = 0; c < edges.width(); c++) {
          message += edges.value(e, c) * u[c * 3 + d];
        }
        message += types == 0 ? 0 : u[(edges.width() + edges.type(e)) * 3 + d];
        sum[receiver][d] += edges.weight(e) * Math.max(0, message);
      }
    }
    for (int i = 0; i < 8; i++) {
      for (int d = 0; d < 3 && weight[i] > 0; d++) {
        out[i][d] += sum[i][d] / weight[i];
      }
    }
  }

  /** A receiver that scores by its number alone attends to the larger one: e^2 against e^0. */
  @Test
  void attentionWeighsMessages() {
    EdgeAwareConvLayer layer =
        EdgeAwareConvLayer.builder()
            .nIn(1)
            .nOut(1)
            .attention()
            .attributesOf(paid(1, 3).adjacency())
            .build();
    AttachedLayer one = attach(layer, paid(1, 3).adjacency());
    one.values().get("Win")[0] = 0;
    one.values().get("Wself")[0] = 1;
    one.values().get("Uin")[0] = 1;
    one.values().get("Uin")[1] = 1;
    one.values().get("ain")[0] = 1;
    one.values().get("bin")[0] = 0.5f;
    DenseMatrix h = DenseMatrix.zeros(2, 1);
    h.set(1, 0, 4);
    one.setInput(h);
    // messages ReLU(1 - 1) and ReLU(1 + 1), scores 0 + 2 and 2 + 2, own 4
    double share = Math.exp(2) / (1 + Math.exp(2));
    assertThat((double) one.forward(false, null).get(1, 0)).isCloseTo(4 + 2 * share, within(1e-5));

    // negative scores count a fifth: 0.2 (0 - 4) and 0.2 (2 - 4)
    one.values().get("bin")[0] = -1;
    double less = Math.exp(0.4) / (1 + Math.exp(0.4));
    assertThat((double) one.forward(false, null).get(1, 0)).isCloseTo(4 + 2 * less, within(1e-5));
  }

  private static double[][] product(DenseMatrix h, float[] w) {
    int columns = w.length / h.columns();
    double[][] result = new double[h.rows()][columns];
    for (int row = 0; row < h.rows(); row++) {
      for (int i = 0; i < h.columns(); i++) {
        for (int d = 0; d < columns; d++) {
          result[row][d] += h.get(row, i) * w[i * columns + d];
        }
      }
    }
    return result;
  }

  @Test
  void aGraphWithOtherNumbersIsRefused() {
    Adjacency edges = RandomInputs.graph(6, 2, RandomStream.of(1));
    EdgeAwareConvLayer layer = builder(2, true, false).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layer.completeFor(graph(edges, 3, true, false), false))
        .withMessageContaining("[number 0, number 1]")
        .withMessageContaining("[number 0, number 1, number 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layer.completeFor(graph(edges, 2, false, false), false))
        .withMessageContaining("the graph has undirected edges");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layer.completeFor(edges, false))
        .withMessageContaining("the edges of the graph have none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EdgeAwareConvLayer.builder().build().completeFor(edges, false))
        .withMessageContaining("the edges of the graph have none");
  }

  @Test
  void numbersAreScaledAsThoseOfTheGraphMetFirst() {
    Graph<String> first =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", Map.of("amount", 1, "hour", 3, "same", 5))
            .addEdge("b", "c", Map.of("amount", 1, "hour", 5, "same", 5))
            .addEdge("c", "d", Map.of("amount", 1, "hour", 3, "same", 5))
            .addEdge("d", "a", Map.of("amount", 97, "hour", 5, "same", 5))
            .directed()
            .build();
    EdgeAttributes edges = first.edgeAttributes().orElseThrow();
    EdgeAttributes.Scaling scaling = EdgeAttributes.Scaling.of(edges);
    EdgeAttributes scaled = edges.scaled(scaling);
    int toA = scaled.receivedStart(first.indexOf("a"));
    int toB = scaled.receivedStart(first.indexOf("b"));
    // amounts span orders of magnitude and enter by their logarithm, hours do not
    assertThat(scaling.logScales()).containsExactly(1 / 25f, 0, 0);
    assertThat(scaled.value(toA, 0)).isCloseTo((float) Math.sqrt(3), within(1e-5f));
    assertThat(scaled.value(toB, 0)).isCloseTo((float) (-1 / Math.sqrt(3)), within(1e-5f));
    assertThat(scaled.value(toA, 1)).isCloseTo(1, within(1e-6f));
    assertThat(scaled.value(toB, 1)).isCloseTo(-1, within(1e-6f));
    assertThat(scaled.value(toA, 2)).isZero();
    assertThat(edges.scaled(scaling)).isSameAs(scaled);

    Graph<String> other =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("x", "y", Map.of("amount", -1, "hour", 1e6, "same", 7))
            .directed()
            .build();
    EdgeAttributes there = other.edgeAttributes().orElseThrow().scaled(scaling);
    assertThat(there.value(0, 0)).isFinite().isLessThan(-1);
    assertThat(there.value(0, 1)).isEqualTo(10);
    assertThat(there.value(0, 2)).isZero();
  }

  @Test
  void parallelEdgesEachBringAMessage() {
    EdgeAwareConvLayer layer =
        EdgeAwareConvLayer.builder().nIn(1).nOut(1).attributesOf(paid(1, 3).adjacency()).build();
    AttachedLayer one = attach(layer, paid(1, 3).adjacency());
    one.values().get("Uin")[0] = 1;
    one.values().get("Uin")[1] = 2;
    one.values().get("Win")[0] = 0;
    one.values().get("Wself")[0] = 0;
    one.setInput(DenseMatrix.zeros(2, 1));
    // the numbers 1 and 3 are -1 and 1 once scaled: ReLU(2 - 1) and ReLU(2 + 1)
    assertThat(one.forward(false, null).get(1, 0)).isCloseTo(2, within(1e-6f));
  }

  /** A graph that shows the numbers on its edges and nothing else. */
  private static class NumbersAlone implements Adjacency {
    final Adjacency graph;

    NumbersAlone(Adjacency graph) {
      this.graph = graph;
    }

    @Override
    public int nodes() {
      return graph.nodes();
    }

    @Override
    public Optional<EdgeAttributes> edgeAttributes() {
      return graph.edgeAttributes();
    }

    @Override
    public LinearOperator normalized() {
      throw new AssertionError();
    }

    @Override
    public LinearOperator normalizedWithoutLoops() {
      throw new AssertionError();
    }

    @Override
    public LinearOperator mean() {
      throw new AssertionError();
    }

    @Override
    public LinearOperator sum() {
      throw new AssertionError();
    }

    @Override
    public Adjacency reversed() {
      throw new AssertionError();
    }

    @Override
    public CsrMatrix matrix() {
      throw new AssertionError();
    }
  }

  /** Makes messages without the kernels. */
  private static final class Distant extends NumbersAlone implements DistantEdges {
    Distant(Adjacency graph) {
      super(graph);
    }

    @Override
    public void addMeans(
        EdgeAttributes.Scaling scaling, List<String> types, List<Way> ways, DenseMatrix out) {
      EdgeAttributes edges = graph.edgeAttributes().orElseThrow().scaled(scaling);
      assertThat(types).isEqualTo(edges.types());
      float[] one = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      double[][] means = new double[8][3];
      for (Way way : ways) {
        float[] u = way.edgeWeights().data();
        EdgeAwareConvLayerTest.addMeans(edges, way.rows(), one, u, way != ways.get(0), means);
      }
      for (int i = 0; i < 24; i++) {
        out.data()[i] += (float) means[i / 3][i % 3];
      }
    }
  }

  @Test
  void whoHasTheEdgesMakesTheMessages() {
    Adjacency graph = graph(RandomInputs.graph(8, 3, RandomStream.of(1)), 2, true, true);
    EdgeAwareConvLayer layer =
        EdgeAwareConvLayer.builder().nIn(5).nOut(3).attributesOf(graph).build();
    DenseMatrix h = RandomInputs.dense(8, 5, -1, 1, RandomStream.of(3));
    AttachedLayer here = attach(layer, graph);
    AttachedLayer there = attach(layer, new Distant(graph));
    here.setInput(h);
    there.setInput(h);
    assertThat(there.forward(false, null).data())
        .containsExactly(here.forward(false, null).data(), within(1e-5f));

    EdgeAwareConvLayer attending =
        EdgeAwareConvLayer.builder().attention().nIn(5).nOut(3).attributesOf(graph).build();
    AttachedLayer apart = attach(attending, new Distant(graph));
    apart.setInput(h);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> apart.forward(false, null))
        .withMessageContaining("attention of EdgeAwareConvLayer");
  }

  /** Edges that lead to nodes, and others that leave them. */
  private static final class Sampled extends NumbersAlone implements SampledEdges {
    private final EdgeAttributes against;

    Sampled(Adjacency along, EdgeAttributes against) {
      super(along);
      this.against = against;
    }

    @Override
    public EdgeAttributes edgesAgainst() {
      return against;
    }
  }

  @Test
  void edgesMayBeSampledInEachDirectionApart() {
    Adjacency edges = RandomInputs.graph(8, 3, RandomStream.of(1));
    Adjacency graph = graph(edges, 2, true, false);
    EdgeAttributes raw = graph.edgeAttributes().orElseThrow();
    int[] some = IntStream.range(0, raw.count()).filter(e -> e % 3 > 0).toArray();
    EdgeAttributes others = raw.part(some, 8, node -> node);
    EdgeAwareConvLayer layer =
        EdgeAwareConvLayer.builder().nIn(5).nOut(3).attributesOf(graph).build();
    DenseMatrix h = RandomInputs.dense(8, 5, -1, 1, RandomStream.of(3));
    AttachedLayer attached = attach(layer, new Sampled(graph, others));
    attached.setInput(h);

    Map<String, float[]> values = attached.values();
    EdgeAttributes.Scaling scaling = raw.scaling();
    double[][] expected = product(h, values.get("Wself"));
    addMeans(raw.scaled(scaling), h, values.get("Win"), values.get("Uin"), false, expected);
    addMeans(others.scaled(scaling), h, values.get("Wout"), values.get("Uout"), true, expected);
    DenseMatrix actual = attached.forward(false, null);
    for (int i = 0; i < 24; i++) {
      assertThat((double) actual.data()[i]).isCloseTo(expected[i / 3][i % 3], within(1e-5));
    }
  }

  @Test
  void edgesOfAPartAreScaledAsThoseOfTheWhole() {
    EdgeAttributes.Scaling whole =
        new EdgeAttributes.Scaling(new float[1], new float[] {3}, new float[] {2});
    EdgeAttributes part =
        EdgeAttributes.builder(2, new int[] {0}, new int[] {1})
            .numbers(List.of("amount"), new float[] {7})
            .scaling(whole)
            .build();
    assertThat(part.scaling()).isEqualTo(whole);
    assertThat(part.scaled(part.scaling()).value(0, 0)).isEqualTo(2);
  }

  private static Graph<String> paid(double... amounts) {
    Graph.Builder<String> builder = Graph.<String>builder().addNode("a").addNode("b");
    for (double amount : amounts) {
      builder.addEdge("a", "b", Map.of("amount", amount));
    }
    return builder.build();
  }
}
