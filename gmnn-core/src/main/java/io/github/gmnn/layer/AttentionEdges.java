package io.github.gmnn.layer;

import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import java.util.Arrays;

/**
 * The loops of {@link GraphAttentionLayer} over the edges of a graph and a self-loop at each node.
 *
 * <p>Row i of the matrix holds the edges into node i. The forward pass walks the rows. The backward
 * pass walks the columns, so that each thread writes to nodes of its own and results do not depend
 * on the threads; {@link #entryOfTransposed} leads from there to the attention of an edge.
 *
 * <p>Notation in names: z = HW, g = gradient at the aggregated z, both nodes x heads · units.
 */
final class AttentionEdges {
  /** What an exponential costs in multiply-adds. */
  private static final int WORK_OF_EXP = 20;

  private final CsrMatrix matrix;
  private final CsrMatrix transposed;
  private final int[] entryOfTransposed;
  private final int heads;
  private final int units;
  private final int width;
  private final float leakySlope;
  private final long edgesPerNode;

  /** Scores of each node and head as the target and as the source of an edge. */
  private final float[] targetScore;

  private final float[] sourceScore;

  /**
   * The attention α of each edge and head; negative where dropped. The backward pass replaces it by
   * the gradient at the score of the edge.
   */
  private final float[] attention;

  private final float[] selfAttention;

  /** Gradients at the scores, and the sum in the softmax's backward pass. */
  private final float[] targetGradient;

  private final float[] sourceGradient;
  private final float[] meanGradient;
  private float keptScale = 1f;

  AttentionEdges(CsrMatrix matrix, int heads, int units, float leakySlope) {
    this.matrix = matrix;
    this.transposed = matrix.transpose();
    this.entryOfTransposed = entriesOfTransposed(matrix, transposed);
    this.heads = heads;
    this.units = units;
    this.width = heads * units;
    this.leakySlope = leakySlope;
    int nodes = matrix.rows();
    this.edgesPerNode = 1 + matrix.nonZeros() / Math.max(1, nodes);
    this.targetScore = DenseMatrix.zeros(nodes, heads).data();
    this.sourceScore = DenseMatrix.zeros(nodes, heads).data();
    this.attention = DenseMatrix.zeros(matrix.nonZeros(), heads).data();
    this.selfAttention = DenseMatrix.zeros(nodes, heads).data();
    this.targetGradient = DenseMatrix.zeros(nodes, heads).data();
    this.sourceGradient = DenseMatrix.zeros(nodes, heads).data();
    this.meanGradient = DenseMatrix.zeros(nodes, heads).data();
  }

  /** Rows are walked in order, so each column of the matrix is met in the order of its entries. */
  private static int[] entriesOfTransposed(CsrMatrix matrix, CsrMatrix transposed) {
    int[] next = new int[transposed.rows()];
    Arrays.setAll(next, transposed::rowStart);
    int[] entries = new int[matrix.nonZeros()];
    for (int e = 0; e < entries.length; e++) {
      entries[next[matrix.columnIndex(e)]++] = e;
    }
    return entries;
  }

  /** Scores every node as target and as source of an edge. */
  void score(DenseMatrix transformed, DenseMatrix target, DenseMatrix source, Workers workers) {
    float[] z = transformed.data();
    workers.forRows(
        matrix.rows(),
        2L * width,
        (from, to) -> {
          for (int i = from * heads; i < to * heads; i++) {
            int parameter = i % heads * units;
            targetScore[i] = dot(z, i * units, target.data(), parameter);
            sourceScore[i] = dot(z, i * units, source.data(), parameter);
          }
        });
  }

  /** Turns the scores of the edges into each node into attention that sums to 1, and drops some. */
  void attend(double dropoutRate, RandomStream random, Workers workers) {
    keptScale = (float) (1 / (1 - dropoutRate));
    workers.forRows(
        matrix.rows(),
        WORK_OF_EXP * heads * edgesPerNode,
        (from, to) -> {
          float[] max = new float[heads];
          float[] sum = new float[heads];
          for (int i = from; i < to; i++) {
            softmax(i, max, sum);
          }
          if (dropoutRate > 0) {
            int threshold = (int) Math.round(dropoutRate * (1 << 16));
            for (int i = from; i < to; i++) {
              drop(i, threshold, random.key());
            }
          }
        });
  }

