package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.model.ModelState;
import java.util.stream.IntStream;

/**
 * The predictions for the validation nodes, or for a sample of them.
 *
 * @param labels their classes
 * @param distributions a row each, without a temperature
 */
record ValidationPredictions(int[] labels, DenseMatrix distributions) {
  static ValidationPredictions none(int classes) {
    return new ValidationPredictions(new int[0], DenseMatrix.zeros(0, classes));
  }

  /** The temperature that these nodes choose; 1 if they are few. */
  double temperature() {
    return labels.length < Temperature.FEWEST ? 1 : Temperature.choose(labels, distributions);
  }

  /** What a model keeps of them. */
  ModelState.Decisions decisions(double temperature) {
    DenseMatrix calibrated = distributions.copy();
    Temperature.apply(temperature, calibrated);
    return ModelState.Decisions.of(labels, IntStream.range(0, labels.length).toArray(), calibrated);
  }
}
