package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Proves the gradient of an {@link SmoothFunction} by central differences. */
final class FiniteDifferences {
  private static final double STEP = 1e-5;

  private FiniteDifferences() {}

  static void check(SmoothFunction objective, double[] place) {
    double[] gradient = new double[place.length];
    double[] unused = new double[place.length];
    objective.evaluate(place, gradient);
    for (int i = 0; i < place.length; i++) {
      double[] moved = place.clone();
      moved[i] += STEP;
      double above = objective.evaluate(moved, unused);
      moved[i] -= 2 * STEP;
      double below = objective.evaluate(moved, unused);
      assertThat(gradient[i])
          .as("derivative by parameter %d", i)
          .isCloseTo((above - below) / (2 * STEP), within(1e-7));
    }
  }
}
