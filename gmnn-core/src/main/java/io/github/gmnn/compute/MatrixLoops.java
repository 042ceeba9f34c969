package io.github.gmnn.compute;

/** Loops over all elements of matrices of one shape. For those who write layers. */
public final class MatrixLoops {
  private MatrixLoops() {}

  /** {@code to += from}. */
  public static void add(DenseMatrix from, DenseMatrix to, Workers workers) {
    combine(1f, from, 1f, to, to, workers);
  }

  /** {@code out = a·x + b·y}; {@code out} may be one of the others. */
  public static void combine(
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
  public static void scale(float a, DenseMatrix x, Workers workers) {
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
  public static void rectify(DenseMatrix x, Workers workers) {
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

  /** {@code x = a·x} where {@code test} is positive, 0 elsewhere. */
  public static void keepWherePositive(float a, DenseMatrix test, DenseMatrix x, Workers workers) {
    forElements(
        x,
        workers,
        (from, to) -> Elementwise.keepWherePositive(test.data(), a, x.data(), x.data(), from, to));
  }

  private static void forElements(DenseMatrix matrix, Workers workers, Workers.RowRange body) {
    int columns = matrix.columns();
    workers.forRows(matrix.rows(), columns, (from, to) -> body.run(from * columns, to * columns));
  }
}