  private void softmax(int node, float[] max, float[] sum) {
    int first = node * heads;
    int start = matrix.rowStart(node);
    int end = matrix.rowEnd(node);
    for (int h = 0; heads - h >= 1; h++) {
      max[h] = leaky(targetScore[first + h] + sourceScore[first + h]);
      selfAttention[first + h] = max[h];
    }
    for (int e = start; e < end; e++) {
      int source = matrix.columnIndex(e) * heads;
      for (int h = 0; heads - h >= 1; h++) {
        float score = leaky(targetScore[first + h] + sourceScore[source + h]);
        attention[e * heads + h] = score;
        max[h] = Math.max(max[h], score);
      }
    }
    for (int h = 0; heads - h >= 1; h++) {
      sum[h] = FloatMath.exp(selfAttention[first + h] - max[h]);
      selfAttention[first + h] = sum[h];
    }
    for (int e = start; e < end; e++) {
      for (int h = 0; heads - h >= 1; h++) {
        float term = FloatMath.exp(attention[e * heads + h] - max[h]);
        attention[e * heads + h] = term;
        sum[h] += term;
      }
    }
    for (int h = 0; heads - h >= 1; h++) {
      sum[h] = 1 / sum[h];
      selfAttention[first + h] *= sum[h];
    }
    for (int e = start; e < end; e++) {
      for (int h = 0; heads - h >= 1; h++) {
        attention[e * heads + h] *= sum[h];
      }
    }
  }

  /** Without a branch, which would be mispredicted half of the time; the slope is at most 1. */
  private float leaky(float score) {
    return Math.max(score, leakySlope * score);
  }

  /** Each node draws from a stream of its own, four times from each 64 bits. */
  private void drop(int node, int threshold, long key) {
    long state = DropoutMask.mix(key + node);
    long bits = 0;
    int drawn = 0;
    for (int i = node * heads; i < (node + 1) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? DropoutMask.mix(state += DropoutMask.GOLDEN) : bits >>> 16;
      selfAttention[i] = negateBelow(bits, threshold, selfAttention[i]);
    }
    for (int i = matrix.rowStart(node) * heads; i < matrix.rowEnd(node) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? DropoutMask.mix(state += DropoutMask.GOLDEN) : bits >>> 16;
      attention[i] = negateBelow(bits, threshold, attention[i]);
    }
  }

  /** Sums z over the edges into each node, weighted by the attention that was kept. */
  void aggregate(DenseMatrix transformed, DenseMatrix aggregated, Workers workers) {
    float[] z = transformed.data();
    float[] out = aggregated.data();
    workers.forRows(
        matrix.rows(),
        width * edgesPerNode,
        (from, to) -> {
          Arrays.fill(out, from * width, to * width, 0f);
          for (int i = from; i < to; i++) {
            addWeighted(selfAttention, i * heads, z, i * width, out, i * width);
            for (int e = matrix.rowStart(i); e < matrix.rowEnd(i); e++) {
              addWeighted(attention, e * heads, z, matrix.columnIndex(e) * width, out, i * width);
            }
          }
        });
  }

  private void addWeighted(float[] weights, int weight, float[] z, int from, float[] out, int to) {
    for (int h = 0; heads - h >= 1; h++) {
      float a = FloatMath.select(weights[weight + h], 0f, keptScale) * weights[weight + h];
      addScaled(a, z, from + h * units, out, to + h * units);
    }
  }

  /**
   * Computes the gradient at z that flows through the weighted sums, and the gradients at the
   * scores. With g·z the gradient at an attention α, that at its score before the softmax is α(g·z
   * - Σ α g·z), and the sum is g times the aggregated z.
   */
  void backward(
      DenseMatrix transformed,
      DenseMatrix aggregated,
      DenseMatrix gradient,
      DenseMatrix transformedGradient,
      Workers workers) {
    float[] z = transformed.data();
    float[] g = gradient.data();
    float[] dz = transformedGradient.data();
    workers.forRows(
        matrix.rows(),
        width,
        (from, to) -> {
          for (int i = from * heads; i < to * heads; i++) {
            meanGradient[i] = dot(g, i * units, aggregated.data(), i * units);
          }
        });
    workers.forRows(
        matrix.rows(),
        2 * width * edgesPerNode,
        (from, to) -> {
          Arrays.fill(dz, from * width, to * width, 0f);
          Arrays.fill(sourceGradient, from * heads, to * heads, 0f);
          for (int j = from; j < to; j++) {
            edgeBackward(j, j, selfAttention, j * heads, z, g, dz);
            for (int t = transposed.rowStart(j); t < transposed.rowEnd(j); t++) {
              int entry = entryOfTransposed[t] * heads;
              edgeBackward(transposed.columnIndex(t), j, attention, entry, z, g, dz);
            }
          }
        });
    workers.forRows(matrix.rows(), heads * edgesPerNode, this::sumTargetGradients);
  }

