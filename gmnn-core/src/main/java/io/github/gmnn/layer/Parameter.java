package io.github.gmnn.layer;

import java.util.Objects;

/**
 * A weight matrix that a {@link GraphLayer} learns. Weights are initialised by the layer's weight
 * initialisation with {@code rows} as fan-in and {@code columns} as fan-out, and regularised by its
 * L1/L2 settings.
 *
 * @param name unique within the layer, such as {@code "W"}
 * @param rows number of rows, at least 1
 * @param columns number of columns, at least 1
 */
public record Parameter(String name, int rows, int columns) {
  /** The name of the bias that {@link GraphLayer} itself adds; layers cannot use it. */
  static final String BIAS = "b";

  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  /** Checks the name and the sizes. */
  public Parameter {
    Objects.requireNonNull(name, "name");
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "parameter "
              + name
              + " must have at least one row and column, got "
              + rows
              + " x "
              + columns);
    }
    if ((long) rows * columns > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "parameter "
              + name
              + " would have "
              + rows
              + " x "
              + columns
              + " values, more than the "
              + MAX_LENGTH
              + " that an array holds: use fewer inputs or units");
    }
  }

  int length() {
    return rows * columns;
  }
}
