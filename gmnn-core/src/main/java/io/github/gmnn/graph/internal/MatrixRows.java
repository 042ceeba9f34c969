package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.internal.PersistentArray;
import io.github.gmnn.sparse.CsrMatrix;
import org.jspecify.annotations.Nullable;

/**
 * A sparse matrix whose rows are replaced one by one: each change gives another matrix, which
 * shares all other rows with the old one. Immutable and thread-safe.
 */
public final class MatrixRows {
  private final CsrMatrix base;
  private final Lazy<double[]> sumsOfBase;
  private final PersistentArray<SparseRow> changed;

  private MatrixRows(
      CsrMatrix base, Lazy<double[]> sumsOfBase, PersistentArray<SparseRow> changed) {
    this.base = base;
    this.sumsOfBase = sumsOfBase;
    this.changed = changed;
  }

  /** Returns a matrix as it is. */
  static MatrixRows of(CsrMatrix matrix) {
    Lazy<double[]> sums =
        new Lazy<>(
            () -> {
              double[] result = new double[matrix.rows()];
              for (int row = 0; row < result.length; row++) {
                result[row] = rowOf(matrix, row).sum();
              }
              return result;
            });
    return new MatrixRows(matrix, sums, PersistentArray.empty());
  }

  private static SparseRow rowOf(CsrMatrix matrix, int row) {
    return new SparseRow(
        matrix.columnIndices(), matrix.values(), matrix.rowStart(row), matrix.rowEnd(row));
  }

  /** Returns a row; those that were never there are empty. */
  public SparseRow row(int index) {
    SparseRow row = changed.get(index);
    if (row != null) {
      return row;
    }
    return index < base.rows() ? rowOf(base, index) : SparseRow.EMPTY;
  }

  /** Returns a row if it is not that of {@link #base()}; else null. */
  public @Nullable SparseRow changed(int index) {
    SparseRow row = changed.get(index);
    return row != null || index < base.rows() ? row : SparseRow.EMPTY;
  }

  /** Returns the matrix that has all rows that did not change, for loops over many. */
  public CsrMatrix base() {
    return base;
  }

  /** Returns the sum of a row. */
  public double sum(int index) {
    SparseRow row = changed.get(index);
    if (row != null) {
      return row.sum();
    }
    return index < base.rows() ? sumsOfBase.get()[index] : 0;
  }

  /** Returns the matrix with another row. */
  MatrixRows with(int index, SparseRow row) {
    return new MatrixRows(base, sumsOfBase, changed.with(index, row));
  }

  /**
   * Collects the rows that are not those of another version of this matrix.
   *
   * @return whether that is known: both began with the same matrix
   */
  boolean addChanges(MatrixRows other, IntList to) {
    if (other.base != base) {
      return false;
    }
    changed.differences(other.changed, to::add);
    return true;
  }

  /** Returns how many rows are not those of the matrix that it began with. */
  public int changes() {
    return changed.count();
  }

  /** Returns the matrix in one piece. */
  CsrMatrix matrix(int rows, int columns) {
    long entries = 0;
    for (int row = 0; row < rows; row++) {
      entries += row(row).length();
    }
    int[] pointers = new int[rows + 1];
    int[] indices = new int[Limits.checkNonZeros(entries, "the rows of a changed graph")];
    float[] values = new float[indices.length];
    int next = 0;
    for (int index = 0; index < rows; index++) {
      SparseRow row = row(index);
      System.arraycopy(row.columns(), row.from(), indices, next, row.length());
      System.arraycopy(row.values(), row.from(), values, next, row.length());
      next += row.length();
      pointers[index + 1] = next;
    }
    return CsrMatrix.of(rows, columns, pointers, indices, values);
  }
}
