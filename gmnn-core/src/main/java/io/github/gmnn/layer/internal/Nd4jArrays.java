package io.github.gmnn.layer.internal;

import io.github.gmnn.compute.DenseMatrix;
import org.bytedeco.javacpp.FloatPointer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.memory.MemoryWorkspace;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Copies between ND4J's memory and {@code float[]}, in bulk where the array is contiguous. */
public final class Nd4jArrays {
  private Nd4jArrays() {}

  /** Returns a new array outside any workspace with the matrix's elements. */
  @SuppressWarnings("try") // the scope is entered and left, not used
  public static INDArray toNd4j(DenseMatrix matrix) {
    try (MemoryWorkspace ignored = Nd4j.getMemoryManager().scopeOutOfWorkspaces()) {
      INDArray array =
          Nd4j.createUninitialized(
              DataType.FLOAT, new long[] {matrix.rows(), matrix.columns()}, 'c');
      copy(matrix.data(), array);
      return array;
    }
  }

  /** Copies an array into a matrix of as many elements. */
  public static void copy(INDArray from, DenseMatrix to) {
    copy(from, to.data());
  }

  /** Copies an array of any layout and type, in row-major order. */
  public static void copy(INDArray from, float[] to) {
    if (from.length() != to.length) {
      throw new IllegalArgumentException(
          "expected " + to.length + " values, got an array of " + from.length());
    }
    if (to.length == 0) {
      return;
    }
    INDArray plain = isPlain(from) ? from : from.castTo(DataType.FLOAT).dup('c');
    pointer(plain).get(to);
  }

  /** Fills an array of any layout and type, in row-major order. */
  public static void copy(float[] from, INDArray to) {
    if (to.length() != from.length) {
      throw new IllegalArgumentException("expected " + to.length() + " values, got " + from.length);
    }
    if (from.length == 0) {
      return;
    }
    if (isPlain(to)) {
      pointer(to).put(from);
    } else {
      to.assign(Nd4j.createFromArray(from).reshape('c', to.shape()).castTo(to.dataType()));
    }
  }

  private static boolean isPlain(INDArray array) {
    return array.dataType() == DataType.FLOAT
        && array.ordering() == 'c'
        && array.elementWiseStride() == 1;
  }

  /**
   * A pointer of our own at the array's first element: positions are never changed on shared ones.
   */
  private static FloatPointer pointer(INDArray array) {
    return new FloatPointer(array.data().addressPointer());
  }
}
