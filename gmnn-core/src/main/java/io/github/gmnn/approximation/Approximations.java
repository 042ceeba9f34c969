package io.github.gmnn.approximation;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.kernel.Elementwise;
import java.util.ArrayList;
import java.util.List;

/**
 * The approximation strategies of the paper (appendix "Comparison of Different Approximation
 * Methods").
 */
public final class Approximations {
  private Approximations() {}

  /** Returns the strategy that draws one label per node from softmax(logits). */
  public static ApproximationStrategy singleSample() {
    return new Sampling(1, 1);
  }

  /**
   * Returns the strategy that draws several annotations from softmax(logits); p averages over them,
   * at {@code samples} times the cost of an M-step.
   *
   * @param samples how many to draw, at least 1; the paper's figure is with 10
   */
  public static ApproximationStrategy multiSample(int samples) {
    return new Sampling(samples, 1);
  }

  /**
   * Returns the strategy that draws one label per node from softmax(logits / τ): the default.
   *
   * @param temperature τ, positive; the paper's is 0.1
   */
  public static ApproximationStrategy annealing(double temperature) {
    return new Sampling(1, temperature);
  }

  /** Returns the strategy that takes the likeliest label of each node. */
  public static ApproximationStrategy maxPooling() {
    return new MaxPooling();
  }

  /** Returns the strategy that takes q's distribution itself as input and target of p. */
  public static ApproximationStrategy meanPooling() {
    return new MeanPooling(1);
  }

  /**
   * Returns the strategy that takes softmax(logits / τ) as input and target of p.
   *
   * @param temperature τ, positive
   */
  public static ApproximationStrategy meanPooling(double temperature) {
    return new MeanPooling(temperature);
  }

  private record Sampling(int samples, double temperature) implements ApproximationStrategy {
    Sampling {
      Checks.atLeast(1, samples, "samples");
      Checks.positive(temperature, "temperature");
    }

    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix distribution = DenseMatrix.zeros(logits.rows(), logits.columns());
      Dense.softmax(logits, temperature, distribution);
      List<DenseMatrix> annotations = new ArrayList<>(samples);
      for (int s = 0; s < samples; s++) {
        annotations.add(draw(distribution, random.derive(s)));
      }
      return annotations;
    }

    private static DenseMatrix draw(DenseMatrix distribution, RandomStream random) {
      DenseMatrix labels = DenseMatrix.zeros(distribution.rows(), distribution.columns());
      int classes = distribution.columns();
      for (int row = 0; row < labels.rows(); row++) {
        double left = random.uniform(row);
        int c = 0;
        while (c < classes - 1 && (left -= distribution.get(row, c)) >= 0) {
          c++;
        }
        labels.set(row, c, 1f);
      }
      return labels;
    }

    @Override
    public String toString() {
      if (samples > 1) {
        return "multi-sample(" + samples + ")";
      }
      return temperature == 1 ? "single sample" : "annealing(" + temperature + ")";
    }
  }

  private record MaxPooling() implements ApproximationStrategy {
    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix labels = DenseMatrix.zeros(logits.rows(), logits.columns());
      for (int row = 0; row < logits.rows(); row++) {
        int classes = logits.columns();
        labels.set(row, Elementwise.argMax(logits.data(), row * classes, classes), 1f);
      }
      return List.of(labels);
    }

    @Override
    public String toString() {
      return "max pooling";
    }
  }

  private record MeanPooling(double temperature) implements ApproximationStrategy {
    MeanPooling {
      Checks.positive(temperature, "temperature");
    }

    @Override
    public List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random) {
      DenseMatrix distribution = DenseMatrix.zeros(logits.rows(), logits.columns());
      Dense.softmax(logits, temperature, distribution);
      return List.of(distribution);
    }

    @Override
    public String toString() {
      return temperature == 1 ? "mean pooling" : "mean pooling(" + temperature + ")";
    }
  }
}
