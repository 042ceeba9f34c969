package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ConfidenceTest {
  @Test
  void everyRowIsSquaredAndSumsToOne() {
    float[] rows = {0.5f, 0.5f, 0f, 0.6f, 0.3f, 0.1f};
    Confidence.sharpen(rows, 3);
    float sum = 0.36f + 0.09f + 0.01f;
    assertThat(rows)
        .containsExactly(
            new float[] {0.5f, 0.5f, 0f, 0.36f / sum, 0.09f / sum, 0.01f / sum}, within(1e-6f));
  }

  @Test
  void certaintyIsTheShareOfTheEntropyThatIsGone() {
    float[] rows = {0f, 1f, 0f, 1 / 3f, 1 / 3f, 1 / 3f, 0.5f, 0.5f, 0f};
    assertThat(Confidence.certainty(rows, 0, 3)).isEqualTo(1);
    assertThat(Confidence.certainty(rows, 3, 3)).isCloseTo(0, within(1e-7));
    assertThat(Confidence.certainty(rows, 6, 3))
        .isCloseTo(1 - Math.log(2) / Math.log(3), within(1e-7));
  }
}
