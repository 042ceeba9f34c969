package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.KernelProvider;
import io.github.gmnn.kernel.LayerKernels;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels in use, where possible those with vectors, beside the plain ones. */
class LayerKernelsTest {
  private static final int NODES = 40;

  @Test
  void vectorsAreUsedWhereSparseKernelsUseThem() {
    boolean vectors = LayerKernels.BEST.getClass() != LayerKernels.class;
    assertThat(vectors).isEqualTo(KernelProvider.name().startsWith("vector"));
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "1, 7", "16, 3", "11, 5", "7, 4", "24, 1", "8, 1"})
  void attentionIsTheSame(int heads, int units) {
    List<float[]> plain = attention(heads, units, new LayerKernels());
    List<float[]> best = attention(heads, units, LayerKernels.BEST);
    for (int i = 0; i < plain.size(); i++) {
      assertClose(best.get(i), plain.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "3, 97", "5, 6", "8, 8"})
  void exponentialLinearUnitsAreTheSameToTheBit(int from, int to) {
    float[] z = random(1, 100, 11).data();
    System.arraycopy(new float[] {0f, -0f, -100f, 100f, Float.NaN, -1e-30f}, 0, z, 4, 6);
    float[] gradient = random(1, 100, 12).data();
    float[] plain = z.clone();
    float[] best = z.clone();
    new LayerKernels().elu(plain, 0.7f, from, to);
    LayerKernels.BEST.elu(best, 0.7f, from, to);
    assertThat(best).isEqualTo(plain);
    float[] plainGradient = gradient.clone();
    float[] bestGradient = gradient.clone();
    new LayerKernels().eluBackward(plain, 0.7f, gradient, plainGradient, from, to);
    LayerKernels.BEST.eluBackward(best, 0.7f, bestGradient, bestGradient, from, to);
    assertThat(bestGradient).isEqualTo(plainGradient);
  }

  private static List<float[]> attention(int heads, int units, LayerKernels kernels) {
    Adjacency graph = RandomInputs.graph(NODES, 5, RandomStream.of(1));
    AttentionEdges edges = new AttentionEdges(graph.matrix(), heads, units, 0.2f, kernels);
    DenseMatrix z = random(NODES, heads * units, 2);
    DenseMatrix target = random(units, heads, 3);
    DenseMatrix source = random(units, heads, 4);
    DenseMatrix aggregated = random(NODES, heads * units, 5);
    DenseMatrix dz = random(NODES, heads * units, 6);
    DenseMatrix targetGradient = random(units, heads, 7);
    DenseMatrix sourceGradient = random(units, heads, 8);
    Workers workers = Workers.sequential();
    edges.score(z, target, source, workers);
    edges.attend(0.4, RandomStream.of(9).key(), workers);
    float[] attention = edges.arrays.attention.clone();
    edges.aggregate(z, aggregated, workers);
    edges.backward(z, aggregated, random(NODES, heads * units, 10), dz, workers);
    edges.scoreBackward(z, target, source, dz, targetGradient, sourceGradient, workers);
    return List.of(
        edges.arrays.targetScore,
        attention,
        edges.arrays.selfAttention,
        aggregated.data(),
        edges.arrays.attention,
        dz.data(),
        targetGradient.data(),
        sourceGradient.data());
  }

  private static DenseMatrix random(int rows, int columns, int seed) {
    return RandomInputs.dense(rows, columns, -2, 2, RandomStream.of(seed));
  }

  /** Up to the order of summation. */
  private static void assertClose(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-4f));
    }
  }
}
