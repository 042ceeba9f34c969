package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ElementwiseKernelsTest {
  private static final int LENGTH = 77;

  static Stream<DenseKernels> kernels() {
    return DenseKernelsTest.all().stream();
  }

  private static float[] values(long seed) {
    RandomStream random = RandomStream.of(seed);
    float[] values = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = (float) (random.nextDouble() * 100 - 70);
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void exponentialsAreThoseOfMathWithinTheRangeAskedFor(DenseKernels kernels) {
    for (int from = 0; from < 10; from++) {
      float[] x = values(from);
      float[] actual = x.clone();
      kernels.exp(actual, from, LENGTH - from);
      for (int i = 0; i < LENGTH; i++) {
        if (i < from || i >= LENGTH - from) {
          assertThat(actual[i]).isEqualTo(x[i]);
        } else if (x[i] < -50) {
          assertThat(actual[i]).isZero();
        } else {
          assertThat(actual[i] / Math.exp(x[i])).isCloseTo(1, within(3e-7));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void elementsStayScaledWhereTheirSignIsPositive(DenseKernels kernels) {
    for (int from = 0; from < 10; from++) {
      float[] signs = values(from);
      signs[11] = 0f;
      signs[12] = -0f;
      signs[13] = Float.MIN_VALUE;
      float[] in = values(100 + from);
      float[] out = values(200 + from);
      float[] before = out.clone();
      kernels.keepWherePositive(signs, 1.5f, in, out, from, LENGTH - from);
      for (int i = 0; i < LENGTH; i++) {
        boolean within = i >= from && i < LENGTH - from;
        float expected = signs[i] > 0 ? 1.5f * in[i] : 0f;
        assertThat(out[i]).isEqualTo(within ? expected : before[i]);
      }
    }
  }

  /** Naive twin, to the bit: a fit does not depend on the kernels here. */
  @ParameterizedTest
  @MethodSource("kernels")
  void adamTakesTheStepsOfThePlainLoop(DenseKernels kernels) {
    for (int n = 1; n < 40; n++) {
      float[] values = Arrays.copyOf(values(n), n);
      float[] expected = values.clone();
      float[] moments = new float[2 * n];
      float[] m = new float[n];
      float[] v = new float[n];
      for (int step = 1; step <= 3; step++) {
        float[] gradient = Arrays.copyOf(values(100 + step), n);
        kernels.adam(values, gradient, moments, 0.5f, 1e-3f, 0.1f, 0.9f, 0.99f, 1e-8f);
        for (int i = 0; i < n; i++) {
          float g = 0.5f * gradient[i] + 1e-3f * expected[i];
          m[i] = 0.9f * m[i] + (1 - 0.9f) * g;
          v[i] = 0.99f * v[i] + (1 - 0.99f) * g * g;
          expected[i] -= 0.1f * m[i] / ((float) Math.sqrt(v[i]) + 1e-8f);
        }
      }
      assertThat(values).isEqualTo(expected);
      assertThat(Arrays.copyOf(moments, n)).isEqualTo(m);
      assertThat(Arrays.copyOfRange(moments, n, 2 * n)).isEqualTo(v);
    }
  }
}
