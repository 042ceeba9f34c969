package io.github.gmnn.compute;

import io.github.gmnn.internal.Nd4jBackend;
import java.nio.FloatBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Large dense products by ND4J's BLAS, where the application has a backend. They are worth the
 * copies to its memory and back: the vector kernels take up to one and a half times as long, the
 * scalar ones ten times. BLAS uses threads of its own, as many as ND4J gives it.
 */
final class Blas {
  /** Multiply-adds from which the copies are worth it. */
  private static final long LEAST_WORK = 1L << 27;

  private static final int LEAST_SIDE = 128;

  private Blas() {}

  /** Whether a product of these sizes is done faster here, and can be. */
  static boolean pays(int rows, int k, int n) {
    return (long) rows * k * n >= LEAST_WORK
        && Math.min(rows, Math.min(k, n)) >= LEAST_SIDE
        && Nd4jBackend.isUsable();
  }

  /** {@code out = a·b}, or {@code out = a·bᵀ}. */
  static void multiply(
      DenseMatrix a, DenseMatrix b, boolean transposed, DenseMatrix out, Workers workers) {
    try (Copy left = Copy.of(a, workers);
        Copy right = Copy.of(b, workers);
        Copy result = Copy.empty(out)) {
      Nd4j.gemm(left.array, right.array, result.array, false, transposed, 1, 0);
      result.writeTo(out, workers);
    }
  }

  /** {@code out += aᵀ·g}. */
  static void addTransposedLeft(DenseMatrix a, DenseMatrix g, DenseMatrix out, Workers workers) {
    try (Copy left = Copy.of(a, workers);
        Copy right = Copy.of(g, workers);
        Copy result = Copy.of(out, workers)) {
      Nd4j.gemm(left.array, right.array, result.array, true, false, 1, 1);
      result.writeTo(out, workers);
    }
  }

  /** A matrix in ND4J's memory, until it is closed. */
  private record Copy(INDArray array, FloatBuffer values) implements AutoCloseable {
    static Copy empty(DenseMatrix matrix) {
      INDArray array =
          Nd4j.createUninitializedDetached(DataType.FLOAT, matrix.rows(), matrix.columns());
      return new Copy(array, array.data().asNioFloat());
    }

    static Copy of(DenseMatrix matrix, Workers workers) {
      Copy copy = empty(matrix);
      int n = matrix.columns();
      workers.forRows(
          matrix.rows(),
          n,
          (from, to) -> copy.values.put(from * n, matrix.data(), from * n, (to - from) * n));
      return copy;
    }

    void writeTo(DenseMatrix matrix, Workers workers) {
      int n = matrix.columns();
      workers.forRows(
          matrix.rows(),
          n,
          (from, to) -> values.get(from * n, matrix.data(), from * n, (to - from) * n));
    }

    @Override
    public void close() {
      array.close();
    }
  }
}
