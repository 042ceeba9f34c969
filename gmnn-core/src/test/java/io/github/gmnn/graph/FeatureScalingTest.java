package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class FeatureScalingTest {
  private final CsrMatrix features =
      CsrMatrix.of(3, 3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1}, new float[] {-1, 3, 0.5f});

  private static CsrMatrix withValues(float... values) {
    return CsrMatrix.of(3, 3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1}, values);
  }

  @Test
  void noneLeavesFeaturesAlone() {
    assertThat(FeatureScaling.NONE.apply(features)).isSameAs(features);
  }

  @Test
  void rowsAreDividedByTheSumOfTheirAbsoluteValues() {
    assertThat(FeatureScaling.ROW.apply(features)).isEqualTo(withValues(-0.25f, 0.75f, 1));
  }

  @Test
  void binaryRowsCountNonZeros() {
    assertThat(FeatureScaling.BINARY_ROW.apply(features)).isEqualTo(withValues(0.5f, 0.5f, 1));
  }

  @Test
  void rowsOfStoredZerosStayZero() {
    assertThat(FeatureScaling.ROW.apply(withValues(0, 0, 2))).isEqualTo(withValues(0, 0, 1));
    assertThat(FeatureScaling.BINARY_ROW.apply(withValues(0, 4, 0))).isEqualTo(withValues(0, 1, 0));
  }
}
