package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final List<List<String>> ROWS =
      List.of(List.of("label", "n"), List.of("a", "1"), List.of("b", "100"));

  @Test
  void plainColumnsButTheFirstAreAlignedToTheRight() {
    assertThat(TextTable.of(ROWS)).isEqualTo("label    n\na        1\nb      100\n");
  }

  @Test
  void markdownReadsAsATable() {
    assertThat(TextTable.markdown(ROWS))
        .isEqualTo("| label | n   |\n|-------|-----|\n| a     | 1   |\n| b     | 100 |\n");
  }
}
