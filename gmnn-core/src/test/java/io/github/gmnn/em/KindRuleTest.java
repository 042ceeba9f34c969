package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KindRuleTest {
  private static final double FAILED = Double.NEGATIVE_INFINITY;

  @Test
  void whatIsMoreThanTwoStandardErrorsBehindIsGivenUp() {
    // of 100 nodes: the standard error of 0.8 is 0.04
    assertThat(KindRule.mayWin(new double[] {0.73, 0.8, 0.71}, 100))
        .containsExactly(true, true, false);
    assertThat(KindRule.mayWin(new double[] {0.73, 0.8, 0.71}, 400))
        .containsExactly(false, true, false);
  }

  @Test
  void whatFailedIsGivenUp() {
    assertThat(KindRule.mayWin(new double[] {FAILED, 0.2}, 10)).containsExactly(false, true);
  }

  @Test
  void theLeastLossWins() {
    assertThat(KindRule.byLoss(new double[][] {{2, 2}, {1, 1}, {3, 3}})).isOne();
  }

  @Test
  void theFirstIsTakenThatChanceDoesNotTellFromTheBest() {
    // differences 1, -1, 1, -0.8: mean 0.05, standard deviation 0.95, standard error 0.48
    double[] best = {1, 2, 1, 2};
    double[] near = {2, 1, 2, 1.2};
    assertThat(KindRule.byLoss(new double[][] {near, best})).isZero();
    assertThat(KindRule.byLoss(new double[][] {{9, 9, 9, 9}, near, best})).isOne();
    // the same mean difference on every node is none of chance
    assertThat(KindRule.byLoss(new double[][] {{1.05, 2.05, 1.05, 2.05}, best})).isOne();
  }

  @Test
  void theLeadIsHalfAStandardErrorOfTheDifference() {
    // differences 3, -1: mean 1, standard error sqrt(8) / 2 = 1.41; half of it is 0.71
    assertThat(KindRule.byLoss(new double[][] {{3, 0}, {0, 1}})).isOne();
    // differences 3, -2: mean 0.5, standard error sqrt(12.5) / 2 = 1.77; half of it is 0.88
    assertThat(KindRule.byLoss(new double[][] {{3, 0}, {0, 2}})).isZero();
  }

  @Test
  void whatHasNoLossesIsNotTaken() {
    assertThat(KindRule.byLoss(new double[][] {{}, {5}, {4}})).isEqualTo(2);
    assertThat(KindRule.byLoss(new double[][] {{}, {}})).isZero();
  }

  @Test
  void ofOtherMetricsTheHighestWins() {
    assertThat(KindRule.byMetric(new double[] {0.799, 0.8, 0.8})).isOne();
    assertThat(KindRule.byMetric(new double[] {FAILED, FAILED})).isZero();
    assertThat(KindRule.byMetric(new double[] {FAILED, 0.2})).isOne();
  }
}