  private void edgeBackward(
      int target, int source, float[] weights, int first, float[] z, float[] g, float[] dz) {
    for (int h = 0; heads - h >= 1; h++) {
      int t = target * heads + h;
      int s = source * heads + h;
      float weight = weights[first + h];
      float alpha = Math.abs(weight);
      float kept = FloatMath.select(weight, 0f, keptScale);
      float product = dot(g, t * units, z, s * units);
      addScaled(alpha * kept, g, t * units, dz, s * units);
      float slope = FloatMath.select(targetScore[t] + sourceScore[s], leakySlope, 1f);
      float scoreGradient = alpha * (kept * product - meanGradient[t]) * slope;
      weights[first + h] = scoreGradient;
      sourceGradient[s] += scoreGradient;
    }
  }

  private void sumTargetGradients(int from, int to) {
    for (int i = from; i < to; i++) {
      int sum = i * heads;
      System.arraycopy(selfAttention, sum, targetGradient, sum, heads);
      for (int e = matrix.rowStart(i); e < matrix.rowEnd(i); e++) {
        for (int h = 0; heads - h >= 1; h++) {
          targetGradient[sum + h] += attention[e * heads + h];
        }
      }
    }
  }

  /**
   * Adds to the gradient at z what flows through the scores, and computes the gradients of the
   * scores' parameters.
   */
  void scoreBackward(
      DenseMatrix transformed,
      DenseMatrix target,
      DenseMatrix source,
      DenseMatrix transformedGradient,
      DenseMatrix targetParameterGradient,
      DenseMatrix sourceParameterGradient,
      Workers workers) {
    float[] z = transformed.data();
    float[] dz = transformedGradient.data();
    workers.forRows(
        matrix.rows(),
        2L * width,
        (from, to) -> {
          for (int i = from * heads; i < to * heads; i++) {
            int parameter = i % heads * units;
            addScaled(targetGradient[i], target.data(), parameter, dz, i * units);
            addScaled(sourceGradient[i], source.data(), parameter, dz, i * units);
          }
        });
    parameterGradient(targetGradient, z, targetParameterGradient.data());
    parameterGradient(sourceGradient, z, sourceParameterGradient.data());
  }

  /** One pass over z in the order of the nodes, small beside the loops over edges. */
  private void parameterGradient(float[] scoreGradient, float[] z, float[] out) {
    Arrays.fill(out, 0f);
    for (int i = 0; i < scoreGradient.length; i++) {
      addScaled(scoreGradient[i], z, i * units, out, i % heads * units);
    }
  }

  /** Sets the sign of a positive number if the lowest 16 bits are below the threshold. */
  private static float negateBelow(long bits, int threshold, float value) {
    int sign = ((int) (bits & 0xFFFF) - threshold) & Integer.MIN_VALUE;
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) | sign);
  }

  // Loops over the units of a head are short: eight elements at a time are written out, and the
  // loops' conditions are such that C2 does not split them into three loops each, which costs more
  // than it saves here.

  private float dot(float[] a, int i, float[] b, int j) {
    float sum = 0f;
    int end = i + units;
    while (end - i >= 8) {
      sum +=
          (a[i] * b[j] + a[i + 1] * b[j + 1] + (a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3]))
              + (a[i + 4] * b[j + 4]
                  + a[i + 5] * b[j + 5]
                  + (a[i + 6] * b[j + 6] + a[i + 7] * b[j + 7]));
      i += 8;
      j += 8;
    }
    while (end - i >= 1) {
      sum += a[i++] * b[j++];
    }
    return sum;
  }

  private void addScaled(float scale, float[] from, int i, float[] to, int j) {
    int end = i + units;
    while (end - i >= 8) {
      to[j] += scale * from[i];
      to[j + 1] += scale * from[i + 1];
      to[j + 2] += scale * from[i + 2];
      to[j + 3] += scale * from[i + 3];
      to[j + 4] += scale * from[i + 4];
      to[j + 5] += scale * from[i + 5];
      to[j + 6] += scale * from[i + 6];
      to[j + 7] += scale * from[i + 7];
      i += 8;
      j += 8;
    }
    while (end - i >= 1) {
      to[j++] += scale * from[i++];
    }
  }
}
