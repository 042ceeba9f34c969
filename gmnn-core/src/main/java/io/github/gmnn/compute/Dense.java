package io.github.gmnn.compute;

import io.github.gmnn.kernel.DenseKernels;
import io.github.gmnn.kernel.Elementwise;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Products, sums and softmaxes of dense matrices, in parallel where they are given threads. Results
 * do not depend on the number of threads.
 *
 * <p>A product costs {@code rows x k x n} multiply-adds. Small ones run on the kernels and allocate
 * nothing that grows with the matrices. Large ones run on ND4J's BLAS where the application has a
 * backend, and hold copies of the matrices in its memory meanwhile.
 */
public final class Dense {
  private static final DenseKernels KERNELS = DenseKernels.BEST;

  /** Elements of a result up to which {@code aᵀ·g} is summed in blocks of rows. */
  private static final int MAX_BLOCK_RESULT = 1 << 14;

  private static final int MAX_BLOCKS = 16;

  /**
   * Where blocks but the first are summed, at most 1 MB, as often as there ever were sums at once.
   */
  private static final Queue<float[][]> BLOCK_SUMS = new ConcurrentLinkedQueue<>();

  private Dense() {}

  /**
   * Computes {@code out = a·b}, overwriting {@code out}.
   *
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiply(DenseMatrix a, DenseMatrix b, DenseMatrix out, Workers workers) {
    multiply(a, b, out, 0, a.rows(), workers);
  }

  /**
   * Computes some rows of {@code out = a·b}, and perhaps those between them: dense rows are so
   * cheap that a product over the gaps costs less than many short ones.
   *
   * @param rows the rows; those before the first and after the last stay as they are
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiply(
      DenseMatrix a, DenseMatrix b, DenseMatrix out, RowSet rows, Workers workers) {
    multiply(a, b, out, rows.first(), rows.end(), workers);
  }

  private static void multiply(
      DenseMatrix a, DenseMatrix b, DenseMatrix out, int first, int end, Workers workers) {
    check(
        a.columns() == b.rows() && out.rows() == a.rows() && out.columns() == b.columns(),
        a,
        b,
        out);
    int k = a.columns();
    int n = b.columns();
    if (Blas.pays(a.rows(), k, n)) {
      Blas.multiply(a, b, false, out, workers);
      return;
    }
    workers.forRows(
        end - first,
        (long) k * n,
        (from, to) ->
            KERNELS.multiply(a.data(), b.data(), out.data(), k, n, first + from, first + to));
  }

  /**
   * Computes {@code out = g·bᵀ}, overwriting {@code out}.
   *
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiplyTransposedRight(
      DenseMatrix g, DenseMatrix b, DenseMatrix out, Workers workers) {
    multiplyTransposedRight(g, b, out, 0, g.rows(), workers);
  }

  /**
   * Computes some rows of {@code out = g·bᵀ}, and perhaps those between them.
   *
   * @param rows the rows; those before the first and after the last stay as they are
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiplyTransposedRight(
      DenseMatrix g, DenseMatrix b, DenseMatrix out, RowSet rows, Workers workers) {
    multiplyTransposedRight(g, b, out, rows.first(), rows.end(), workers);
  }

  private static void multiplyTransposedRight(
      DenseMatrix g, DenseMatrix b, DenseMatrix out, int first, int end, Workers workers) {
    check(
        g.columns() == b.columns() && out.rows() == g.rows() && out.columns() == b.rows(),
        g,
        b,
        out);
    int k = b.rows();
    int n = b.columns();
    if (Blas.pays(g.rows(), k, n)) {
      Blas.multiply(g, b, true, out, workers);
      return;
    }
    workers.forRows(
        end - first,
        (long) k * n,
        (from, to) ->
            KERNELS.multiplyTransposedRight(
                g.data(), b.data(), out.data(), k, n, first + from, first + to));
  }

  /**
   * Computes {@code out = aᵀ·g}, overwriting {@code out}.
   *
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiplyTransposedLeft(
      DenseMatrix a, DenseMatrix g, DenseMatrix out, Workers workers) {
    checkTransposedLeft(a, g, out);
    out.fill(0f);
    addTransposedLeft(a, g, out, 0, a.rows(), workers);
  }

  /**
   * Computes {@code out = aᵀ·g}, overwriting {@code out}.
   *
   * @param rows the rows of {@code g} that are not zero
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void multiplyTransposedLeft(
      DenseMatrix a, DenseMatrix g, DenseMatrix out, RowSet rows, Workers workers) {
    checkTransposedLeft(a, g, out);
    out.fill(0f);
    addTransposedLeft(a, g, out, rows.first(), rows.end(), workers);
  }

  /**
   * Computes {@code out += aᵀ·g}.
   *
   * @throws IllegalArgumentException if the shapes do not fit, or {@code out} is an operand
   */
  public static void addTransposedLeft(
      DenseMatrix a, DenseMatrix g, DenseMatrix out, Workers workers) {
    checkTransposedLeft(a, g, out);
    addTransposedLeft(a, g, out, 0, a.rows(), workers);
  }

  private static void addTransposedLeft(
      DenseMatrix a, DenseMatrix g, DenseMatrix out, int first, int end, Workers workers) {
    int rows = a.rows();
    int k = a.columns();
    int n = g.columns();
    if (Blas.pays(rows, k, n)) {
      Blas.addTransposedLeft(a, g, out, workers);
      return;
    }
    int blocks = blocks(rows, k, n);
    if (blocks > 1) {
      multiplyInBlocks(a, g, out.data(), first, end, blocks, workers);
      return;
    }
    workers.forRows(
        k,
        (long) rows * n,
        (from, to) ->
            KERNELS.multiplyTransposedLeft(
                a.data(), g.data(), out.data(), k, n, from, to, first, end));
  }

