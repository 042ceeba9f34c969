package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowsTest {
  @Test
  void rowsAreAddedByTheirWeights() {
    float[] values = {9f, 1f, -2f, 5f, 5f, 4f, 9f};
    float[] out = {1f, 1f, 1f, 1f};
    Rows.add(out, 1, 2, values, 2f, 3);
    assertThat(out).containsExactly(1f, 11f, 11f, 1f);
    Rows.add4(out, 2, 2, values, 1f, 0, 2f, 1, 0f, 2, -1f, 4);
    assertThat(out).containsExactly(1f, 11f, 11f + 9f + 2f - 5f, 1f + 1f - 4f - 4f);
  }

  @Test
  void fusedRowsAreAddedInTheOrderOfSingleOnes() {
    float[] values = {0.1f, 0.7f, -0.3f, 1.9f, 0.2f, 3.3f};
    float[] weights = {1.1f, -0.7f, 1e-4f, 13f};
    float[] singly = {0.5f, 1f / 3};
    float expected = 0.5f;
    for (int i = 0; i < 4; i++) {
      Rows.fuse(singly, 0, 2, values, weights[i], i);
      expected = Math.fma(weights[i], values[i], expected);
    }
    float[] fours = {0.5f, 1f / 3};
    Rows.fuse4(fours, 0, 2, values, 1.1f, 0, -0.7f, 1, 1e-4f, 2, 13f, 3);
    assertThat(singly[0]).isEqualTo(expected);
    assertThat(fours).containsExactly(singly);
  }
}
