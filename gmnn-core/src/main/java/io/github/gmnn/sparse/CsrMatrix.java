package io.github.gmnn.sparse;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.kernel.SparseKernels;
import io.github.gmnn.kernel.SparseRows;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sparse matrix in compressed-row form. Within a row, column indices ascend without
 * repetition.
 *
 * <p>As a {@link LinearOperator} it costs {@code nonZeros x columns of the operand}; its transpose
 * is made once, on first use, and kept.
 */
public final class CsrMatrix implements LinearOperator {
  private static final SparseKernels KERNELS = SparseKernels.BEST;

  /** Rows of a product that are still in the first-level cache when the last of them is done. */
  private static final int ROWS_IN_CACHE = 64;

  private final int rows;
  private final int columns;
  private final int[] rowPointers;
  private final int[] columnIndices;
  private final float[] values;
  private final SparseRows arrays;
  private volatile @Nullable CsrMatrix transpose;
  private volatile int @Nullable [] columnPointers;

  private CsrMatrix(int rows, int columns, int[] rowPointers, int[] columnIndices, float[] values) {
    this.rows = rows;
    this.columns = columns;
    this.rowPointers = rowPointers;
    this.columnIndices = columnIndices;
    this.values = values;
    this.arrays = SparseRows.of(rowPointers, columnIndices, values);
  }

