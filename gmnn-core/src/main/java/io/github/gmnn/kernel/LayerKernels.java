package io.github.gmnn.kernel;

/**
 * The inner loops of layers that are worth vectors, in plain Java; {@code VectorLayerKernels} does
 * the same with a lane for each of eight heads. Chosen as {@link KernelProvider} chooses.
 *
 * <p>Loops over heads and units are short. Their conditions are such that C2 does not split them
 * into three loops each, which would cost more than it saves.
 */
public class LayerKernels {
  /** The fastest that this virtual machine can use. */
  public static final LayerKernels BEST = KernelProvider.KERNELS.layer();

  /** Makes the plain kernels; for tests, and where there are no vectors. */
  public LayerKernels() {}

  /**
   * Computes for the nodes {@code from..to-1} the products of a's row with b's over the units of
   * each head; {@code bRow} is the length of b's rows, or 0 if b is one row for all nodes.
   */
  public void dot(
      AttentionArrays edges, float[] a, float[] b, int bRow, float[] out, int from, int to) {
    dotFrom(0, edges, a, b, bRow, out, from, to);
  }

  /** Adds to the gradients at z of the nodes {@code from..to-1} what flows through their scores. */
  public void scoreBackward(
      AttentionArrays edges, float[] target, float[] source, float[] dz, int from, int to) {
    scoreBackwardFrom(0, edges, target, source, dz, from, to);
  }

  /** Adds the rows of z, weighted by the gradients at the scores of each head. */
  public void parameterGradient(
      AttentionArrays edges, float[] scoreGradient, float[] z, float[] out) {
    parameterGradientFrom(0, edges, scoreGradient, z, out);
  }

  /**
   * Computes the scores of the edges into the nodes {@code from..to-1} in place of their attention,
   * less the largest of each node and head.
   */
  public void scores(AttentionArrays edges, int from, int to) {
    scoresFrom(0, edges, from, to);
  }

  /** Divides the terms of the edges into the nodes {@code from..to-1} by their sums. */
  public void normalize(AttentionArrays edges, int from, int to) {
    normalizeFrom(0, edges, from, to);
  }

  /** Adds the weighted sums of the nodes {@code from..to-1} to {@code out}. */
  public void aggregate(AttentionArrays edges, float[] z, float[] out, int from, int to) {
    aggregateFrom(0, edges, z, out, from, to);
  }

  /**
   * Adds the gradients at z of the nodes {@code from..to-1}, and replaces the attention of the
   * edges out of them by the gradients at their scores.
   */
  public void backward(AttentionArrays edges, float[] z, float[] g, float[] dz, int from, int to) {
    backwardFrom(0, edges, z, g, dz, from, to);
  }

  /** {@code z[i] = max(z[i], 0) + alpha · (e^min(z[i], 0) - 1)} for {@code i} in the range. */
  public void elu(float[] z, float alpha, int from, int to) {
    for (int i = from; i < to; i++) {
      z[i] = Math.max(z[i], 0f) + alpha * FloatMath.expm1(Math.min(z[i], 0f));
    }
  }

  /**
   * {@code result[i] = elu'(z[i]) · gradient[i]} for {@code i} in the range, of what {@link #elu}
   * left in {@code output}; the result may be the gradient itself.
   */
  public void eluBackward(
      float[] output, float alpha, float[] gradient, float[] result, int from, int to) {
    for (int i = from; i < to; i++) {
      float o = output[i];
      result[i] = (Math.min(o, 0f) + FloatMath.select(o, alpha, 1f)) * gradient[i];
    }
  }

  // What follows does the same for all heads from a given one on.

