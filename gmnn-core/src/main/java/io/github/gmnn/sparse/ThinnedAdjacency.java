package io.github.gmnn.sparse;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.kernel.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * The operator of the graph convolution without some edges, drawn anew for every pass: D<sup>-1/2
 * </sup>(A' + I)D<sup>-1/2</sup>, D being the degrees of A' + I. An edge and the edge against its
 * direction stay or go together. With nothing dropped it is {@link Adjacency#normalized()} to the
 * last bit.
 *
 * <p>A draw and a product cost time linear in nodes and edges. Memory is made once. Used by one
 * thread at a time.
 */
public final class ThinnedAdjacency {
  private final Kept rows;
  private final Kept columns;
  private final double[] scales;

  /**
   * Prepares a graph; nothing can be applied before the first {@link #draw}.
   *
   * @param matrix non-negative weights with an empty diagonal, as {@link Adjacency#matrix()} has
   *     them
   */
  public ThinnedAdjacency(CsrMatrix matrix) {
    this.scales = new double[matrix.rows()];
    this.rows = new Kept(matrix);
    this.columns = matrix.transpose() == matrix ? rows : new Kept(matrix.transpose());
  }

  /** The entries of A' + I, or of its transpose, with room for all of A + I. */
  private static final class Kept {
    private final CsrMatrix matrix;
    private final int[] begin;
    private final int[] end;
    private final int[] columns;
    private final float[] values;
    private final SparseRows arrays;

    Kept(CsrMatrix matrix) {
      this.matrix = matrix;
      int nodes = matrix.rows();
      int room = Limits.checkNonZeros((long) matrix.nonZeros() + nodes, matrix + " and self-loops");
      this.begin = new int[nodes + 1];
      for (int u = 0; u <= nodes; u++) {
        begin[u] = matrix.rowPointers()[u] + u;
      }
      this.end = new int[nodes];
      this.columns = new int[room];
      this.values = new float[room];
      this.arrays = new SparseRows(begin, end, 0, columns, values);
    }

    /** Copies what is kept of some rows, self-loops in their place. */
    void copy(long key, double rate, RandomStream names, double @Nullable [] scales, int u) {
      int next = begin[u];
      boolean loop = false;
      double degree = 1;
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        int v = matrix.columnIndex(e);
        if (!loop && v > u) {
          columns[next] = u;
          values[next++] = 1f;
          loop = true;
        }
        if (uniform(key, names.name(u), names.name(v)) >= rate) {
          columns[next] = v;
          values[next++] = matrix.value(e);
          degree += matrix.value(e);
        }
      }
      if (!loop) {
        columns[next] = u;
        values[next++] = 1f;
      }
      end[u] = next;
      if (scales != null) {
        scales[u] = 1 / Math.sqrt(degree);
      }
    }

    void scale(double[] scales, int u) {
      for (int e = begin[u]; e < end[u]; e++) {
        values[e] = (float) (scales[u] * scales[columns[e]] * values[e]);
      }
    }

    /** The number of a pair of nodes, whichever comes first. */
    private static double uniform(long key, int u, int v) {
      long pair = (long) Math.min(u, v) << 32 | Math.max(u, v);
      return (RandomStream.mix(key ^ RandomStream.mix(pair + RandomStream.GOLDEN)) >>> 11)
          * 0x1.0p-53;
    }
  }

  /**
   * Draws the edges that are left out.
   *
   * @param rate the probability to leave an edge out, in [0, 1)
   * @param random names the randomness: equal keys leave out equal edges, whatever the threads
   * @param workers the threads to use
   */
  public void draw(double rate, RandomStream random, Workers workers) {
    Checks.dropRate(rate, "edge dropout rate");
    copy(rows, rate, random, scales, workers);
    if (columns != rows) {
      copy(columns, rate, random, null, workers);
      scale(columns, workers);
    }
    scale(rows, workers);
  }

  private static void copy(
      Kept kept, double rate, RandomStream random, double @Nullable [] scales, Workers workers) {
    workers.forNonZeros(
        kept.begin,
        8,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            kept.copy(random.key(), rate, random, scales, u);
          }
        });
  }

  private void scale(Kept kept, Workers workers) {
    workers.forNonZeros(
        kept.begin,
        4,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            kept.scale(scales, u);
          }
        });
  }

  /** Computes {@code out = a·M·in + b·addend}; see {@link LinearOperator#applyAndAdd}. */
  public void applyAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    CsrMatrix.gatherAndAdd(rows.arrays, a, in, b, addend, out, workers);
  }

  /** Computes {@code out = a·Mᵀ·in + b·addend}. */
  public void applyTransposedAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    CsrMatrix.gatherAndAdd(columns.arrays, a, in, b, addend, out, workers);
  }
}
