package io.github.gmnn.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void wilsonsIntervalOfAFewTrials() {
    Interval interval = Interval.of(8, 10); // Wilson 1927: 0.490 to 0.943
    assertThat(interval.share()).isEqualTo(0.8);
    assertThat(interval.low()).isCloseTo(0.4902, within(1e-3));
    assertThat(interval.high()).isCloseTo(0.9433, within(1e-3));
  }

  @Test
  void theIntervalStaysWithinZeroAndOne() {
    assertThat(Interval.of(0, 3).low()).isCloseTo(0, within(1e-12)).isNotNegative();
    assertThat(Interval.of(0, 3).high()).isBetween(0.5, 0.6);
    assertThat(Interval.of(3, 3).high()).isCloseTo(1, within(1e-12)).isLessThanOrEqualTo(1);
  }
}