  /**
   * Takes over arrays in compressed-row form; the caller must not change them afterwards.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param rowPointers {@code rows + 1} ascending offsets into the other two arrays, from 0
   * @param columnIndices the column of each entry, strictly ascending within a row
   * @param values the value of each entry, finite
   * @return the matrix
   * @throws IllegalArgumentException if the arrays are not valid CSR; the message names the row
   */
  public static CsrMatrix of(
      int rows, int columns, int[] rowPointers, int[] columnIndices, float[] values) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "matrix sizes must not be negative, got " + rows + " x " + columns);
    }
    if (rowPointers.length != rows + 1 || rowPointers[0] != 0) {
      throw new IllegalArgumentException(
          "row pointers must be "
              + (rows + 1L)
              + " offsets that start at 0, got "
              + rowPointers.length);
    }
    if (columnIndices.length != values.length || rowPointers[rows] != values.length) {
      throw new IllegalArgumentException(
          "row pointers end at "
              + rowPointers[rows]
              + ", but there are "
              + columnIndices.length
              + " column indices and "
              + values.length
              + " values");
    }
    for (int row = 0; row < rows; row++) {
      if (rowPointers[row + 1] < rowPointers[row]) {
        throw new IllegalArgumentException("row pointers descend after row " + row);
      }
    }
    for (int row = 0; row < rows; row++) {
      checkRow(row, columns, rowPointers, columnIndices, values);
    }
    return new CsrMatrix(rows, columns, rowPointers, columnIndices, values);
  }

  private static void checkRow(
      int row, int columns, int[] rowPointers, int[] columnIndices, float[] values) {
    int previous = -1;
    for (int e = rowPointers[row]; e < rowPointers[row + 1]; e++) {
      int column = columnIndices[e];
      if (column <= previous || column >= columns) {
        throw new IllegalArgumentException(
            "row "
                + row
                + ": column index "
                + column
                + " after "
                + previous
                + " is not ascending within 0.."
                + (columns - 1));
      }
      if (!Float.isFinite(values[e])) {
        throw new IllegalArgumentException(
            "row " + row + ", column " + column + ": value " + values[e] + " is not finite");
      }
      previous = column;
    }
  }

  /**
   * Returns a matrix whose entries are all 1.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param rowPointers as in {@link #of(int, int, int[], int[], float[])}, taken over
   * @param columnIndices the column of each entry; what is beyond the last row is left out
   */
  public static CsrMatrix ofOnes(int rows, int columns, int[] rowPointers, int[] columnIndices) {
    float[] ones = new float[rowPointers[rows]];
    Arrays.fill(ones, 1f);
    return of(rows, columns, rowPointers, Arrays.copyOf(columnIndices, ones.length), ones);
  }

  /** Returns the identity matrix. */
  public static CsrMatrix identity(int size) {
    int[] pointers = new int[size + 1];
    Arrays.setAll(pointers, i -> i);
    return ofOnes(size, size, pointers, pointers);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Returns the number of stored entries. */
  public int nonZeros() {
    return values.length;
  }

  /** Returns the share of its elements that are stored; 1 if it has none. */
  public double density() {
    return rows == 0 || columns == 0 ? 1 : nonZeros() / ((double) rows * columns);
  }

  /** Returns the index of a row's first entry. */
  public int rowStart(int row) {
    return rowPointers[row];
  }

  /** Returns one past the index of a row's last entry. */
  public int rowEnd(int row) {
    return rowPointers[row + 1];
  }

  /** Returns the column of an entry. */
  public int columnIndex(int entry) {
    return columnIndices[entry];
  }

  /** Returns the value of an entry. */
  public float value(int entry) {
    return values[entry];
  }

  /**
   * Returns where each row's entries begin, and at the end their number: the array itself, which
   * must not be changed.
   */
  public int[] rowPointers() {
    return rowPointers;
  }

  /** Returns the column of every entry: the array itself, which must not be changed. */
  public int[] columnIndices() {
    return columnIndices;
  }

  /** Returns the value of every entry: the array itself, which must not be changed. */
  public float[] values() {
    return values;
  }

  SparseRows arrays() {
    return arrays;
  }

  /**
   * Returns this matrix with its columns elsewhere.
   *
   * @param targets where each column goes, no two to the same place; -1 to leave it out
   * @param count how many columns the result has
   */
  public CsrMatrix withColumns(int[] targets, int count) {
    int[] pointers = new int[rows() + 1];
    int[] indices = new int[nonZeros()];
    float[] values = new float[nonZeros()];
    int next = 0;
    long[] entries = new long[0];
    for (int row = 0; row < rows(); row++) {
      int length = rowEnd(row) - rowStart(row);
      if (entries.length < length) {
        entries = new long[length];
      }
      int kept = 0;
      for (int e = rowStart(row); e < rowEnd(row); e++) {
        int column = targets[columnIndex(e)];
        if (column >= 0) {
          entries[kept++] = (long) column << 32 | e; // sorted by column
        }
      }
      Arrays.sort(entries, 0, kept);
      for (int i = 0; i < kept; i++) {
        indices[next] = (int) (entries[i] >>> 32);
        values[next++] = value((int) entries[i]);
      }
      pointers[row + 1] = next;
    }
    return of(rows(), count, pointers, Arrays.copyOf(indices, next), Arrays.copyOf(values, next));
  }

  /**
   * Returns this matrix with the columns of another one after its own.
   *
   * @param right as many rows
   * @throws IllegalArgumentException if the rows differ in number, or the result is too large
   */
  public CsrMatrix beside(CsrMatrix right) {
    if (right.rows != rows) {
      throw new IllegalArgumentException("cannot put " + right + " beside " + this);
    }
    int width = Limits.checkNonZeros((long) columns + right.columns, "columns side by side");
    int length =
        Limits.checkNonZeros((long) nonZeros() + right.nonZeros(), this + " beside " + right);
    int[] pointers = new int[rows + 1];
    int[] indices = new int[length];
    float[] all = new float[length];
    int next = 0;
    for (int row = 0; row < rows; row++) {
      for (int e = rowPointers[row]; e < rowPointers[row + 1]; e++) {
        indices[next] = columnIndices[e];
        all[next++] = values[e];
      }
      for (int e = right.rowPointers[row]; e < right.rowPointers[row + 1]; e++) {
        indices[next] = columns + right.columnIndices[e];
        all[next++] = right.values[e];
      }
      pointers[row + 1] = next;
    }
    return new CsrMatrix(rows, width, pointers, indices, all);
  }

  /**
   * Returns the entries of a dense matrix that are not zero.
   *
   * @throws IllegalArgumentException if one is not finite
   */
  public static CsrMatrix of(DenseMatrix dense) {
    int count = 0;
    for (float value : dense.data()) {
      count += value != 0f ? 1 : 0;
    }
    int[] pointers = new int[dense.rows() + 1];
    int[] indices = new int[count];
    float[] values = new float[count];
    int next = 0;
    for (int row = 0; row < dense.rows(); row++) {
      for (int c = 0; c < dense.columns(); c++) {
        float value = dense.get(row, c);
        if (value != 0f) {
          indices[next] = c;
          values[next++] = value;
        }
      }
      pointers[row + 1] = next;
    }
    return of(dense.rows(), dense.columns(), pointers, indices, values);
  }

  /**
   * Returns the same matrix with all its zeros.
   *
   * @throws IllegalArgumentException if that exceeds what one array holds
   */
  public DenseMatrix toDense() {
    DenseMatrix dense = DenseMatrix.zeros(rows, columns);
    for (int row = 0; row < rows; row++) {
      for (int e = rowPointers[row]; e < rowPointers[row + 1]; e++) {
        dense.set(row, columnIndices[e], values[e]);
      }
    }
    return dense;
  }

  /** Returns a matrix with the same entries, but for their values. */
  CsrMatrix withValues(float[] newValues) {
    return new CsrMatrix(rows, columns, rowPointers, columnIndices, newValues);
  }

  /**
   * Returns the transposed matrix, in time linear in rows, columns and non-zeros on the first call.
   * A symmetric matrix is its own.
   */
  public CsrMatrix transpose() {
    CsrMatrix result = transpose;
    if (result == null) {
      if (isSymmetric()) {
        result = this;
      } else {
        result = computeTranspose();
        result.transpose = this;
      }
      transpose = result;
    }
    return result;
  }

  /**
   * Returns the non-zeros before each column: the row pointers of the transposed matrix. Not to be
   * changed.
   */
  public int[] columnPointers() {
    int[] result = columnPointers;
    if (result == null) {
      result = countColumns();
      columnPointers = result;
    }
    return result;
  }

  private int[] countColumns() {
    int[] pointers = new int[columns + 1];
    for (int column : columnIndices) {
      pointers[column + 1]++;
    }
    for (int c = 0; c < columns; c++) {
      pointers[c + 1] += pointers[c];
    }
    return pointers;
  }

  private CsrMatrix computeTranspose() {
    int[] pointers = columnPointers();
    int[] next = Arrays.copyOf(pointers, columns);
    int[] indices = new int[values.length];
    float[] transposed = new float[values.length];
    for (int row = 0; row < rows; row++) {
      for (int e = rowPointers[row]; e < rowPointers[row + 1]; e++) {
        int target = next[columnIndices[e]]++;
        indices[target] = row;
        transposed[target] = values[e];
      }
    }
    return new CsrMatrix(columns, rows, pointers, indices, transposed);
  }

  /** Returns whether the matrix equals its transpose; linear in the non-zeros. */
  public boolean isSymmetric() {
    if (rows != columns || transpose != null) {
      return transpose == this;
    }
    // Going through the entries (row, column) row by row meets the entries (column, row) of any
    // one column in the order in which that row holds them.
    int[] next = Arrays.copyOf(rowPointers, rows);
    for (int row = 0; row < rows; row++) {
      for (int e = rowPointers[row]; e < rowPointers[row + 1]; e++) {
        int column = columnIndices[e];
        int mirrored = next[column]++;
        if (mirrored == rowPointers[column + 1]
            || columnIndices[mirrored] != row
            || values[mirrored] != values[e]) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
    apply(in, out, RowSet.all(rows), workers);
  }

  @Override
  public void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers) {
    transpose().apply(in, out, workers);
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out, RowSet wanted, Workers workers) {
    checkOperands(in, out, columns, rows);
    gather(arrays, in, out, wanted, workers);
  }

  @Override
  public void applyAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    checkOperands(in, out, columns, rows);
    checkAddend(addend, out);
    gatherAndAdd(arrays, a, in, b, addend, out, workers);
  }

  /** {@code out = a·M·in + b·addend}, of these arrays or of those that dropout has shortened. */
  static void gatherAndAdd(
      SparseRows matrix,
      float a,
      DenseMatrix in,
      float b,
      DenseMatrix addend,
      DenseMatrix out,
      Workers workers) {
    int width = in.columns();
    float[] sums = out.data();
    float[] added = addend.data();
    workers.forNonZeros(
        matrix.begin(),
        width,
        (from, to) -> {
          for (int first = from; first < to; first += ROWS_IN_CACHE) {
            int last = Math.min(to, first + ROWS_IN_CACHE);
            KERNELS.gather(matrix, in.data(), sums, width, first, last);
            for (int i = first * width; i < last * width; i++) {
              sums[i] = a * sums[i] + b * added[i];
            }
          }
        });
  }

  @Override
  public void applyTransposedAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    transpose().applyAndAdd(a, in, b, addend, out, workers);
  }

  private static void checkAddend(DenseMatrix addend, DenseMatrix out) {
    if (addend.rows() != out.rows() || addend.columns() != out.columns()) {
      throw new IllegalArgumentException("cannot add " + addend + " giving " + out);
    }
    if (addend.data() == out.data()) {
      throw new IllegalArgumentException("the addend and out must be different matrices");
    }
  }

  /** Computes some rows of a product, of these arrays or of those that dropout has shortened. */
  static void gather(
      SparseRows matrix, DenseMatrix in, DenseMatrix out, RowSet wanted, Workers workers) {
    int width = in.columns();
    workers.forNonZeros(
        wanted,
        matrix.begin(),
        width,
        wanted.isAll()
            ? (from, to) -> KERNELS.gather(matrix, in.data(), out.data(), width, from, to)
            : (from, to) -> KERNELS.gatherFew(matrix, in.data(), out.data(), width, from, to));
  }

  @Override
  public void applyTransposed(DenseMatrix in, DenseMatrix out, RowSet wanted, Workers workers) {
    transpose().apply(in, out, wanted, workers);
  }

  @Override
  public RowSet reach(RowSet from) {
    if (from.isAll()) {
      return RowSet.all(columns);
    }
    BitSet reached = new BitSet(columns);
    from.within(
        0,
        rows,
        (first, last) -> {
          for (int e = rowPointers[first]; e < rowPointers[last]; e++) {
            reached.set(columnIndices[e]);
          }
        });
    return RowSet.of(columns, reached);
  }

  static void checkOperands(DenseMatrix in, DenseMatrix out, int inRows, int outRows) {
    if (in.rows() != inRows || out.rows() != outRows || in.columns() != out.columns()) {
      throw new IllegalArgumentException(
          "an operator of "
              + outRows
              + " x "
              + inRows
              + " cannot be applied to "
              + in
              + " giving "
              + out);
    }
    if (in.data() == out.data()) {
      throw new IllegalArgumentException("in and out must be different matrices");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CsrMatrix that
        && rows == that.rows
        && columns == that.columns
        && Arrays.equals(rowPointers, that.rowPointers)
        && Arrays.equals(columnIndices, that.columnIndices)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        rows,
        columns,
        Arrays.hashCode(rowPointers),
        Arrays.hashCode(columnIndices),
        Arrays.hashCode(values));
  }

  @Override
  public String toString() {
    return "CsrMatrix(" + rows + " x " + columns + ", " + values.length + " non-zeros)";
  }
}
