package io.github.gmnn.compute;

import java.util.Arrays;

/**
 * A dense, row-major {@code float} matrix over one plain array: what layers read and write.
 *
 * <p>Mutable and not thread-safe by design: buffers of this type are made once per fit and used
 * again in every epoch.
 */
public final class DenseMatrix {
  private final int rows;
  private final int columns;
  private final float[] data;

  private DenseMatrix(int rows, int columns, float[] data) {
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /**
   * A matrix of zeros.
   *
   * @param rows number of rows, 0 or more
   * @param columns number of columns, 0 or more
   * @return a new matrix
   * @throws IllegalArgumentException if a size is negative or the product exceeds what one Java
   *     array holds
   */
  public static DenseMatrix zeros(int rows, int columns) {
    return new DenseMatrix(rows, columns, new float[checkedLength(rows, columns)]);
  }

  /**
   * A matrix over an existing array, which is not copied: element (i, j) is {@code data[i * columns
   * + j]}.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param data the elements, row after row
   * @return a matrix that reads and writes {@code data}
   * @throws IllegalArgumentException if the array's length is not {@code rows * columns}
   */
  public static DenseMatrix wrap(int rows, int columns, float[] data) {
    int length = checkedLength(rows, columns);
    if (data.length != length) {
      throw new IllegalArgumentException(
          "a "
              + rows
              + " x "
              + columns
              + " matrix needs "
              + length
              + " values, got "
              + data.length);
    }
    return new DenseMatrix(rows, columns, data);
  }

  private static int checkedLength(int rows, int columns) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "matrix sizes must not be negative, got " + rows + " x " + columns);
    }
    long length = (long) rows * columns;
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a dense "
              + rows
              + " x "
              + columns
              + " matrix has "
              + length
              + " elements; one array holds at most "
              + (Integer.MAX_VALUE - 8)
              + ": use fewer columns, or work in blocks of rows");
    }
    return (int) length;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns the number of columns. */
  public int columns() {
    return columns;
  }

  /** Returns the backing array itself, row after row. */
  public float[] data() {
    return data;
  }

  /** Returns element ({@code row}, {@code column}). */
  public float get(int row, int column) {
    return data[row * columns + column];
  }

  /** Sets element ({@code row}, {@code column}). */
  public void set(int row, int column, float value) {
    data[row * columns + column] = value;
  }

  /** Sets every element to {@code value}. */
  public void fill(float value) {
    Arrays.fill(data, value);
  }

  /**
   * Copies all elements of a matrix of the same shape.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  public void copyFrom(DenseMatrix source) {
    if (source.rows != rows || source.columns != columns) {
      throw new IllegalArgumentException("cannot copy " + source + " into " + this);
    }
    System.arraycopy(source.data, 0, data, 0, data.length);
  }

  /** Returns a new matrix with the same elements. */
  public DenseMatrix copy() {
    return new DenseMatrix(rows, columns, data.clone());
  }

  /** Returns the elements as an array of rows. */
  public float[][] toFloats() {
    float[][] copy = new float[rows][];
    for (int row = 0; row < rows; row++) {
      copy[row] = Arrays.copyOfRange(data, row * columns, (row + 1) * columns);
    }
    return copy;
  }

  /**
   * Returns the elements as an array of rows in double precision, as Smile and Tribuo take them.
   */
  public double[][] toDoubles() {
    double[][] copy = new double[rows][columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        copy[row][column] = get(row, column);
      }
    }
    return copy;
  }

  @Override
  public String toString() {
    return "DenseMatrix(" + rows + " x " + columns + ")";
  }
}
