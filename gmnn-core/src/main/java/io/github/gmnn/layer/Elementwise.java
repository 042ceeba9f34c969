package io.github.gmnn.layer;

import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.Workers;

/** Loops over all elements of matrices of one shape. */
final class Elementwise {
  private Elementwise() {}

  /** {@code to += from}. */
  static void add(DenseMatrix from, DenseMatrix to, Workers workers) {
    combine(1f, from, 1f, to, to, workers);
  }

  /** {@code out = a·x + b·y}; {@code out} may be one of the others. */
  static void combine(
      float a, DenseMatrix x, float b, DenseMatrix y, DenseMatrix out, Workers workers) {
    float[] left = x.data();
    float[] right = y.data();
    float[] sum = out.data();
    forElements(
        out,
        workers,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sum[i] = a * left[i] + b * right[i];
          }
        });
  }

  /** {@code x = a·x}. */
  static void scale(float a, DenseMatrix x, Workers workers) {
    float[] data = x.data();
    forElements(
        x,
        workers,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            data[i] *= a;
          }
        });
  }

  /** {@code x = max(x, 0)}. */
  static void rectify(DenseMatrix x, Workers workers) {
    float[] data = x.data();
    forElements(
        x,
        workers,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            data[i] = Math.max(data[i], 0f);
          }
        });
  }

  /** Multiplies by {@code a} where {@code test} is positive, and by zero elsewhere. */
  static void wherePositive(DenseMatrix test, float a, DenseMatrix x, Workers workers) {
    float[] condition = test.data();
    float[] data = x.data();
    forElements(
        x,
        workers,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            data[i] = condition[i] > 0f ? a * data[i] : 0f;
          }
        });
  }

  private static void forElements(DenseMatrix matrix, Workers workers, Workers.RowRange body) {
    int columns = matrix.columns();
    workers.forRows(matrix.rows(), columns, (from, to) -> body.run(from * columns, to * columns));
  }
}
