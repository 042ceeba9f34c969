package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
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

  @ParameterizedTest
  @EnumSource(names = {"IDENTITY", "RELU", "LEAKYRELU", "ELU", "TANH", "SIGMOID", "GELU"})
  void gradientsAreRightThroughEveryActivation(Activation activation) {
    GradientCheck.of(builder().activation(activation).build()).check();
  }

  /** D^-1/2 (A + I) D^-1/2 H W, or D^-1/2 A D^-1/2 H W, and H W₀ where there is a self weight. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true", "false, true"})
  void computesItsDefinition(boolean selfLoops, boolean selfWeight) {
    Adjacency graph = RandomInputs.graph(7, 2, RandomStream.of(1)); // directed and weighted
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder()
                .layer(builder().selfLoops(selfLoops).selfWeight(selfWeight).build())
                .build(),
            graph,
            Workers.sequential());
    attached.initialize(RandomStream.of(2));
    DenseMatrix h = RandomInputs.dense(7, 5, -1, 1, RandomStream.of(3));
    attached.setInput(h);
    DenseMatrix actual = attached.forward(false, null);

    double[][] operator = operator(graph.matrix(), selfLoops);
    float[] w = attached.values().get("W");
    for (int u = 0; u < 7; u++) {
      for (int j = 0; j < 3; j++) {
        double expected = 0;
        for (int v = 0; v < 7; v++) {
          for (int i = 0; i < 5; i++) {
            expected += operator[u][v] * h.get(v, i) * w[3 * i + j];
          }
        }
        for (int i = 0; i < 5 && selfWeight; i++) {
          expected += h.get(u, i) * attached.values().get("Wself")[3 * i + j];
        }
        assertThat((double) actual.get(u, j)).isCloseTo(expected, within(1e-5));
      }
    }
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
