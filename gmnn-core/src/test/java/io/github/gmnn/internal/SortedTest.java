package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortedTest {
  /** The first and the last lie outside the range that is searched. */
  private static final int[] INTS = {9, 1, 3, 3, 7, 0};

  private static final double[] DOUBLES = {9, 1, 3, 3, 7, 0};

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 2", "3, 2", "4, 4", "7, 4", "8, 5"})
  void theFirstThatIsNotBelowIsFound(int value, int index) {
    assertThat(Sorted.firstAtOrAfter(INTS, 1, 5, value)).isEqualTo(index);
    assertThat(Sorted.firstAtOrAfter(DOUBLES, 1, 5, value)).isEqualTo(index);
  }
}
