package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.Messages;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.activations.Activation;

class RelationalConvLayerTest {
  private static final List<String> TYPES = List.of("knows", "author", "cites");

  private static Adjacency typed(Adjacency graph) {
    return RandomInputs.typed(graph, TYPES, RandomStream.of(9));
  }

  private static RelationalConvLayer.Builder builder() {
    Adjacency known = typed(RandomInputs.graph(30, 3, RandomStream.of(8)));
    return RelationalConvLayer.builder().nIn(6).nOut(4).relationsOf(known);
  }

  /** The contract on graphs with types. */
  interface OnTypes extends GraphLayerContract {
    @Override
    default Adjacency prepare(Adjacency graph) {
      return typed(graph);
    }
  }

  @Nested
  class WithWeightsForEachRelation implements OnTypes {
    @Override
    public GraphLayer layer() {
      return builder().dropOut(0.6).hasBias(true).activation(Activation.ELU).build();
    }
  }

  @Nested
  class WithBases implements OnTypes {
    @Override
    public GraphLayer layer() {
      return builder().bases(2).dropOut(0.6).build();
    }
  }

  @Nested
  class WithBlocks implements OnTypes {
    @Override
    public GraphLayer layer() {
      return builder().blocks(2).dropOut(0.6).build();
    }
  }

  @Nested
  class AlongTheDirectionWithoutTheNodeItself implements OnTypes {
    @Override
    public GraphLayer layer() {
      return builder().inverseRelations(false).selfWeight(false).build();
    }
  }

  /** H W0 + Σ_r D_r^-1 A_r H W_r, written out. */
  @ParameterizedTest
  @CsvSource({"0, 0", "2, 0", "0, 2"})
  void computesItsDefinition(int bases, int blocks) {
    Adjacency graph = typed(RandomInputs.graph(8, 3, RandomStream.of(1)));
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder()
                .layer(builder().bases(bases).blocks(blocks).build())
                .build(),
            graph,
            Workers.sequential());
    attached.initialize(RandomStream.of(2));
    DenseMatrix h = RandomInputs.dense(8, 6, -1, 1, RandomStream.of(3));
    attached.setInput(h);
    DenseMatrix actual = attached.forward(false, null);

