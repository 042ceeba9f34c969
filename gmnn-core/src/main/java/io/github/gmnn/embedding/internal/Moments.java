package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;

/**
 * What a regression of some columns on others needs to know of nodes, whose parts add up.
 *
 * @param vectors the products of the columns that tell with each other
 * @param common their products with those that are told
 * @param squares the sum of squares of those that are told
 */
public record Moments(DenseMatrix vectors, DenseMatrix common, double squares) {
  /** Returns those of nodes that have a row in both. */
  public static Moments of(DenseMatrix vectors, DenseMatrix told, Workers workers) {
    DenseMatrix products = DenseMatrix.zeros(vectors.columns(), vectors.columns());
    Dense.multiplyTransposedLeft(vectors, vectors, products, workers);
    DenseMatrix common = DenseMatrix.zeros(vectors.columns(), told.columns());
    Dense.multiplyTransposedLeft(vectors, told, common, workers);
    double squares = 0;
    for (float value : told.data()) {
      squares += (double) value * value;
    }
    return new Moments(products, common, squares);
  }

  /**
   * Solves the regression.
   *
   * @param ridge what keeps it from noise, beside the mean square of the columns that tell
   * @return the coefficients, a row for each column that tells
   */
  DenseMatrix solve(double ridge) {
    int width = vectors.rows();
    double sum = 0;
    for (int i = 0; i < width; i++) {
      sum += vectors.get(i, i);
    }
    DenseMatrix shifted = vectors.copy();
    for (int i = 0; i < width; i++) {
      shifted.set(i, i, (float) (vectors.get(i, i) + ridge * sum / width));
    }
    DenseMatrix inverse = DenseMatrix.zeros(width, width);
    Cholesky.factor(shifted, 0).copyInverseTransposedTo(inverse);
    DenseMatrix half = DenseMatrix.zeros(width, common.columns());
    Dense.multiplyTransposedLeft(inverse, common, half, Workers.sequential());
    DenseMatrix solved = DenseMatrix.zeros(width, common.columns());
    Dense.multiply(inverse, half, solved, Workers.sequential());
    return solved;
  }

  /** The sum of squares of what such coefficients leave of the columns that are told. */
  double errors(DenseMatrix coefficients) {
    DenseMatrix products = DenseMatrix.zeros(common.rows(), common.columns());
    Dense.multiply(vectors, coefficients, products, Workers.sequential());
    double errors = squares;
    for (int i = 0; i < coefficients.data().length; i++) {
      errors += (products.data()[i] - 2.0 * common.data()[i]) * coefficients.data()[i];
    }
    return errors;
  }
}
