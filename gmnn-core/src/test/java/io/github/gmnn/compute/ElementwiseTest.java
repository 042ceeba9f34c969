package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.kernel.Elementwise;
import org.junit.jupiter.api.Test;

class ElementwiseTest {
  private final float[] values = {9f, 1f, -2f, 5f, 5f, 4f, 9f};

  @Test
  void theLargestValueIsLookedForWithinTheRowAlone() {
    assertThat(Elementwise.max(values, 1, 5)).isEqualTo(5f);
    assertThat(Elementwise.argMax(values, 1, 5)).isEqualTo(2);
    assertThat(Elementwise.argMax(values, 5, 2)).isEqualTo(1);
    assertThat(Elementwise.argMax(values, 2, 1)).isZero();
  }

  @Test
  void theLargestOfFloatsIsWhatMathMaxSays() {
    float[] special = {
      Float.NaN, Float.NEGATIVE_INFINITY, -2f, -1e-42f, -0f, 0f, 1e-42f, 3f, Float.POSITIVE_INFINITY
    };
    for (float a : special) {
      for (float b : special) {
        float max = Elementwise.max(new float[] {a, b}, 0, 2);
        assertThat(Float.floatToIntBits(max)).isEqualTo(Float.floatToIntBits(Math.max(a, b)));
      }
    }
    float negativeNaN = Float.intBitsToFloat(0xFFC00000);
    assertThat(Elementwise.max(new float[] {negativeNaN, 1f}, 0, 2)).isNaN();
  }

  @Test
  void ofEqualValuesTheFirstIsTaken() {
    assertThat(Elementwise.argMax(values, 3, 2)).isZero();
    assertThat(Elementwise.argMax(new float[4], 0, 4)).isZero();
  }

  @Test
  void sumsAndDifferencesKeepToTheRow() {
    assertThat(Elementwise.sum(values, 1, 4)).isEqualTo(9.0);
    float[] out = new float[7];
    Elementwise.subtractMax(values, 1, 3, 2f, out);
    assertThat(out).containsExactly(0f, -8f, -14f, 0f, 0f, 0f, 0f);
  }

  @Test
  void rowsAreAddedByTheirWeights() {
    float[] out = {1f, 1f, 1f, 1f};
    Elementwise.add(out, 1, 2, values, 2f, 3);
    assertThat(out).containsExactly(1f, 11f, 11f, 1f);
  }
}
