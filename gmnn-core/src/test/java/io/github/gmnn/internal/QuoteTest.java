package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuoteTest {
  @Test
  void longTextIsCutAndItsLengthNamed() {
    assertThat(Quote.of("a".repeat(60))).isEqualTo("'" + "a".repeat(60) + "'");
    assertThat(Quote.of("a".repeat(61))).isEqualTo("'" + "a".repeat(60) + "...' (61 characters)");
  }

  @Test
  void nothingHasAName() {
    assertThat(Quote.of(null)).isEqualTo("'null'");
  }
}
