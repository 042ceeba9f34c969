package io.github.gmnn.training.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.ValidationMetric;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankingTest {
  private final Ranking ranking = new Ranking();

  private static Ranking.Scores of(float... ofClass1) {
    return (example, c) -> c == 1 ? ofClass1[example] : 1 - ofClass1[example];
  }

  @Test
  void smallCasesAreThoseOfPaper() {
    // scikit-learn's example: 0.75 and 0.83
    int[] truth = {0, 0, 1, 1};
    Ranking.Scores scores = of(0.1f, 0.4f, 0.35f, 0.8f);
    assertThat(ranking.rocAuc(truth, 1, scores)).isEqualTo(0.75);
    assertThat(ranking.averagePrecision(truth, 1, scores)).isCloseTo(5.0 / 6, offset(1e-12));
    // all alike: the area is a half, the precision the share
    Ranking.Scores alike = of(0, -0f, 0, 0);
    assertThat(ranking.rocAuc(truth, 1, alike)).isEqualTo(0.5);
    assertThat(ranking.averagePrecision(new int[] {0, 0, 0, 1}, 1, alike)).isEqualTo(0.25);
    // negative scores, such as logarithms, have their order too
    assertThat(ranking.rocAuc(truth, 1, of(-3, -2, -1, 2))).isEqualTo(1);
  }

  @Test
  void recallAtAPrecisionIsTheLargestThatAThresholdHas() {
    int[] truth = {1, 0, 1, 1, 0};
    Ranking.Scores scores = of(0.9f, 0.8f, 0.7f, 0.6f, 0.5f);
    assertThat(ranking.recallAt(1, truth, 1, scores)).isCloseTo(1.0 / 3, offset(1e-12));
    assertThat(ranking.recallAt(0.75, truth, 1, scores)).isEqualTo(1); // three of four
    assertThat(ranking.recallAt(0.8, truth, 1, scores)).isCloseTo(1.0 / 3, offset(1e-12));
    Ranking.Scores tied = of(0.9f, 0.9f, 0.9f, 0.9f, 0.5f); // no threshold parts them
    assertThat(ranking.recallAt(0.8, truth, 1, tied)).isZero();
    assertThat(ranking.recallAt(0.75, truth, 1, tied)).isEqualTo(1);
    assertThat(ranking.recallAt(0.5, new int[5], 1, scores)).isNaN();
  }

  @Test
  void liftIsHowMuchDenserAClassIsAtTheTop() {
    int[] truth = {1, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    float[] falling = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    assertThat(ranking.lift(0.1, truth, 1, of(falling))).isCloseTo(5, offset(1e-12));
    assertThat(ranking.lift(0.2, truth, 1, of(falling))).isCloseTo(2.5, offset(1e-12));
    assertThat(ranking.lift(1, truth, 1, of(falling))).isCloseTo(1, offset(1e-12));
    assertThat(ranking.lift(0.001, truth, 1, of(falling))).isCloseTo(5, offset(1e-12));
    assertThat(ranking.lift(0.3, truth, 1, of(new float[10]))).isCloseTo(1, offset(1e-12));
    float[] half = {2, 2, 2, 2, 1, 1, 1, 1, 1, 1}; // two of four at the top, one of them taken
    assertThat(ranking.lift(0.1, truth, 1, of(half))).isCloseTo(2.5, offset(1e-12));
    assertThat(ranking.lift(0.1, new int[10], 1, of(falling))).isNaN();
  }

  @Test
  void ofTwoClassesTheRarerOneIsSought() {
    int[] truth = {1, 1, 0, 1};
    Ranking.Scores scores = of(0.9f, 0.2f, 0.3f, 0.8f);
    assertThat(ranking.of(ValidationMetric.AVERAGE_PRECISION, truth, 2, scores))
        .isEqualTo(ranking.averagePrecision(truth, 0, scores))
        .isEqualTo(0.5);
    assertThat(ranking.of(ValidationMetric.ROC_AUC, truth, 2, scores))
        .isEqualTo(ranking.rocAuc(truth, 0, scores))
        .isCloseTo(ranking.rocAuc(truth, 1, scores), offset(1e-12))
        .isCloseTo(2.0 / 3, offset(1e-12));
  }

  @Test
  void ofMoreClassesTheMeanOverThoseThatCanBeRankedCounts() {
    int[] truth = {0, 1, 1, 0}; // none of class 2
    float[][] rows = {
      {0.6f, 0.1f, 0.3f}, {0.2f, 0.3f, 0.5f}, {0.3f, 0.6f, 0.1f}, {0.1f, 0.2f, 0.7f}
    };
    Ranking.Scores scores = (example, c) -> rows[example][c];
    for (ValidationMetric metric :
        new ValidationMetric[] {ValidationMetric.ROC_AUC, ValidationMetric.AVERAGE_PRECISION}) {
      double[] byClass =
          IntStream.range(0, 2)
              .mapToDouble(
                  c ->
                      metric == ValidationMetric.ROC_AUC
                          ? ranking.rocAuc(truth, c, scores)
                          : ranking.averagePrecision(truth, c, scores))
              .toArray();
      assertThat(ranking.of(metric, truth, 3, scores)).isEqualTo((byClass[0] + byClass[1]) / 2);
    }
  }

  @Test
  void whereAllAreOfOneClassScoresTellNothing() {
    int[] truth = {1, 1};
    assertThat(ranking.of(ValidationMetric.ROC_AUC, truth, 2, of(0.1f, 0.9f))).isEqualTo(0.5);
    assertThat(ranking.of(ValidationMetric.AVERAGE_PRECISION, truth, 2, of(0.1f, 0.9f)))
        .isEqualTo(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ranking.of(ValidationMetric.ACCURACY, truth, 2, of(0.1f, 0.9f)))
        .withMessageContaining("ACCURACY");
  }

  @Test
  void figuresAreThoseOfAllPairsAndAllThresholds() {
    for (int draw = 0; draw < 200; draw++) {
      RandomStream random = RandomStream.of(draw);
      int n = 2 + random.nextInt(40);
      int levels = 1 + random.nextInt(12);
      int[] truth = new int[n];
      float[] scores = new float[n];
      for (int i = 0; i < n; i++) {
        truth[i] = i < 2 ? i : random.nextInt(2);
        scores[i] = (random.nextInt(levels) - 4) / 3f;
      }
      Ranking.Scores given = (example, c) -> scores[example];
      assertThat(ranking.rocAuc(truth, 1, given)).isCloseTo(pairs(truth, scores), offset(1e-12));
      assertThat(ranking.averagePrecision(truth, 1, given))
          .isCloseTo(thresholds(truth, scores), offset(1e-12));
    }
  }

  private static double pairs(int[] truth, float[] scores) {
    double won = 0;
    int all = 0;
    for (int i = 0; i < truth.length; i++) {
      for (int j = 0; j < truth.length; j++) {
        if (truth[i] == 1 && truth[j] == 0) {
          won += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
          all++;
        }
      }
    }
    return won / all;
  }

  /** The mean over the class's examples of the precision at their score. */
  private static double thresholds(int[] truth, float[] scores) {
    double sum = 0;
    int positives = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] == 1) {
        int above = 0;
        int right = 0;
        for (int j = 0; j < truth.length; j++) {
          above += scores[j] >= scores[i] ? 1 : 0;
          right += scores[j] >= scores[i] && truth[j] == 1 ? 1 : 0;
        }
        sum += (double) right / above;
        positives++;
      }
    }
    return sum / positives;
  }
}
