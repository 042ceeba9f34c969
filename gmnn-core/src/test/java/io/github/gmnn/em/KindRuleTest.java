package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which kind {@link InferenceChoice} takes; the trials are tested through the trainer. */
class KindRuleTest {
  /** 0.8 of 100 nodes has a standard error of 0.04. */
  @Test
  void theFirstWithinHalfAStandardErrorOfTheBestIsTaken() {
    assertThat(InferenceChoice.first(new double[] {0.785, 0.8, 0.7}, 100)).isZero();
    assertThat(InferenceChoice.first(new double[] {0.775, 0.8, 0.79}, 100)).isOne();
    assertThat(InferenceChoice.first(new double[] {0.7, 0.785, 0.8}, 100)).isOne();
  }

  @Test
  void ofAMetricThatIsNoShareTheBestIsTaken() {
    assertThat(InferenceChoice.first(new double[] {0.799, 0.8}, 0)).isOne();
  }

  @Test
  void whereAllFailedTheFirstIsTaken() {
    double failed = Double.NEGATIVE_INFINITY;
    assertThat(InferenceChoice.first(new double[] {failed, failed}, 100)).isZero();
    assertThat(InferenceChoice.first(new double[] {failed, 0.2}, 100)).isOne();
  }
}