    Map<String, float[]> values = attached.values();
    double[][] expected = product(h, values.get("Wself"));
    String[] directions = {"knows", "author", "cites", "author inverse", "cites inverse"};
    for (int d = 0; d < directions.length; d++) {
      Adjacency relation = graph.relation(directions[d].replace(" inverse", ""));
      CsrMatrix edges = relation.matrix();
      double[][] sent = product(h, weights(values, directions[d], d, bases, blocks));
      double[][] a = new double[8][8];
      for (int u = 0; u < 8; u++) {
        for (int e = edges.rowStart(u); e < edges.rowEnd(u); e++) {
          if (d < 3) {
            a[u][edges.columnIndex(e)] = edges.value(e);
          } else {
            a[edges.columnIndex(e)][u] = edges.value(e);
          }
        }
      }
      for (int u = 0; u < 8; u++) {
        double degree = Arrays.stream(a[u]).sum();
        for (int v = 0; v < 8 && degree > 0; v++) {
          for (int j = 0; j < 4; j++) {
            expected[u][j] += a[u][v] / degree * sent[v][j];
          }
        }
      }
    }
    for (int u = 0; u < 8; u++) {
      for (int j = 0; j < 4; j++) {
        assertThat((double) actual.get(u, j)).isCloseTo(expected[u][j], within(1e-5));
      }
    }
  }

  private static float[] weights(
      Map<String, float[]> values, String direction, int d, int bases, int blocks) {
    if (bases == 0 && blocks == 0) {
      return values.get("W " + direction);
    }
    float[] whole = new float[24];
    for (int b = 0; b < bases; b++) {
      for (int i = 0; i < 24; i++) {
        whole[i] += values.get("a")[bases * d + b] * values.get("V" + b)[i];
      }
    }
    for (int i = 0; i < 6 && blocks > 0; i++) {
      for (int j = 0; j < 2; j++) { // three inputs and two units a block
        whole[4 * i + 2 * (i / 3) + j] = values.get("W " + direction)[2 * i + j];
      }
    }
    return whole;
  }

  private static double[][] product(DenseMatrix h, float[] w) {
    double[][] product = new double[h.rows()][4];
    for (int u = 0; u < h.rows(); u++) {
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 4; j++) {
          product[u][j] += h.get(u, i) * w[4 * i + j];
        }
      }
    }
    return product;
  }

  @Nested
  class OnEdgesWithoutTypes implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      Adjacency known = RandomInputs.graph(30, 3, RandomStream.of(8));
      return RelationalConvLayer.builder().nIn(6).nOut(4).relationsOf(known).dropOut(0.6).build();
    }
  }

  @Test
  void edgesWithoutTypesAreRefusedByALayerThatKnowsTypes() {
    Adjacency plain = RandomInputs.graph(8, 3, RandomStream.of(1));
    RelationalConvLayer layer = builder().build();
    assertThatThrownBy(() -> GraphLayers.complete(layer, plain, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("edges without a type")
        .hasMessageContaining("[knows, author, cites]");
  }

  /** A graph whose relations are operators and nothing else, as those of a line graph. */
  private record Implicit(Adjacency edges) implements Adjacency {
    @Override
    public int nodes() {
      return edges.nodes();
    }

    @Override
    public LinearOperator normalized() {
      return edges.normalized();
    }

    @Override
    public LinearOperator normalizedWithoutLoops() {
      return edges.normalizedWithoutLoops();
    }

    @Override
    public LinearOperator mean() {
      return edges.mean();
    }

    @Override
    public LinearOperator sum() {
      return edges.sum();
    }

    @Override
    public Adjacency reversed() {
      return edges.reversed();
    }

    @Override
    public List<String> relations() {
      return edges.relations();
    }

    @Override
    public Adjacency relation(String name) {
      return edges.relation(name);
    }

    @Override
    public CsrMatrix matrix() {
      return edges.matrix();
    }
  }

  @Nested
  class WithRelationsThatAreNotWrittenOut implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder().dropOut(0.6).build();
    }

    @Override
    public Adjacency prepare(Adjacency graph) {
      return new Implicit(typed(graph));
    }
  }

  @Nested
  class WithBasesOfRelationsThatAreNotWrittenOut implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder().bases(2).build();
    }

    @Override
    public Adjacency prepare(Adjacency graph) {
      return new Implicit(typed(graph));
    }
  }

  /** Edge by edge or relation by relation, forward and backward are the same. */
  @ParameterizedTest
  @CsvSource({"0, 0", "2, 0", "0, 2"})
  void messagesAndOperatorsGiveTheSame(int bases, int blocks) {
    Adjacency graph = typed(RandomInputs.graph(40, 3, RandomStream.of(1)));
    DenseMatrix input = RandomInputs.dense(40, 6, -1, 1, RandomStream.of(3));
    List<List<float[]>> results = new ArrayList<>();
    for (Adjacency edges : List.of(graph, new Implicit(graph))) {
      AttachedLayer attached =
          AttachedLayer.of(
              new NeuralNetConfiguration.Builder()
                  .layer(builder().bases(bases).blocks(blocks).build())
                  .build(),
              edges,
              Workers.sequential());
      attached.initialize(RandomStream.of(2));
      attached.setInput(input);
      DenseMatrix output = attached.forward(true, RandomStream.of(4)).copy();
      List<float[]> all = new ArrayList<>(List.of(output.data()));
      all.add(attached.backward(output.copy(), true).data());
      attached.slots().forEach(slot -> all.add(slot.gradient()));
      results.add(all);
    }
    for (int i = 0; i < results.get(0).size(); i++) {
      assertThat(results.get(1).get(i)).containsExactly(results.get(0).get(i), within(1e-4f));
    }
  }

  /** Where nodes are their own features, weights of messages do what whole matrices do. */
  @Test
  void weightsOfSendersDoWhatWholeOnesDo() {
    int nodes = 20;
    Adjacency graph = typed(RandomInputs.graph(nodes, 3, RandomStream.of(1)));
    RelationalConvLayer compact =
        RelationalConvLayer.builder().nIn(nodes).nOut(4).inputDropout(0.3).build();
    RelationalConvLayer whole = (RelationalConvLayer) compact.clone();
    GraphLayers.complete(compact, graph, true);
    GraphLayers.complete(whole, graph, false);
    AttachedLayer few = attached(compact, graph);
    AttachedLayer all = attached(whole, graph);
    Messages messages =
        graph.relationEdges().orElseThrow().messages(TYPES, List.of("author", "cites"));
    String[] directions = {"knows", "author", "cites", "author inverse", "cites inverse"};
    float[] own = all.values().get("Wself");
    System.arraycopy(few.values().get("Wself"), 0, own, 0, own.length);
    for (int m = 0; m < messages.count(); m++) {
      float[] weights = all.values().get("W " + directions[messages.direction(m)]);
      System.arraycopy(few.values().get("W"), 4 * m, weights, 4 * messages.sender(m), 4);
    }
    few.setInput(new SparseInput(CsrMatrix.identity(nodes)));
    all.setInput(new SparseInput(CsrMatrix.identity(nodes)));
    DenseMatrix output = few.forward(true, RandomStream.of(4));
    assertThat(output.data()).containsExactly(all.forward(true, RandomStream.of(4)).data());
    few.backward(output.copy(), false);
    all.backward(output.copy(), false);
    float[] gradient = gradient(few, "W");
    for (int m = 0; m < messages.count(); m++) {
      float[] ofWhole = gradient(all, "W " + directions[messages.direction(m)]);
      for (int j = 0; j < 4; j++) {
        assertThat(gradient[4 * m + j]).isEqualTo(ofWhole[4 * messages.sender(m) + j]);
      }
    }
  }

  private static AttachedLayer attached(RelationalConvLayer layer, Adjacency graph) {
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder().layer(layer).build(), graph, Workers.sequential());
    attached.initialize(RandomStream.of(2));
    return attached;
  }

  private static float[] gradient(AttachedLayer layer, String name) {
    return layer.slots().stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .orElseThrow()
        .gradient();
  }

  @Test
  void aTypeWithoutWeightsIsRefusedByName() {
    Adjacency other =
        RandomInputs.typed(
            RandomInputs.graph(8, 3, RandomStream.of(1)),
            List.of("knows", "rates"),
            RandomStream.of(9));
    RelationalConvLayer layer = builder().build();
    assertThatThrownBy(() -> GraphLayers.complete(layer, other, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"rates\"")
        .hasMessageContaining("[knows, author, cites]");
  }

  @Test
  void blocksThatDoNotDivideAreRefused() {
    RelationalConvLayer layer = builder().blocks(3).build();
    assertThatThrownBy(() -> GraphLayers.parameterLengths(layer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 blocks of 6 inputs and 4 units");
  }
}
