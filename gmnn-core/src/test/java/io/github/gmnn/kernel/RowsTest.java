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
}
