package io.github.gmnn.sparse;

import io.github.gmnn.internal.Lazy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The adjacency of an ordinary graph, edge by edge. Normalised operators are made on first use, in
 * time and memory linear in nodes and edges.
 */
final class CsrAdjacency implements Adjacency {
  private final CsrMatrix matrix;
  private final Lazy<CsrMatrix> normalized = new Lazy<>(this::computeNormalized);
  private final Lazy<CsrMatrix> normalizedWithoutLoops =
      new Lazy<>(this::computeNormalizedWithoutLoops);
  private final Lazy<CsrMatrix> mean = new Lazy<>(this::computeMean);
  private final Lazy<CsrAdjacency> reversed;

  /** The sums of rows and of columns, if they are those of a larger graph; else null. */
  private final double @Nullable [] received;

  private final double @Nullable [] sent;

  CsrAdjacency(CsrMatrix matrix) {
    this(matrix, null, null, null);
  }

  /** A part of a graph, as {@link Adjacency#ofPart} says. */
  static CsrAdjacency ofPart(
      CsrMatrix matrix, @Nullable CsrMatrix reversed, double[] received, double[] sent) {
    CsrAdjacency against =
        reversed == null ? null : new CsrAdjacency(reversed, sent, received, null);
    return new CsrAdjacency(matrix, received, sent, against);
  }

  private CsrAdjacency(
      CsrMatrix matrix,
      double @Nullable [] received,
      double @Nullable [] sent,
      @Nullable CsrAdjacency against) {
    this.received = received;
    this.sent = sent;
    this.reversed =
        new Lazy<>(() -> against != null ? against : received != null ? this : computeReversed());
    if (matrix.rows() != matrix.columns()) {
      throw new IllegalArgumentException("an adjacency must be square, got " + matrix);
    }
    for (int u = 0; u < matrix.rows(); u++) {
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        if (matrix.columnIndex(e) == u || matrix.value(e) < 0) {
          throw new IllegalArgumentException(
              "entry ("
                  + u
                  + ", "
                  + matrix.columnIndex(e)
                  + ") = "
                  + matrix.value(e)
                  + ": an adjacency has no self-loops and no negative weights");
        }
      }
    }
    this.matrix = matrix;
  }

  @Override
  public int nodes() {
    return matrix.rows();
  }

  @Override
  public CsrMatrix matrix() {
    return matrix;
  }

  @Override
  public LinearOperator normalized() {
    return normalized.get();
  }

  @Override
  public LinearOperator mean() {
    return mean.get();
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return normalizedWithoutLoops.get();
  }

  @Override
  public LinearOperator sum() {
    return matrix;
  }

  @Override
  public Adjacency reversed() {
    return reversed.get();
  }

  private CsrAdjacency computeReversed() {
    CsrMatrix transpose = matrix.transpose();
    return transpose == matrix ? this : new CsrAdjacency(transpose);
  }

  private CsrMatrix computeNormalizedWithoutLoops() {
    double[] ofColumns = sent == null ? columnSums() : sent;
    float[] values = new float[matrix.nonZeros()];
    for (int u = 0; u < matrix.rows(); u++) {
      double ofRow = rowSum(u);
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        double scale = Math.sqrt(ofRow * ofColumns[matrix.columnIndex(e)]);
        values[e] = scale == 0 ? 0f : (float) (matrix.value(e) / scale);
      }
    }
    return matrix.withValues(values);
  }

  private double[] columnSums() {
    double[] sums = new double[matrix.columns()];
    for (int e = 0; e < matrix.nonZeros(); e++) {
      sums[matrix.columnIndex(e)] += matrix.value(e);
    }
    return sums;
  }

  private CsrMatrix computeNormalized() {
    int n = matrix.rows();
    if ((long) matrix.nonZeros() + n > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          matrix + " with self-loops exceeds " + (Integer.MAX_VALUE - 8) + " non-zeros");
    }
    double[] scale = new double[n];
    for (int u = 0; u < n; u++) {
      scale[u] = 1 / Math.sqrt(1 + rowSum(u));
    }
    int[] pointers = new int[n + 1];
    int[] columns = new int[matrix.nonZeros() + n];
    float[] values = new float[columns.length];
    int next = 0;
    for (int u = 0; u < n; u++) {
      boolean loop = false;
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        int v = matrix.columnIndex(e);
        if (!loop && v > u) {
          columns[next] = u;
          values[next++] = (float) (scale[u] * scale[u]);
          loop = true;
        }
        columns[next] = v;
        // In this order (u, v) and (v, u) get equal values, and the transpose needs no copy.
        values[next++] = (float) (scale[u] * scale[v] * matrix.value(e));
      }
      if (!loop) {
        columns[next] = u;
        values[next++] = (float) (scale[u] * scale[u]);
      }
      pointers[u + 1] = next;
    }
    return CsrMatrix.of(n, n, pointers, columns, values);
  }

  private CsrMatrix computeMean() {
    float[] values = Arrays.copyOf(matrix.values(), matrix.nonZeros());
    for (int u = 0; u < matrix.rows(); u++) {
      double sum = rowSum(u);
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        values[e] = sum == 0 ? 0f : (float) (values[e] / sum);
      }
    }
    return matrix.withValues(values);
  }

  private double rowSum(int row) {
    if (received != null) {
      return received[row];
    }
    double sum = 0;
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      sum += matrix.value(e);
    }
    return sum;
  }
}
