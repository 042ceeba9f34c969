package io.github.gmnn.em;

import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;

/** The validation metric of some rows of logits. */
final class Scores {
  private final ValidationMetric metric;
  private final int classes;
  private final ConfusionMatrix confusion;

  Scores(ValidationMetric metric, int classes) {
    this.metric = metric;
    this.classes = classes;
    this.confusion = new ConfusionMatrix(classes);
  }

  double of(float[] logits, int start, int[] labels, int[] some) {
    confusion.clear();
    for (int i : some) {
      confusion.add(labels[i], Elementwise.argMax(logits, start + i * classes, classes));
    }
    return confusion.of(metric);
  }
}
