package io.github.gmnn.sparse;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;

/**
 * A linear map that layers propagate node representations with: {@code out = M·in} and {@code out =
 * Mᵀ·in}.
 *
 * <p>It is an interface, not a matrix, so that a normalised adjacency and an implicit line graph
 * (whose matrix would be far too large to hold) both fit. Implementations are immutable and
 * thread-safe, and their results do not depend on the number of threads in {@code workers}.
 */
public interface LinearOperator {
  /** Returns the number of rows of the map's matrix. */
  int rows();

  /** Returns the number of columns of the map's matrix. */
  int columns();

  /**
   * Computes {@code out = M·in}, overwriting {@code out}.
   *
   * @param in a matrix of {@link #columns()} rows
   * @param out a matrix of {@link #rows()} rows and as many columns as {@code in}; not {@code in}
   * @param workers the threads to use
   */
  void apply(DenseMatrix in, DenseMatrix out, Workers workers);

  /**
   * Computes {@code out = Mᵀ·in}, overwriting {@code out}.
   *
   * @param in a matrix of {@link #rows()} rows
   * @param out a matrix of {@link #columns()} rows and as many columns as {@code in}; not {@code
   *     in}
   * @param workers the threads to use
   */
  void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers);

  /**
   * Computes some rows of {@code out = M·in}; the others may be computed as well or left alone.
   *
   * @param in a matrix of {@link #columns()} rows, of which those in {@link #reach} of {@code rows}
   *     are read
   * @param out a matrix of {@link #rows()} rows and as many columns as {@code in}; not {@code in}
   * @param rows the rows of {@code out} that are wanted
   * @param workers the threads to use
   */
  default void apply(DenseMatrix in, DenseMatrix out, RowSet rows, Workers workers) {
    apply(in, out, workers);
  }

  /**
   * Computes some rows of {@code out = Mᵀ·in}; the others may be computed as well or left alone.
   *
   * @param in a matrix of {@link #rows()} rows
   * @param out a matrix of {@link #columns()} rows and as many columns as {@code in}; not {@code
   *     in}
   * @param rows the rows of {@code out} that are wanted
   * @param workers the threads to use
   */
  default void applyTransposed(DenseMatrix in, DenseMatrix out, RowSet rows, Workers workers) {
    applyTransposed(in, out, workers);
  }

  /**
   * Computes {@code out = a·M·in + b·addend}, to the bits of {@link #apply} followed by {@link
   * Dense#combine}: a step of a propagation that comes back to where it started from.
   *
   * @param in a matrix of {@link #columns()} rows
   * @param addend a matrix of the shape of {@code out}; may be {@code in}
   * @param out a matrix of {@link #rows()} rows; neither of the others
   * @param workers the threads to use
   */
  default void applyAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    apply(in, out, workers);
    Dense.combine(a, out, b, addend, out, workers);
  }

  /** Computes {@code out = a·Mᵀ·in + b·addend}, as {@link #applyAndAdd} does for M. */
  default void applyTransposedAndAdd(
      float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers) {
    applyTransposed(in, out, workers);
    Dense.combine(a, out, b, addend, out, workers);
  }

  /** Returns the rows of {@code in} that some rows of {@code M·in} depend on, or more. */
  default RowSet reach(RowSet rows) {
    return RowSet.all(columns());
  }
}
