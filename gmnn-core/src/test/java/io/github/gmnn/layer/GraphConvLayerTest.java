package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.util.Arrays;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.activations.Activation;

class GraphConvLayerTest implements GraphLayerContract {
  private static GraphConvLayer.Builder builder() {
    return GraphConvLayer.builder().nIn(5).nOut(3);
  }

  /** One whose input is narrower than its output, and so travels over the edges itself. */
  private static GraphConvLayer.Builder widening() {
    return GraphConvLayer.builder().nIn(3).nOut(5);
  }

  @Override
  public GraphLayer layer() {
    return builder().dropOut(0.6).hasBias(true).build();
  }

  @Nested
  class WithoutSelfLoops implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder().selfLoops(false).dropOut(0.6).build();
    }
  }

  @Nested
  class WithASelfWeight implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder().selfWeight(true).dropOut(0.6).build();
    }
  }

  @Nested
  class WithASelfWeightInPlaceOfSelfLoops implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return builder().selfLoops(false).selfWeight(true).dropOut(0.6).hasBias(true).build();
    }
  }

  @Nested
  class FromNarrowToWide implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return widening().dropOut(0.6).hasBias(true).build();
    }
  }

  @Nested
  class FromNarrowToWideWithASelfWeightInPlaceOfSelfLoops implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return widening().selfLoops(false).selfWeight(true).dropOut(0.6).build();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"IDENTITY", "RELU", "LEAKYRELU", "ELU", "TANH", "SIGMOID", "GELU"})
  void gradientsAreRightThroughEveryActivation(Activation activation) {
    GradientCheck.of(builder().activation(activation).build()).check();
  }

  /** D^-1/2 (A + I) D^-1/2 H W, or D^-1/2 A D^-1/2 H W, and H W₀ where there is a self weight. */
  @ParameterizedTest
  @CsvSource({
    "5, true, false",
    "5, false, false",
    "5, true, true",
    "5, false, true",
    "2, true, false",
    "2, false, true"
  })
  void computesItsDefinition(int inputs, boolean selfLoops, boolean selfWeight) {
    Adjacency graph = RandomInputs.graph(7, 2, RandomStream.of(1)); // directed and weighted
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder()
                .layer(builder().nIn(inputs).selfLoops(selfLoops).selfWeight(selfWeight).build())
                .build(),
            graph,
            Workers.sequential());
    attached.initialize(RandomStream.of(2));
    DenseMatrix h = RandomInputs.dense(7, inputs, -1, 1, RandomStream.of(3));
    attached.setInput(h);
    DenseMatrix actual = attached.forward(false, null);

    double[][] operator = operator(graph.matrix(), selfLoops);
    float[] w = attached.values().get("W");
    for (int u = 0; u < 7; u++) {
      for (int j = 0; j < 3; j++) {
        double expected = 0;
        for (int v = 0; v < 7; v++) {
          for (int i = 0; i < inputs; i++) {
            expected += operator[u][v] * h.get(v, i) * w[3 * i + j];
          }
        }
        for (int i = 0; i < inputs && selfWeight; i++) {
          expected += h.get(u, i) * attached.values().get("Wself")[3 * i + j];
        }
        assertThat((double) actual.get(u, j)).isCloseTo(expected, within(1e-5));
      }
    }
  }

  /** The order of the products is a matter of cost: annotations go first, words do not. */
  @Test
  void theNarrowerProductTravelsOverTheEdges() {
    assertThat(travelling(3, 5, 3)).isEqualTo("AH");
    assertThat(travelling(5, 3, 5)).isEqualTo("HW");
    assertThat(travelling(16, 20, 1)).as("classes").isEqualTo("AH");
    assertThat(travelling(30, 40, 3)).as("sparse features").isEqualTo("HW");
    assertThat(travelling(30, 40, 20)).as("nearly dense features").isEqualTo("AH");
  }

  /** Which product is made, the nodes having sparse input with some non-zeros each. */
  private static String travelling(int inputs, int outputs, int nonZeros) {
    int nodes = 4;
    int[] pointers = new int[nodes + 1];
    int[] columns = new int[nodes * nonZeros];
    for (int node = 0; node < nodes; node++) {
      pointers[node + 1] = (node + 1) * nonZeros;
      for (int i = 0; i < nonZeros; i++) {
        columns[node * nonZeros + i] = i;
      }
    }
    float[] ones = new float[columns.length];
    Arrays.fill(ones, 1f);
    GraphConvLayer layer = GraphConvLayer.builder().nIn(inputs).nOut(outputs).build();
    Pass pass =
        new Pass(layer, RandomInputs.graph(nodes, 2, RandomStream.of(1)), Workers.sequential());
    pass.sparseInput = new SparseInput(CsrMatrix.of(nodes, inputs, pointers, columns, ones));
    pass.output = DenseMatrix.zeros(nodes, outputs);
    layer.forward(pass);
    // a buffer of another size is refused, so that asking for one tells whether there is one
    return catchThrowable(() -> pass.buffer("AH", 1, 1)) == null ? "HW" : "AH";
  }

  private static double[][] operator(CsrMatrix matrix, boolean selfLoops) {
    int n = matrix.rows();
    double[][] a = new double[n][n];
    for (int u = 0; u < n; u++) {
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        a[u][matrix.columnIndex(e)] = matrix.value(e);
      }
      a[u][u] = selfLoops ? 1 : 0;
    }
    double[] received = new double[n];
    double[] sent = new double[n];
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        received[u] += a[u][v];
        // with self-loops either end counts what it receives, as in the released code
        sent[selfLoops ? u : v] += a[u][v];
      }
    }
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        a[u][v] = a[u][v] == 0 ? 0 : a[u][v] / Math.sqrt(received[u] * sent[v]);
      }
    }
    return a;
  }

  @Test
  void aNodeWithoutNeighboursSeesNothingWithoutSelfLoops() {
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder().layer(builder().selfLoops(false).build()).build(),
            RandomInputs.graph(4, 2, RandomStream.of(1)),
            Workers.sequential());
    attached.initialize(RandomStream.of(2));
    attached.setInput(RandomInputs.dense(4, 5, -1, 1, RandomStream.of(3)));
    DenseMatrix output = attached.forward(false, null);
    for (int j = 0; j < 3; j++) {
      assertThat(output.get(0, j)).isZero();
    }
  }
}
