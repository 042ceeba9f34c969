package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;
import java.util.BitSet;

/** A sparse matrix as it travels: {@link CsrMatrix} without what it keeps beside its arrays. */
public record SparseArrays(int columns, int[] pointers, int[] indices, float[] values)
    implements Serializable {
  static SparseArrays of(CsrMatrix matrix) {
    return new SparseArrays(
        matrix.columns(), matrix.rowPointers(), matrix.columnIndices(), matrix.values());
  }

  /** The non-zeros of some columns of a dense matrix, in some of its rows. */
  public static SparseArrays ofDense(
      float[] dense, int stride, int first, int count, BitSet wanted) {
    int rows = dense.length / stride;
    int[] pointers = new int[rows + 1];
    IntList indices = new IntList();
    FloatList values = new FloatList();
    for (int row = 0; row < rows; row++) {
      for (int c = 0; wanted.get(row) && c < count; c++) {
        float value = dense[row * stride + first + c];
        if (value != 0f) {
          indices.add(c);
          values.add(value);
        }
      }
      pointers[row + 1] = indices.size();
    }
    return new SparseArrays(count, pointers, indices.toArray(), values.toArray());
  }

  /** The matrices one beside the other. */
  public static SparseArrays sideBySide(SparseArrays[] pieces) {
    int rows = pieces[0].pointers.length - 1;
    int entries = 0;
    for (SparseArrays piece : pieces) {
      entries = Math.addExact(entries, piece.values.length);
    }
    int[] pointers = new int[rows + 1];
    int[] indices = new int[entries];
    float[] values = new float[entries];
    int next = 0;
    int width = 0;
    for (int row = 0; row < rows; row++) {
      int shift = 0;
      for (SparseArrays piece : pieces) {
        for (int e = piece.pointers[row]; e < piece.pointers[row + 1]; e++) {
          indices[next] = shift + piece.indices[e];
          values[next++] = piece.values[e];
        }
        shift = Math.addExact(shift, piece.columns);
      }
      pointers[row + 1] = next;
      width = shift;
    }
    return new SparseArrays(width, pointers, indices, values);
  }

  /** Some columns of this matrix. */
  public CsrMatrix columns(int first, int count) {
    int[] ofColumns = new int[pointers.length];
    IntList kept = new IntList();
    FloatList keptValues = new FloatList();
    for (int row = 0; row + 1 < pointers.length; row++) {
      for (int e = pointers[row]; e < pointers[row + 1]; e++) {
        if (indices[e] >= first && indices[e] < first + count) {
          kept.add(indices[e] - first);
          keptValues.add(values[e]);
        }
      }
      ofColumns[row + 1] = kept.size();
    }
    return CsrMatrix.of(
        pointers.length - 1, count, ofColumns, kept.toArray(), keptValues.toArray());
  }

  public CsrMatrix matrix() {
    return CsrMatrix.of(pointers.length - 1, columns, pointers, indices, values);
  }
}
