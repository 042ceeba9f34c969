package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A step of Adam. The compiler makes no vectors of the plain loop, since it writes two places of
 * one array; the operations are the same, and so is every bit.
 */
final class VectorAdam {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  private VectorAdam() {}

  static void run(
      float[] values,
      float[] gradient,
      float[] moments,
      float scale,
      float l2,
      float rate,
      float beta1,
      float beta2,
      float epsilon) {
    int n = values.length;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      FloatVector x = FloatVector.fromArray(S, values, i);
      FloatVector g = FloatVector.fromArray(S, gradient, i).mul(scale).add(x.mul(l2));
      FloatVector m = FloatVector.fromArray(S, moments, i).mul(beta1).add(g.mul(1 - beta1));
      FloatVector v =
          FloatVector.fromArray(S, moments, n + i).mul(beta2).add(g.mul(1 - beta2).mul(g));
      m.intoArray(moments, i);
      v.intoArray(moments, n + i);
      x.sub(m.mul(rate).div(v.sqrt().add(epsilon))).intoArray(values, i);
    }
    for (; i < n; i++) {
      float g = scale * gradient[i] + l2 * values[i];
      float m = beta1 * moments[i] + (1 - beta1) * g;
      float v = beta2 * moments[n + i] + (1 - beta2) * g * g;
      moments[i] = m;
      moments[n + i] = v;
      values[i] -= rate * m / ((float) Math.sqrt(v) + epsilon);
    }
  }
}
