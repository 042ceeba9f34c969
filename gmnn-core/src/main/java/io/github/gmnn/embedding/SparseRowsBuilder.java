package io.github.gmnn.embedding;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the rows of a sparse matrix from dense rows, of each the largest values. */
final class SparseRowsBuilder {
  private final int columns;
  private final int limit;
  private final int[] pointers;
  private final int[] heap;
  private int rows;
  private int[] indices;
  private float[] values;
  private int used;

  /**
   * Starts without rows.
   *
   * @param rows how many rows there will be
   * @param columns how many columns
   * @param limit how many values a row keeps at most
   */
  SparseRowsBuilder(int rows, int columns, int limit) {
    this.columns = columns;
    this.limit = Math.min(limit, columns);
    this.pointers = new int[rows + 1];
    this.heap = new int[this.limit];
    this.indices = new int[rows];
    this.values = new float[rows];
  }

  /**
   * Adds a row: the largest of its positive values, scaled to the sum of all.
   *
   * @param source where the row stands
   * @param start its first element
   * @param length its length
   * @param columnOf the column of each element, ascending; null if it is the element's own index
   */
  void add(float[] source, int start, int length, int @Nullable [] columnOf) {
    int size = 0;
    double sum = 0;
    for (int j = 0; j < length; j++) {
      float value = source[start + j];
      if (!(value > 0f)) {
        continue;
      }
      sum += value;
      if (size < heap.length) {
        heap[size++] = j;
        if (size == heap.length) {
          for (int i = size / 2 - 1; i >= 0; i--) {
            sink(source, start, i, size);
          }
        }
      } else if (value > source[start + heap[0]]) {
        heap[0] = j;
        sink(source, start, 0, size);
      }
    }
    Arrays.sort(heap, 0, size);
    append(source, start, size, sum, columnOf);
  }

  private void append(float[] source, int start, int size, double sum, int @Nullable [] columnOf) {
    if (indices.length - used < size) {
      int grown = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * indices.length + size);
      indices = Arrays.copyOf(indices, grown);
      values = Arrays.copyOf(values, grown);
    }
    double kept = 0;
    for (int i = 0; i < size; i++) {
      kept += source[start + heap[i]];
    }
    for (int i = 0; i < size; i++) {
      indices[used] = columnOf == null ? heap[i] : columnOf[heap[i]];
      values[used++] = (float) (source[start + heap[i]] * sum / kept);
    }
    pointers[++rows] = used;
  }

  private void sink(float[] source, int start, int from, int size) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && source[start + heap[child + 1]] < source[start + heap[child]]) {
        child++;
      }
      if (source[start + heap[i]] <= source[start + heap[child]]) {
        return;
      }
      int swapped = heap[i];
      heap[i] = heap[child];
      heap[child] = swapped;
      i = child;
    }
  }

  /** Returns the matrix, all rows having been added. */
  CsrMatrix build() {
    return CsrMatrix.of(
        pointers.length - 1,
        columns,
        pointers,
        Arrays.copyOf(indices, used),
        Arrays.copyOf(values, used));
  }
}
