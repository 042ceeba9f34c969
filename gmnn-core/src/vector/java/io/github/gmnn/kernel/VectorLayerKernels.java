package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops of layers with a lane for each of eight heads; heads that are no full eight go
 * one by one. Lane by lane the arithmetic is that of {@link LayerKernels}.
 */
final class VectorLayerKernels extends LayerKernels {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  private static int inLanes(AttentionArrays edges) {
    return edges.heads / LANES * LANES;
  }

  @Override
  public void dot(
      AttentionArrays edges, float[] a, float[] b, int bRow, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        dotLanes(edges, a, i * edges.width + h, b, i * bRow + h, out, i * edges.heads + h);
      }
    }
    dotFrom(inLanes(edges), edges, a, b, bRow, out, from, to);
  }

  private static void dotLanes(
      AttentionArrays edges, float[] a, int i, float[] b, int j, float[] out, int k) {
    FloatVector sum = FloatVector.zero(S);
    for (int left = edges.units; left >= 1; left--) {
      sum = sum.add(FloatVector.fromArray(S, a, i).mul(FloatVector.fromArray(S, b, j)));
      i += edges.heads;
      j += edges.heads;
    }
    sum.intoArray(out, k);
  }

  @Override
  public void scoreBackward(
      AttentionArrays edges, float[] target, float[] source, float[] dz, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        int at = i * edges.width + h;
        int scale = i * edges.heads + h;
        addScaled(edges, edges.targetGradient, scale, target, h, dz, at);
        addScaled(edges, edges.sourceGradient, scale, source, h, dz, at);
      }
    }
    scoreBackwardFrom(inLanes(edges), edges, target, source, dz, from, to);
  }

  @Override
  public void parameterGradient(
      AttentionArrays edges, float[] scoreGradient, float[] z, float[] out) {
    for (int i = 0; i < edges.nodes; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        int scale = i * edges.heads + h;
        addScaled(edges, scoreGradient, scale, z, i * edges.width + h, out, h);
      }
    }
    parameterGradientFrom(inLanes(edges), edges, scoreGradient, z, out);
  }

  private static void addScaled(
      AttentionArrays edges, float[] scales, int k, float[] from, int i, float[] to, int j) {
    FloatVector scale = FloatVector.fromArray(S, scales, k);
    for (int left = edges.units; left >= 1; left--) {
      FloatVector.fromArray(S, to, j)
          .add(FloatVector.fromArray(S, from, i).mul(scale))
          .intoArray(to, j);
      i += edges.heads;
      j += edges.heads;
    }
  }

  @Override
  public void scores(AttentionArrays edges, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        scoresOfLanes(edges, i, h);
      }
    }
    scoresFrom(inLanes(edges), edges, from, to);
  }

  private static void scoresOfLanes(AttentionArrays edges, int node, int h) {
    int heads = edges.heads;
    SparseRows matrix = edges.matrix;
    float[] attention = edges.attention;
    int start = matrix.rowStart(node);
    int end = matrix.rowEnd(node);
    FloatVector target = FloatVector.fromArray(S, edges.targetScore, node * heads + h);
    FloatVector self = target.add(FloatVector.fromArray(S, edges.sourceScore, node * heads + h));
    self = self.max(self.mul(edges.leakySlope));
    FloatVector max = self;
    for (int e = start; end - e >= 1; e++) {
      FloatVector score =
          target.add(
              FloatVector.fromArray(S, edges.sourceScore, matrix.columnIndex(e) * heads + h));
      score = score.max(score.mul(edges.leakySlope));
      score.intoArray(attention, e * heads + h);
      max = max.max(score);
    }
    self.sub(max).intoArray(edges.selfAttention, node * heads + h);
    for (int e = start; end - e >= 1; e++) {
      FloatVector.fromArray(S, attention, e * heads + h)
          .sub(max)
          .intoArray(attention, e * heads + h);
    }
  }

  @Override
  public void normalize(AttentionArrays edges, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        normalizeLanes(edges, i, h);
      }
    }
    normalizeFrom(inLanes(edges), edges, from, to);
  }

  private static void normalizeLanes(AttentionArrays edges, int node, int h) {
    int heads = edges.heads;
    float[] attention = edges.attention;
    int start = edges.matrix.rowStart(node);
    int end = edges.matrix.rowEnd(node);
    FloatVector self = FloatVector.fromArray(S, edges.selfAttention, node * heads + h);
    FloatVector sum = self;
    for (int e = start; end - e >= 1; e++) {
      sum = sum.add(FloatVector.fromArray(S, attention, e * heads + h));
    }
    FloatVector scale = FloatVector.broadcast(S, 1f).div(sum);
    self.mul(scale).intoArray(edges.selfAttention, node * heads + h);
    for (int e = start; end - e >= 1; e++) {
      FloatVector.fromArray(S, attention, e * heads + h)
          .mul(scale)
          .intoArray(attention, e * heads + h);
    }
  }

  @Override
  public void aggregate(AttentionArrays edges, float[] z, float[] out, int from, int to) {
    int heads = edges.heads;
    int width = edges.width;
    SparseRows matrix = edges.matrix;
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        int sum = i * width + h;
        addAttended(edges, edges.selfAttention, i * heads + h, z, sum, out, sum);
        int end = matrix.rowEnd(i);
        for (int e = matrix.rowStart(i); end - e >= 1; e++) {
          int source = matrix.columnIndex(e) * width + h;
          addAttended(edges, edges.attention, e * heads + h, z, source, out, sum);
        }
      }
    }
    aggregateFrom(inLanes(edges), edges, z, out, from, to);
  }

  private static void addAttended(
      AttentionArrays edges, float[] attention, int entry, float[] z, int i, float[] out, int j) {
    FloatVector alpha = FloatVector.fromArray(S, attention, entry);
    IntVector sign = alpha.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
    FloatVector scale =
        FloatVector.broadcast(S, edges.keptScale)
            .reinterpretAsInts()
            .lanewise(VectorOperators.AND_NOT, sign)
            .reinterpretAsFloats()
            .mul(alpha);
    for (int left = edges.units; left >= 1; left--) {
      FloatVector.fromArray(S, out, j)
          .add(FloatVector.fromArray(S, z, i).mul(scale))
          .intoArray(out, j);
      i += edges.heads;
      j += edges.heads;
    }
  }

  @Override
  public void backward(AttentionArrays edges, float[] z, float[] g, float[] dz, int from, int to) {
    int heads = edges.heads;
    SparseRows transposed = edges.transposed;
    for (int j = from; j < to; j++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        backwardOfLanes(edges, h, j, j, edges.selfAttention, j * heads + h, z, g, dz);
        int end = transposed.rowEnd(j);
        for (int t = transposed.rowStart(j); end - t >= 1; t++) {
          int target = transposed.columnIndex(t);
          int entry = edges.entryOfTransposed[t] * heads + h;
          backwardOfLanes(edges, h, target, j, edges.attention, entry, z, g, dz);
        }
      }
    }
    backwardFrom(inLanes(edges), edges, z, g, dz, from, to);
  }

  private static void backwardOfLanes(
      AttentionArrays edges,
      int h,
      int target,
      int source,
      float[] attention,
      int entry,
      float[] z,
      float[] g,
      float[] dz) {
    FloatVector signed = FloatVector.fromArray(S, attention, entry);
    FloatVector alpha = signed.abs();
    // the scale where the sign bit is not set, else 0
    IntVector sign = signed.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
    FloatVector kept =
        FloatVector.broadcast(S, edges.keptScale)
            .reinterpretAsInts()
            .lanewise(VectorOperators.AND_NOT, sign)
            .reinterpretAsFloats();
    FloatVector scale = alpha.mul(kept);
    FloatVector product = FloatVector.zero(S);
    int at = target * edges.width + h;
    int from = source * edges.width + h;
    for (int left = edges.units; left >= 1; left--) {
      FloatVector gradient = FloatVector.fromArray(S, g, at);
      product = product.add(gradient.mul(FloatVector.fromArray(S, z, from)));
      FloatVector.fromArray(S, dz, from).add(gradient.mul(scale)).intoArray(dz, from);
      at += edges.heads;
      from += edges.heads;
    }
    int t = target * edges.heads + h;
    int s = source * edges.heads + h;
    FloatVector score =
        FloatVector.fromArray(S, edges.targetScore, t)
            .add(FloatVector.fromArray(S, edges.sourceScore, s));
    FloatVector inner =
        alpha.mul(kept.mul(product).sub(FloatVector.fromArray(S, edges.meanGradient, t)));
    FloatVector scoreGradient =
        inner.mul(edges.leakySlope).blend(inner, score.compare(VectorOperators.GE, 0f));
    scoreGradient.intoArray(attention, entry);
    FloatVector.fromArray(S, edges.sourceGradient, s)
        .add(scoreGradient)
        .intoArray(edges.sourceGradient, s);
  }

  @Override
  public void elu(float[] z, float alpha, int from, int to) {
    int i = from;
    for (; i <= to - LANES; i += LANES) {
      FloatVector x = FloatVector.fromArray(S, z, i);
      FloatVector y = x.min(0f).max(FloatMath.LEAST);
      FloatVector shifted = y.mul(FloatMath.LOG2_E).add(FloatMath.ROUND);
      FloatVector n = shifted.sub(FloatMath.ROUND);
      FloatVector r = y.sub(n.mul(FloatMath.LN2_HIGH)).sub(n.mul(FloatMath.LN2_LOW));
      FloatVector p = r.mul(FloatMath.P5).add(FloatMath.P4);
      p = p.mul(r).add(FloatMath.P3);
      p = p.mul(r).add(FloatMath.P2);
      p = p.mul(r).add(FloatMath.P1);
      p = p.mul(r).add(FloatMath.P0);
      FloatVector scale =
          shifted
              .reinterpretAsInts()
              .add(127)
              .lanewise(VectorOperators.LSHL, 23)
              .reinterpretAsFloats();
      FloatVector expm1 = scale.sub(1f).add(scale.mul(p.mul(r).mul(r).add(r)));
      x.max(0f).add(expm1.mul(alpha)).intoArray(z, i);
    }
    super.elu(z, alpha, i, to);
  }

  @Override
  public void eluBackward(
      float[] output, float alpha, float[] gradient, float[] result, int from, int to) {
    int alphaBits = Float.floatToRawIntBits(alpha);
    int i = from;
    for (; i <= to - LANES; i += LANES) {
      FloatVector o = FloatVector.fromArray(S, output, i);
      IntVector sign = o.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
      FloatVector alphaOrOne =
          FloatVector.broadcast(S, 1f)
              .reinterpretAsInts()
              .lanewise(VectorOperators.AND_NOT, sign)
              .lanewise(VectorOperators.OR, sign.lanewise(VectorOperators.AND, alphaBits))
              .reinterpretAsFloats();
      o.min(0f).add(alphaOrOne).mul(FloatVector.fromArray(S, gradient, i)).intoArray(result, i);
    }
    super.eluBackward(output, alpha, gradient, result, i, to);
  }
}
