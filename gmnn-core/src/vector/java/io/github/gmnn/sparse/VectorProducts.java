package io.github.gmnn.sparse;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of two rows for each entry of a sparse matrix: two vectors of sums run over the columns,
 * and what is left behind the last whole vector is added one by one.
 */
final class VectorProducts {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  private VectorProducts() {}

  static void products(SparseRows m, float[] a, float[] b, int width, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      int stop = end[r + shift];
      for (int e = begin[r]; e < stop; e++) {
        values[e] = product(a, r * width, b, columns[e] * width, width);
      }
    }
  }

  private static float product(float[] a, int aStart, float[] b, int bStart, int width) {
    FloatVector s = FloatVector.zero(S);
    FloatVector t = s;
    int j = 0;
    for (; j <= width - 2 * LANES; j += 2 * LANES) {
      s = FloatVector.fromArray(S, a, aStart + j).fma(FloatVector.fromArray(S, b, bStart + j), s);
      t =
          FloatVector.fromArray(S, a, aStart + j + LANES)
              .fma(FloatVector.fromArray(S, b, bStart + j + LANES), t);
    }
    float sum = s.add(t).reduceLanes(VectorOperators.ADD);
    for (; j < width; j++) {
      sum = Math.fma(a[aStart + j], b[bStart + j], sum);
    }
    return sum;
  }
}