  /**
   * How many blocks of rows a small result is summed in. That depends on the sizes alone, whatever
   * rows are zero, and so does the order of the sum.
   */
  private static int blocks(int rows, int k, int n) {
    if ((long) k * n > MAX_BLOCK_RESULT) {
      return 1;
    }
    long work = (long) rows * k * n;
    return (int) Math.min(MAX_BLOCKS, work / Workers.MIN_WORK_PER_THREAD);
  }

  private static void multiplyInBlocks(
      DenseMatrix a, DenseMatrix g, float[] out, int first, int end, int blocks, Workers workers) {
    int rows = a.rows();
    int k = a.columns();
    int n = g.columns();
    float[][] free = BLOCK_SUMS.poll();
    float[][] sums = free == null ? new float[MAX_BLOCKS][0] : free;
    workers.forParts(
        blocks,
        block -> {
          int from = Math.max(first, (int) ((long) rows * block / blocks));
          int to = Math.min(end, (int) ((long) rows * (block + 1) / blocks));
          if (block > 0) {
            if (sums[block].length < k * n) {
              sums[block] = new float[k * n];
            } else {
              Arrays.fill(sums[block], 0, k * n, 0f);
            }
          }
          float[] sum = block == 0 ? out : sums[block];
          if (from < to) {
            KERNELS.multiplyTransposedLeft(a.data(), g.data(), sum, k, n, 0, k, from, to);
          }
        });
    for (int block = 1; block < blocks; block++) {
      float[] sum = sums[block];
      for (int i = 0; i < k * n; i++) {
        out[i] += sum[i];
      }
    }
    BLOCK_SUMS.offer(sums);
  }

  private static void checkTransposedLeft(DenseMatrix a, DenseMatrix g, DenseMatrix out) {
    check(
        a.rows() == g.rows() && out.rows() == a.columns() && out.columns() == g.columns(),
        a,
        g,
        out);
  }

  private static void check(boolean fits, DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    if (!fits) {
      throw new IllegalArgumentException("shapes do not fit: " + a + ", " + b + " into " + out);
    }
    if (out.data() == a.data() || out.data() == b.data()) {
      throw new IllegalArgumentException("out must be a matrix of its own: " + out);
    }
  }

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

  /**
   * Computes softmax(logits / temperature) row by row.
   *
   * @param logits a row per node
   * @param temperature a positive number; 1 leaves the logits as they are
   * @param out where the distributions go; may be {@code logits} itself
   */
  public static void softmax(DenseMatrix logits, double temperature, DenseMatrix out) {
    int classes = logits.columns();
    float[] p = out.data();
    float factor = (float) (1 / temperature);
    for (int row = 0; row < p.length; row += classes) {
      Elementwise.subtractMax(logits.data(), row, classes, factor, p);
    }
    Elementwise.exp(p, 0, p.length);
    for (int row = 0; row < p.length; row += classes) {
      float scale = (float) (1 / Elementwise.sum(p, row, classes));
      for (int j = row; j < row + classes; j++) {
        p[j] *= scale;
      }
    }
  }

  /** Computes log softmax(logits) row by row; {@code out} may be {@code logits} itself. */
  public static void logSoftmax(DenseMatrix logits, DenseMatrix out) {
    int classes = logits.columns();
    for (int row = 0; row < logits.rows(); row++) {
      int start = row * classes;
      double logSum = logSumExp(logits.data(), start, classes);
      for (int j = start; j < start + classes; j++) {
        out.data()[j] = (float) (logits.data()[j] - logSum);
      }
    }
  }

  /**
   * Returns log Σ e<sup>z</sup> of one row: what the logits of a distribution are normalised by.
   *
   * @param z an array
   * @param start where the row begins
   * @param length how many logits it has
   */
  public static double logSumExp(float[] z, int start, int length) {
    double max = Elementwise.max(z, start, length);
    double sum = 0;
    for (int j = start; j < start + length; j++) {
      sum += Math.exp(z[j] - max);
    }
    return max + Math.log(sum);
  }

  /**
   * Makes columns orthonormal in place, after Gram and Schmidt; one that is left with nothing
   * becomes zero.
   */
  public static void orthonormalize(DenseMatrix basis) {
    int columns = basis.columns();
    for (int c = 0; c < columns; c++) {
      double before = Math.sqrt(product(basis, c, c));
      for (int other = 0; other < c; other++) {
        float share = (float) product(basis, c, other);
        for (int row = 0; row < basis.rows(); row++) {
          basis.set(row, c, basis.get(row, c) - share * basis.get(row, other));
        }
      }
      double length = Math.sqrt(product(basis, c, c));
      float scale = length <= 1e-6 * before ? 0f : (float) (1 / length);
      for (int row = 0; row < basis.rows(); row++) {
        basis.set(row, c, basis.get(row, c) * scale);
      }
    }
  }

  private static double product(DenseMatrix basis, int left, int right) {
    double sum = 0;
    for (int row = 0; row < basis.rows(); row++) {
      sum += (double) basis.get(row, left) * basis.get(row, right);
    }
    return sum;
  }
}
