package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.activations.Activation;

class GraphAttentionLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return GraphAttentionLayer.builder()
        .nIn(5)
        .nOut(3)
        .heads(9) // eight in the lanes of a vector, and one more
        .dropOut(0.6)
        .attentionDropout(0.4)
        .hasBias(true)
        .activation(Activation.ELU)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 1", "4, 8, 1", "8, 8, 0.5", "3, 9, 0.5", "2, 16, 0.5", "5, 1, 1"})
  void gradientsAreRightForAnyHeadsAndUnits(int heads, int units, double keep) {
    GraphAttentionLayer.Builder builder =
        GraphAttentionLayer.builder().nIn(4).nOut(units).heads(heads).attentionDropout(1 - keep);
    GradientCheck.of(builder.build()).check();
    GradientCheck.of(builder.averageHeads().build()).check();
  }

  /** The definition of the layer, edge by edge in double. */
  @Test
  void outputEqualsTheDefinition() {
    int heads = 3;
    int units = 4;
    Adjacency graph = RandomInputs.graph(10, 3, RandomStream.of(1));
    DenseMatrix input = RandomInputs.dense(10, 5, -1, 1, RandomStream.of(2));
    MultiLayerNetwork network =
        Networks.of(
            GraphAttentionLayer.builder().nOut(units).heads(heads).leakySlope(0.3).build(),
            5,
            graph);
    AttachedLayer attached = Networks.attach(network, graph);
    attached.setInput(input);
    DenseMatrix output = attached.forward(false, null);
    float[] w = attached.slots().get(0).value();
    float[] target = attached.slots().get(1).value();
    float[] source = attached.slots().get(2).value();

    double[][] z = new double[10][heads * units];
    for (int i = 0; i < 10; i++) {
      for (int c = 0; c < heads * units; c++) {
        for (int k = 0; k < 5; k++) {
          z[i][c] += input.get(i, k) * w[k * heads * units + c];
        }
      }
    }
    for (int i = 0; i < 10; i++) {
      for (int h = 0; h < heads; h++) {
        double[] expected = new double[units];
        double sum = 0;
        for (int j = 0; j < 10; j++) {
          if (j != i && !joined(graph, i, j)) {
            continue;
          }
          double score = 0;
          for (int d = 0; d < units; d++) {
            score += z[i][d * heads + h] * target[d * heads + h];
            score += z[j][d * heads + h] * source[d * heads + h];
          }
          double weight = Math.exp(score > 0 ? score : 0.3 * score);
          sum += weight;
          for (int d = 0; d < units; d++) {
            expected[d] += weight * z[j][d * heads + h];
          }
        }
        for (int d = 0; d < units; d++) {
          assertThat((double) output.get(i, d * heads + h))
              .isCloseTo(expected[d] / sum, within(1e-6));
        }
      }
    }
  }

  private static boolean joined(Adjacency graph, int i, int j) {
    for (int e = graph.matrix().rowStart(i); e < graph.matrix().rowEnd(i); e++) {
      if (graph.matrix().columnIndex(e) == j) {
        return true;
      }
    }
    return false;
  }

  @Test
  void averagedHeadsAreTheMeanOfThoseSideBySide() {
    Adjacency graph = RandomInputs.graph(10, 3, RandomStream.of(1));
    DenseMatrix input = RandomInputs.dense(10, 5, -1, 1, RandomStream.of(2));
    GraphAttentionLayer.Builder builder = GraphAttentionLayer.builder().nOut(4).heads(2);
    DenseMatrix sideBySide = output(builder.build(), graph, input);
    DenseMatrix averaged = output(builder.averageHeads().build(), graph, input);
    for (int i = 0; i < 10; i++) {
      for (int d = 0; d < 4; d++) {
        float mean = (sideBySide.get(i, 2 * d) + sideBySide.get(i, 2 * d + 1)) / 2;
        assertThat(averaged.get(i, d)).isCloseTo(mean, within(1e-6f));
      }
    }
  }

  private static DenseMatrix output(GraphLayer layer, Adjacency graph, DenseMatrix input) {
    MultiLayerNetwork network = Networks.of(layer, input.columns(), graph);
    AttachedLayer attached = Networks.attach(network, graph);
    attached.setInput(input);
    return attached.forward(false, null);
  }

  @Test
  void attentionDropoutKeepsTheExpectation() {
    Adjacency graph = RandomInputs.graph(12, 4, RandomStream.of(1));
    DenseMatrix input = RandomInputs.dense(12, 5, -1, 1, RandomStream.of(2));
    GraphLayer layer = GraphAttentionLayer.builder().nOut(4).heads(2).attentionDropout(0.6).build();
    MultiLayerNetwork network = Networks.of(layer, 5, graph);
    AttachedLayer attached = Networks.attach(network, graph);
    attached.setInput(input);
    float[] expected = attached.forward(false, null).data().clone();
    double[] mean = new double[expected.length];
    int draws = 20_000;
    for (int draw = 0; draw < draws; draw++) {
      float[] output = attached.forward(true, RandomStream.of(draw)).data();
      for (int i = 0; i < mean.length; i++) {
        mean[i] += output[i] / (double) draws;
      }
    }
    for (int i = 0; i < mean.length; i++) {
      assertThat(mean[i]).isCloseTo(expected[i], within(0.03));
    }
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> GraphAttentionLayer.builder().heads(0).build())
        .hasMessage("heads must be in 1..10000, got 0");
    assertThatThrownBy(() -> GraphAttentionLayer.builder().leakySlope(2).build())
        .hasMessageContaining("in [0, 1], got 2.0");
    assertThatThrownBy(() -> GraphAttentionLayer.builder().attentionDropout(1).build())
        .hasMessage("attentionDropout is the probability to drop a value, in [0, 1), got 1.0");
  }
}
