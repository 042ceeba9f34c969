package io.github.gmnn.em;

import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import io.github.gmnn.training.internal.Ranking;

/** Measures examples by the validation metric, whether it ranks them or counts labels. */
final class Scores {
  private final ValidationMetric metric;
  private final int classes;
  private final ConfusionMatrix confusion;
  private final Ranking ranking = new Ranking();

  Scores(ValidationMetric metric, int classes) {
    this.metric = metric;
    this.classes = classes;
    this.confusion = new ConfusionMatrix(classes);
  }

  /**
   * Returns the metric.
   *
   * @param labels the class of each example
   * @param scores probabilities or their logarithms
   */
  double of(int[] labels, Ranking.Scores scores) {
    if (metric.ranks()) {
      return ranking.of(metric, labels, classes, scores);
    }
    confusion.clear();
    for (int i = 0; i < labels.length; i++) {
      int best = 0;
      for (int c = 1; c < classes; c++) {
        best = scores.of(i, c) > scores.of(i, best) ? c : best;
      }
      confusion.add(labels[i], best);
    }
    return confusion.of(metric);
  }
}
