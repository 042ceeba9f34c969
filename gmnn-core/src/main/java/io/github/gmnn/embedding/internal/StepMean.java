package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;

/**
 * The mean of Â<sup>k</sup> over k = 0..K applied to some columns at a time: their buffers are few
 * and stay in the caches.
 */
public final class StepMean {
  /** Columns that travel at once. */
  private static final int BLOCK = 64;

  private final LinearOperator operator;
  private final int steps;
  private final Workers workers;
  private final DenseMatrix[] buffers;

  /**
   * Makes the buffers.
   *
   * @param width how many columns there are in all
   */
  public StepMean(Adjacency adjacency, int steps, int width, Workers workers) {
    this.operator = adjacency.normalized();
    this.steps = steps;
    this.workers = workers;
    int block = Math.min(BLOCK, width);
    this.buffers = new DenseMatrix[3];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = DenseMatrix.zeros(adjacency.nodes(), block);
    }
  }

  /** How many columns go at once. */
  public int block() {
    return buffers[0].columns();
  }

  /** Where the columns of a block may be written. */
  public DenseMatrix input() {
    return buffers[0];
  }

  /** The mean over this object's steps. */
  public DenseMatrix mean(DenseMatrix in) {
    return mean(in, steps);
  }

  /**
   * The mean over some steps, by Horner's scheme.
   *
   * @param in the input, or what this method gave last
   * @return {@code in} without steps, else another buffer
   */
  public DenseMatrix mean(DenseMatrix in, int newSteps) {
    DenseMatrix current = in;
    for (int k = 0; k < newSteps; k++) {
      DenseMatrix next = free(in, current);
      float share = k == newSteps - 1 ? 1f / (newSteps + 1) : 1f;
      operator.applyAndAdd(share, current, share, in, next, workers);
      current = next;
    }
    return current;
  }

  private DenseMatrix free(DenseMatrix one, DenseMatrix other) {
    for (DenseMatrix buffer : buffers) {
      if (buffer != one && buffer != other) {
        return buffer;
      }
    }
    throw new AssertionError("three buffers, two in use");
  }

  public static void copy(DenseMatrix from, int at, DenseMatrix to, int target, int columns) {
    for (int row = 0; row < from.rows(); row++) {
      System.arraycopy(
          from.data(), row * from.columns() + at, to.data(), row * to.columns() + target, columns);
    }
  }

  /** The means of the first columns. */
  public static double[] columnMeans(DenseMatrix matrix, int count) {
    double[] means = new double[count];
    int width = matrix.columns();
    for (int row = 0; row < matrix.rows(); row++) {
      for (int c = 0; c < count; c++) {
        means[c] += matrix.data()[row * width + c];
      }
    }
    for (int c = 0; c < count; c++) {
      means[c] /= matrix.rows();
    }
    return means;
  }

  /** Takes a value off each of the first columns. */
  public static void subtract(DenseMatrix matrix, double[] values, Workers workers) {
    float[] data = matrix.data();
    int width = matrix.columns();
    workers.forRows(
        matrix.rows(),
        values.length,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int c = 0; c < values.length; c++) {
              data[row * width + c] -= (float) values[c];
            }
          }
        });
  }
}