  static void dotFrom(
      int head,
      AttentionArrays edges,
      float[] a,
      float[] b,
      int bRow,
      float[] out,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      for (int h = head; edges.heads - h >= 1; h++) {
        out[i * edges.heads + h] = dot(edges, a, i * edges.width + h, b, i * bRow + h);
      }
    }
  }

  static void scoreBackwardFrom(
      int head,
      AttentionArrays edges,
      float[] target,
      float[] source,
      float[] dz,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      for (int h = head; edges.heads - h >= 1; h++) {
        int at = i * edges.width + h;
        addScaled(edges, edges.targetGradient[i * edges.heads + h], target, h, dz, at);
        addScaled(edges, edges.sourceGradient[i * edges.heads + h], source, h, dz, at);
      }
    }
  }

  static void parameterGradientFrom(
      int head, AttentionArrays edges, float[] scoreGradient, float[] z, float[] out) {
    for (int i = 0; i < edges.nodes; i++) {
      for (int h = head; edges.heads - h >= 1; h++) {
        addScaled(edges, scoreGradient[i * edges.heads + h], z, i * edges.width + h, out, h);
      }
    }
  }

  static void scoresFrom(int head, AttentionArrays edges, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = head; edges.heads - h >= 1; h++) {
        scoresOf(edges, i, h);
      }
    }
  }

  private static void scoresOf(AttentionArrays edges, int node, int h) {
    int heads = edges.heads;
    float[] attention = edges.attention;
    float[] sourceScore = edges.sourceScore;
    int start = edges.matrix.rowStart(node);
    int end = edges.matrix.rowEnd(node);
    float target = edges.targetScore[node * heads + h];
    float self = leaky(target + sourceScore[node * heads + h], edges.leakySlope);
    float max = self;
    for (int e = start; end - e >= 1; e++) {
      float source = sourceScore[edges.matrix.columnIndex(e) * heads + h];
      float score = leaky(target + source, edges.leakySlope);
      attention[e * heads + h] = score;
      max = Math.max(max, score);
    }
    edges.selfAttention[node * heads + h] = self - max;
    for (int e = start; end - e >= 1; e++) {
      attention[e * heads + h] -= max;
    }
  }

  static void normalizeFrom(int head, AttentionArrays edges, int from, int to) {
    int heads = edges.heads;
    float[] attention = edges.attention;
    for (int i = from; i < to; i++) {
      int start = edges.matrix.rowStart(i);
      int end = edges.matrix.rowEnd(i);
      for (int h = head; heads - h >= 1; h++) {
        float sum = edges.selfAttention[i * heads + h];
        for (int e = start; end - e >= 1; e++) {
          sum += attention[e * heads + h];
        }
        float scale = 1 / sum;
        edges.selfAttention[i * heads + h] *= scale;
        for (int e = start; end - e >= 1; e++) {
          attention[e * heads + h] *= scale;
        }
      }
    }
  }

  /** Without a branch, which would be mispredicted half of the time; the slope is at most 1. */
  private static float leaky(float score, float slope) {
    return Math.max(score, slope * score);
  }

  static void aggregateFrom(
      int head, AttentionArrays edges, float[] z, float[] out, int from, int to) {
    int heads = edges.heads;
    int width = edges.width;
    for (int i = from; i < to; i++) {
      for (int h = head; heads - h >= 1; h++) {
        int sum = i * width + h;
        float self = edges.selfAttention[i * heads + h];
        addScaled(edges, self * kept(self, edges.keptScale), z, sum, out, sum);
        for (int e = edges.matrix.rowStart(i); edges.matrix.rowEnd(i) - e >= 1; e++) {
          float alpha = edges.attention[e * heads + h];
          int source = edges.matrix.columnIndex(e) * width + h;
          addScaled(edges, alpha * kept(alpha, edges.keptScale), z, source, out, sum);
        }
      }
    }
  }

  /** 0 for attention that was dropped. */
  private static float kept(float attention, float scale) {
    return FloatMath.select(attention, 0f, scale);
  }

  static void backwardFrom(
      int head, AttentionArrays edges, float[] z, float[] g, float[] dz, int from, int to) {
    int heads = edges.heads;
    for (int j = from; j < to; j++) {
      for (int h = head; heads - h >= 1; h++) {
        backwardOf(edges, h, j, j, edges.selfAttention, j * heads + h, z, g, dz);
        for (int t = edges.transposed.rowStart(j); edges.transposed.rowEnd(j) - t >= 1; t++) {
          int target = edges.transposed.columnIndex(t);
          int entry = edges.entryOfTransposed[t] * heads + h;
          backwardOf(edges, h, target, j, edges.attention, entry, z, g, dz);
        }
      }
    }
  }

  private static void backwardOf(
      AttentionArrays edges,
      int h,
      int target,
      int source,
      float[] attention,
      int entry,
      float[] z,
      float[] g,
      float[] dz) {
    int t = target * edges.heads + h;
    int s = source * edges.heads + h;
    int at = target * edges.width + h;
    int from = source * edges.width + h;
    float alpha = Math.abs(attention[entry]);
    float kept = kept(attention[entry], edges.keptScale);
    float product = dot(edges, g, at, z, from);
    addScaled(edges, alpha * kept, g, at, dz, from);
    float score = edges.targetScore[t] + edges.sourceScore[s];
    float slope = FloatMath.select(score, edges.leakySlope, 1f);
    float scoreGradient = alpha * (kept * product - edges.meanGradient[t]) * slope;
    attention[entry] = scoreGradient;
    edges.sourceGradient[s] += scoreGradient;
  }

  private static float dot(AttentionArrays edges, float[] a, int i, float[] b, int j) {
    int step = edges.heads;
    float sum = 0f;
    int left = edges.units;
    for (; left >= 4; left -= 4) {
      sum +=
          (a[i] * b[j] + a[i + step] * b[j + step])
              + (a[i + 2 * step] * b[j + 2 * step] + a[i + 3 * step] * b[j + 3 * step]);
      i += 4 * step;
      j += 4 * step;
    }
    for (; left >= 1; left--) {
      sum += a[i] * b[j];
      i += step;
      j += step;
    }
    return sum;
  }

  private static void addScaled(
      AttentionArrays edges, float scale, float[] from, int i, float[] to, int j) {
    int step = edges.heads;
    int left = edges.units;
    for (; left >= 4; left -= 4) {
      to[j] += scale * from[i];
      to[j + step] += scale * from[i + step];
      to[j + 2 * step] += scale * from[i + 2 * step];
      to[j + 3 * step] += scale * from[i + 3 * step];
      i += 4 * step;
      j += 4 * step;
    }
    for (; left >= 1; left--) {
      to[j] += scale * from[i];
      i += step;
      j += step;
    }
  }
}
