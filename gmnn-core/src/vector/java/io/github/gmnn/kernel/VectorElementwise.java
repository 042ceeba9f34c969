package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Functions of single elements. What is left after the last whole vector goes one by one. */
final class VectorElementwise {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  private VectorElementwise() {}

  /** {@link FloatMath#exp} in every lane, by the same operations. */
  static void exp(float[] values, int from, int to) {
    int i = from;
    for (; i <= to - LANES; i += LANES) {
      FloatVector x = FloatVector.fromArray(S, values, i);
      FloatVector clamped = x.max(FloatMath.SMALLEST);
      FloatVector rounded = clamped.mul(FloatMath.LOG2_E).add(FloatMath.ROUND);
      FloatVector n = rounded.sub(FloatMath.ROUND);
      FloatVector r = clamped.sub(n.mul(FloatMath.LN2_HIGH)).sub(n.mul(FloatMath.LN2_LOW));
      FloatVector p = FloatVector.broadcast(S, FloatMath.P5);
      p = p.mul(r).add(FloatMath.P4);
      p = p.mul(r).add(FloatMath.P3);
      p = p.mul(r).add(FloatMath.P2);
      p = p.mul(r).add(FloatMath.P1);
      p = p.mul(r).add(FloatMath.P0);
      FloatVector value = p.mul(r).mul(r).add(r).add(1f);
      FloatVector scale =
          rounded
              .reinterpretAsInts()
              .add(127)
              .lanewise(VectorOperators.LSHL, 23)
              .reinterpretAsFloats();
      VectorMask<Float> vanishing = x.compare(VectorOperators.LT, FloatMath.SMALLEST);
      value.mul(scale).blend(0f, vanishing).intoArray(values, i);
    }
    for (; i < to; i++) {
      values[i] = FloatMath.exp(values[i]);
    }
  }

  static void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - LANES; i += LANES) {
      VectorMask<Float> positive =
          FloatVector.fromArray(S, signs, i).compare(VectorOperators.GT, 0f);
      FloatVector scaled = FloatVector.fromArray(S, in, i).mul(scale);
      FloatVector.zero(S).blend(scaled, positive).intoArray(out, i);
    }
    for (; i < to; i++) {
      out[i] = signs[i] > 0f ? scale * in[i] : 0f;
    }
  }
}
