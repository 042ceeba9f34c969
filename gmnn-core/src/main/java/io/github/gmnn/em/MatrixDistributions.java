package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.training.internal.Score;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Distributions as matrices of this process.
 *
 * @param validation measures them
 * @param operator Â
 * @param labels makes the label of every labelled node certain
 * @param workers the threads to use
 */
record MatrixDistributions(
    Validation validation, LinearOperator operator, Consumer<DenseMatrix> labels, Workers workers)
    implements Distributions<DenseMatrix> {
  @Override
  public @Nullable Score score(DenseMatrix distributions) {
    return validation.ofDistributions(distributions);
  }

  /** One after the other, as the stream asks for them. */
  @Override
  public Stream<DenseMatrix> smoothed(DenseMatrix distributions, List<Float> shares) {
    return shares.stream().map(share -> smoothed(distributions, share));
  }

  private DenseMatrix smoothed(DenseMatrix y, float share) {
    DenseMatrix z = y;
    DenseMatrix next = DenseMatrix.zeros(y.rows(), y.columns());
    DenseMatrix spare = DenseMatrix.zeros(y.rows(), y.columns());
    for (int step = 0; step < Smoothing.STEPS; step++) {
      operator.applyAndAdd(share, z, 1 - share, y, next, workers);
      DenseMatrix done = next;
      next = spare;
      spare = done;
      z = done;
    }
    Smoothing.normalize(z.data(), z.columns());
    return z;
  }

  @Override
  public DenseMatrix sharpened(DenseMatrix distributions) {
    Confidence.sharpen(distributions.data(), distributions.columns());
    labels.accept(distributions);
    return distributions;
  }
}
