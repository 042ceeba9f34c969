package io.github.gmnn.baseline.relational;

import java.util.Arrays;

/**
 * Minimises smooth functions by L-BFGS (Nocedal 1980) with backtracking. It needs neither a
 * learning rate nor randomness, so that penalties are all that is left to choose.
 */
final class Lbfgs {
  private static final int MEMORY = 10;
  private static final int MAX_ITERATIONS = 300;
  private static final int MAX_HALVINGS = 30;
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double GRADIENT_TOLERANCE = 1e-4;
  private static final double VALUE_TOLERANCE = 1e-7;

  private final SmoothFunction objective;
  private final int size;
  private final double[][] steps;
  private final double[][] changes;
  private final double[] products = new double[MEMORY];
  private final double[] coefficients = new double[MEMORY];
  private int stored;

  private Lbfgs(SmoothFunction objective) {
    this.objective = objective;
    this.size = objective.size();
    this.steps = new double[MEMORY][size];
    this.changes = new double[MEMORY][size];
  }

  /**
   * Returns a place where the gradient vanishes or the function no longer falls.
   *
   * @param start where to begin; not changed
   */
  static double[] minimize(SmoothFunction objective, double[] start) {
    return new Lbfgs(objective).run(start.clone());
  }

  private double[] run(double[] place) {
    double[] gradient = new double[size];
    double[] nextPlace = new double[size];
    double[] nextGradient = new double[size];
    double[] direction = new double[size];
    double value = objective.evaluate(place, gradient);
    for (int i = 0; i < MAX_ITERATIONS && !flat(gradient, place); i++) {
      double slope = chooseDirection(gradient, direction);
      // Before anything is known of the curvature, a step as long as the gradient may be far off.
      double step = stored == 0 ? 1 / Math.max(1, Math.sqrt(-slope)) : 1;
      double nextValue = Double.NaN;
      int halvings = 0;
      for (; halvings < MAX_HALVINGS; halvings++, step /= 2) {
        for (int j = 0; j < size; j++) {
          nextPlace[j] = place[j] + step * direction[j];
        }
        nextValue = objective.evaluate(nextPlace, nextGradient);
        if (nextValue <= value + SUFFICIENT_DECREASE * step * slope) {
          break;
        }
      }
      if (halvings == MAX_HALVINGS) {
        return place; // Rounding hides whatever is left to gain.
      }
      remember(place, nextPlace, gradient, nextGradient);
      boolean stalled = value - nextValue <= VALUE_TOLERANCE * Math.max(1, Math.abs(value));
      value = nextValue;
      System.arraycopy(nextPlace, 0, place, 0, size);
      System.arraycopy(nextGradient, 0, gradient, 0, size);
      if (stalled) {
        return place;
      }
    }
    return place;
  }

  private static boolean flat(double[] gradient, double[] place) {
    return Math.sqrt(dot(gradient, gradient))
        <= GRADIENT_TOLERANCE * Math.max(1, Math.sqrt(dot(place, place)));
  }

  /** Fills in the direction to go and returns the slope along it, which is negative. */
  private double chooseDirection(double[] gradient, double[] direction) {
    for (int j = 0; j < size; j++) {
      direction[j] = -gradient[j];
    }
    int known = Math.min(stored, MEMORY);
    for (int k = stored - 1; k >= stored - known; k--) {
      int m = k % MEMORY;
      coefficients[m] = dot(steps[m], direction) / products[m];
      add(direction, -coefficients[m], changes[m]);
    }
    if (known > 0) {
      int last = (stored - 1) % MEMORY;
      double scale = products[last] / dot(changes[last], changes[last]);
      for (int j = 0; j < size; j++) {
        direction[j] *= scale;
      }
    }
    for (int k = stored - known; k < stored; k++) {
      int m = k % MEMORY;
      add(direction, coefficients[m] - dot(changes[m], direction) / products[m], steps[m]);
    }
    double slope = dot(gradient, direction);
    if (slope < 0) {
      return slope;
    }
    stored = 0; // What was remembered is of no use here: go straight down.
    Arrays.setAll(direction, j -> -gradient[j]);
    return -dot(gradient, gradient);
  }

  private void remember(
      double[] place, double[] nextPlace, double[] gradient, double[] nextGradient) {
    int m = stored % MEMORY;
    for (int j = 0; j < size; j++) {
      steps[m][j] = nextPlace[j] - place[j];
      changes[m][j] = nextGradient[j] - gradient[j];
    }
    products[m] = dot(steps[m], changes[m]);
    if (products[m] > 1e-12 * dot(changes[m], changes[m])) {
      stored++;
    }
  }

  private static void add(double[] target, double factor, double[] values) {
    for (int j = 0; j < target.length; j++) {
      target[j] += factor * values[j];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
