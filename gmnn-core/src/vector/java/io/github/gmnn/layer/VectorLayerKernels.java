package io.github.gmnn.layer;

import io.github.gmnn.sparse.CsrMatrix;
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

  private static int inLanes(AttentionEdges edges) {
    return edges.heads / LANES * LANES;
  }

  @Override
  void dot(AttentionEdges edges, float[] a, float[] b, int bRow, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        dotOfLanes(edges, a, i * edges.width + h, b, i * bRow + h)
            .intoArray(out, i * edges.heads + h);
      }
    }
    dotFrom(inLanes(edges), edges, a, b, bRow, out, from, to);
  }

  private static FloatVector dotOfLanes(AttentionEdges edges, float[] a, int i, float[] b, int j) {
    FloatVector sum = FloatVector.zero(S);
    for (int left = edges.units; left >= 1; left--) {
      sum = sum.add(lanes(a, i).mul(lanes(b, j)));
      i += edges.heads;
      j += edges.heads;
    }
    return sum;
  }

  @Override
  void scoreBackward(
      AttentionEdges edges, float[] target, float[] source, float[] dz, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        int at = i * edges.width + h;
        addScaled(edges, lanes(edges.targetGradient, i * edges.heads + h), target, h, dz, at);
        addScaled(edges, lanes(edges.sourceGradient, i * edges.heads + h), source, h, dz, at);
      }
    }
    scoreBackwardFrom(inLanes(edges), edges, target, source, dz, from, to);
  }

  @Override
  void parameterGradient(AttentionEdges edges, float[] scoreGradient, float[] z, float[] out) {
    for (int i = 0; i < edges.matrix.rows(); i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        FloatVector scale = lanes(scoreGradient, i * edges.heads + h);
        addScaled(edges, scale, z, i * edges.width + h, out, h);
      }
    }
    parameterGradientFrom(inLanes(edges), edges, scoreGradient, z, out);
  }

  private static FloatVector lanes(float[] array, int i) {
    return FloatVector.fromArray(S, array, i);
  }

  @Override
  void softmax(AttentionEdges edges, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < inLanes(edges); h += LANES) {
        softmaxOfLanes(edges, i, h);
      }
    }
    softmaxFrom(inLanes(edges), edges, from, to);
  }

  private static void softmaxOfLanes(AttentionEdges edges, int node, int h) {
    int heads = edges.heads;
    CsrMatrix matrix = edges.matrix;
    float[] attention = edges.attention;
    int start = matrix.rowStart(node);
    int end = matrix.rowEnd(node);
    FloatVector target = lanes(edges.targetScore, node * heads + h);
    FloatVector self = score(edges, target, node * heads + h);
    FloatVector max = self;
    for (int e = start; end - e >= 1; e++) {
      FloatVector score = score(edges, target, matrix.columnIndex(e) * heads + h);
      score.intoArray(attention, e * heads + h);
      max = max.max(score);
    }
    self = exp(self.sub(max));
    FloatVector sum = self;
    for (int e = start; end - e >= 1; e++) {
      FloatVector term = exp(lanes(attention, e * heads + h).sub(max));
      term.intoArray(attention, e * heads + h);
      sum = sum.add(term);
    }
    FloatVector scale = FloatVector.broadcast(S, 1f).div(sum);
    self.mul(scale).intoArray(edges.selfAttention, node * heads + h);
    for (int e = start; end - e >= 1; e++) {
      lanes(attention, e * heads + h).mul(scale).intoArray(attention, e * heads + h);
    }
  }

  private static FloatVector score(AttentionEdges edges, FloatVector target, int source) {
    FloatVector score = target.add(lanes(edges.sourceScore, source));
    return score.max(score.mul(edges.leakySlope));
  }

  /** {@link FloatMath#exp} of eight numbers. */
  private static FloatVector exp(FloatVector x) {
    FloatVector y = x.max(FloatMath.LEAST);
    FloatVector shifted = y.mul(FloatMath.LOG2_E).add(FloatMath.ROUND);
    FloatVector scale = powerOfTwo(shifted);
    return scale.add(scale.mul(remainder(y, shifted.sub(FloatMath.ROUND))));
  }

  private static FloatVector powerOfTwo(FloatVector shifted) {
    IntVector bits = shifted.reinterpretAsInts().add(127);
    return bits.lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
  }

  private static FloatVector remainder(FloatVector x, FloatVector n) {
    FloatVector r = x.sub(n.mul(FloatMath.LN2_HIGH)).sub(n.mul(FloatMath.LN2_LOW));
    FloatVector p = r.mul(FloatMath.P5).add(FloatMath.P4);
    p = p.mul(r).add(FloatMath.P3);
    p = p.mul(r).add(FloatMath.P2);
    p = p.mul(r).add(FloatMath.P1);
    p = p.mul(r).add(FloatMath.P0);
    return p.mul(r).mul(r).add(r);
  }

  @Override
  void aggregate(AttentionEdges edges, float[] z, float[] out, int from, int to) {
    int heads = edges.heads;
    int width = edges.width;
    CsrMatrix matrix = edges.matrix;
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
      AttentionEdges edges, float[] attention, int entry, float[] z, int i, float[] out, int j) {
    FloatVector alpha = lanes(attention, entry);
    addScaled(edges, alpha.mul(kept(alpha, edges.keptScale)), z, i, out, j);
  }

  private static void addScaled(
      AttentionEdges edges, FloatVector scale, float[] from, int i, float[] to, int j) {
    for (int left = edges.units; left >= 1; left--) {
      lanes(to, j).add(lanes(from, i).mul(scale)).intoArray(to, j);
      i += edges.heads;
      j += edges.heads;
    }
  }

  /** The scale where the sign bit is not set, else 0. */
  private static FloatVector kept(FloatVector alpha, float scale) {
    IntVector sign = alpha.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
    return FloatVector.broadcast(S, scale)
        .reinterpretAsInts()
        .lanewise(VectorOperators.AND_NOT, sign)
        .reinterpretAsFloats();
  }

  @Override
  void backward(AttentionEdges edges, float[] z, float[] g, float[] dz, int from, int to) {
    int heads = edges.heads;
    CsrMatrix transposed = edges.transposed;
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
      AttentionEdges edges,
      int h,
      int target,
      int source,
      float[] attention,
      int entry,
      float[] z,
      float[] g,
      float[] dz) {
    FloatVector signed = lanes(attention, entry);
    FloatVector alpha = signed.abs();
    FloatVector kept = kept(signed, edges.keptScale);
    FloatVector scale = alpha.mul(kept);
    FloatVector product = FloatVector.zero(S);
    int at = target * edges.width + h;
    int from = source * edges.width + h;
    for (int left = edges.units; left >= 1; left--) {
      FloatVector gradient = lanes(g, at);
      product = product.add(gradient.mul(lanes(z, from)));
      lanes(dz, from).add(gradient.mul(scale)).intoArray(dz, from);
      at += edges.heads;
      from += edges.heads;
    }
    int t = target * edges.heads + h;
    int s = source * edges.heads + h;
    FloatVector score = lanes(edges.targetScore, t).add(lanes(edges.sourceScore, s));
    FloatVector inner = alpha.mul(kept.mul(product).sub(lanes(edges.meanGradient, t)));
    FloatVector scoreGradient =
        inner.mul(edges.leakySlope).blend(inner, score.compare(VectorOperators.GE, 0f));
    scoreGradient.intoArray(attention, entry);
    lanes(edges.sourceGradient, s).add(scoreGradient).intoArray(edges.sourceGradient, s);
  }
}
