package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of two rows for each entry of a sparse matrix: two vectors of sums run over the columns,
 * and what is left behind the last whole vector is added one by one.
 *
 * <p>Lanes are summed in an order of our own. That of {@code reduceLanes} is anything: from JDK 22
 * on the interpreter's and C2's differ, so that a fit would not be the same twice.
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
    int last = from < to ? end[to - 1 + shift] - LANES : 0;
    for (int r = from; r < to; r++) {
      int stop = end[r + shift];
      for (int e = begin[r]; e < stop; e++) {
        FloatVector s = FloatVector.zero(S);
        FloatVector t = s;
        int i = r * width;
        int k = columns[e] * width;
        int left = width;
        for (; left >= 2 * LANES; left -= 2 * LANES) {
          s = FloatVector.fromArray(S, a, i).fma(FloatVector.fromArray(S, b, k), s);
          t = FloatVector.fromArray(S, a, i + LANES).fma(FloatVector.fromArray(S, b, k + LANES), t);
          i += 2 * LANES;
          k += 2 * LANES;
        }
        s = s.add(t);
        float sum;
        if (e <= last) { // the entries behind this one are computed next
          s.intoArray(values, e);
          sum =
              ((values[e] + values[e + 4]) + (values[e + 2] + values[e + 6]))
                  + ((values[e + 1] + values[e + 5]) + (values[e + 3] + values[e + 7]));
        } else {
          sum =
              ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
                  + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
        }
        for (; left >= 1; left--) {
          sum = Math.fma(a[i++], b[k++], sum);
        }
        values[e] = sum;
      }
    }
  }
}
