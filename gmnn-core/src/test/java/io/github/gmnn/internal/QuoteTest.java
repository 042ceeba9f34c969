package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuoteTest {
  @Test
  void longTextIsCutAndItsLengthNamed() {
    assertThat(Quote.of("a".repeat(60))).isEqualTo("'" + "a".repeat(60) + "'");
    assertThat(Quote.of("a".repeat(61))).isEqualTo("'" + "a".repeat(60) + "...' (61 characters)");
  }

  @Test
  void whatSteersATerminalOrTurnsTextIsWrittenOut() {
    assertThat(Quote.printable("a\u001b[2J\n\u202eb\u2028\ud800 \u00e9\ud83d\ude00"))
        .isEqualTo("a\\u001b[2J\\u000a\\u202eb\\u2028\\ud800 \u00e9\ud83d\ude00");
    assertThat(Quote.of("\t")).isEqualTo("'\\u0009'");
    String plain = "plain";
    assertThat(Quote.printable(plain)).isSameAs(plain);
  }

  @Test
  void ofManyTheFirstTenAreShown() {
    assertThat(Quote.all(List.of("a", "\n"))).isEqualTo("['a', '\\u000a']");
    assertThat(Quote.all(Collections.nCopies(37, "a")))
        .isEqualTo("[" + "'a', ".repeat(9) + "'a'], the first of 37");
  }

  @Test
  void nothingHasAName() {
    assertThat(Quote.of(null)).isEqualTo("'null'");
  }
}
