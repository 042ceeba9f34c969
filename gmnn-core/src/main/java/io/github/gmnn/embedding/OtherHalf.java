package io.github.gmnn.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.Cholesky;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.sparse.CsrMatrix;

/**
 * How well vectors of one half of the features tell the other half. Unlike {@link HopChoice}'s own
 * question it lets a node's own features speak beside those around it, which is all there is where
 * neighbours have little in common. Random sums stand for the half that is told; a linear
 * regression on the other nodes tells those of every fifth.
 */
final class OtherHalf {
  private static final int DIMENSIONS = 64;
  private static final int ROUNDS = 2;

  /** Beside the mean square of the vectors' columns, what keeps the regression from noise. */
  private static final double RIDGE = 1e-3;

  private final EncoderInput half;
  private final DenseMatrix other;
  private final boolean[] hidden;
  private final RandomStream random;
  private final Workers workers;

  /**
   * Draws the halves.
   *
   * @param hidden the nodes that are told, not learned from
   */
  OtherHalf(EncoderInput input, boolean[] hidden, RandomStream random, Workers workers) {
    CsrMatrix features = input.features();
    this.hidden = hidden;
    this.random = random;
    this.workers = workers;
    boolean[] first = new boolean[features.columns()];
    RandomStream halves = random.derive("halves");
    for (int c = 0; c < first.length; c++) {
      first[c] = halves.nextDouble() < 0.5;
    }
    this.half = new EncoderInput(input.adjacency(), columns(features, first));
    this.other = DenseMatrix.zeros(features.rows(), DIMENSIONS);
    features.apply(sums(features, first), other, workers);
    center(other);
  }

  private static CsrMatrix columns(CsrMatrix features, boolean[] kept) {
    int[] pointers = new int[features.rows() + 1];
    for (int row = 0; row < features.rows(); row++) {
      pointers[row + 1] = pointers[row];
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        pointers[row + 1] += kept[features.columnIndex(e)] ? 1 : 0;
      }
    }
    int[] indices = new int[pointers[features.rows()]];
    float[] values = new float[indices.length];
    int next = 0;
    for (int e = 0; e < features.nonZeros(); e++) {
      if (kept[features.columnIndex(e)]) {
        indices[next] = features.columnIndex(e);
        values[next++] = features.value(e);
      }
    }
    return CsrMatrix.of(features.rows(), features.columns(), pointers, indices, values);
  }

  private DenseMatrix sums(CsrMatrix features, boolean[] left) {
    float[] factors = GraphSurroundings.columnFactors(features);
    RandomStream draws = random.derive("sums");
    DenseMatrix sums = DenseMatrix.zeros(factors.length, DIMENSIONS);
    for (int i = 0; i < sums.data().length; i++) {
      float draw = (float) (draws.nextDouble() - 0.5);
      sums.data()[i] = left[i / DIMENSIONS] ? 0f : factors[i / DIMENSIONS] * draw;
    }
    return sums;
  }

  private void center(DenseMatrix matrix) {
    StepMean.subtract(matrix, StepMean.columnMeans(matrix, matrix.columns()), workers);
  }

  /** The share of the other half's variance that is told; negative if it is worse than means. */
  double told(int hops) {
    DenseMatrix vectors = vectors(hops);
    int width = vectors.columns();
    DenseMatrix seen = seen(vectors);
    DenseMatrix products = DenseMatrix.zeros(width, width);
    Dense.multiplyTransposedLeft(seen, seen, products, workers);
    double squares = 0;
    for (int i = 0; i < width; i++) {
      squares += products.get(i, i);
    }
    for (int i = 0; i < width; i++) {
      products.set(i, i, (float) (products.get(i, i) + RIDGE * squares / width));
    }
    DenseMatrix inverse = DenseMatrix.zeros(width, width);
    Cholesky.factor(products, 0).copyInverseTransposedTo(inverse);
    DenseMatrix common = DenseMatrix.zeros(width, DIMENSIONS);
    Dense.multiplyTransposedLeft(seen, seen(other), common, workers);
    DenseMatrix solved = DenseMatrix.zeros(width, DIMENSIONS);
    Dense.multiplyTransposedLeft(inverse, common, solved, workers);
    Dense.multiply(inverse, solved, common, workers);
    DenseMatrix told = DenseMatrix.zeros(other.rows(), DIMENSIONS);
    Dense.multiply(vectors, common, told, workers);
    double errors = 0;
    double variance = 0;
    for (int i = 0; i < told.data().length; i++) {
      if (hidden[i / DIMENSIONS]) {
        double value = other.data()[i];
        errors += (value - told.data()[i]) * (value - told.data()[i]);
        variance += value * value;
      }
    }
    return variance == 0 ? 0 : 1 - errors / variance;
  }

  private DenseMatrix vectors(int hops) {
    PrincipalComponents components =
        new PrincipalComponents(
            new GraphSurroundings(half, DIMENSIONS, workers),
            hops,
            DIMENSIONS,
            random.derive("directions"),
            workers);
    for (int round = 0; round < ROUNDS; round++) {
      components.round();
    }
    DenseMatrix weights = components.weights(DIMENSIONS, random.derive("rotation"));
    StepMean steps = new StepMean(half.adjacency(), hops, DIMENSIONS, workers);
    half.features().apply(weights, steps.input(), workers);
    center(steps.input());
    DenseMatrix vectors = steps.mean(steps.input());
    center(vectors);
    return vectors;
  }

  /** A copy with zeros for hidden nodes. */
  private DenseMatrix seen(DenseMatrix rows) {
    DenseMatrix seen = rows.copy();
    for (int i = 0; i < seen.data().length; i++) {
      seen.data()[i] = hidden[i / rows.columns()] ? 0f : seen.data()[i];
    }
    return seen;
  }
}
