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
          for (int i = from; i < to; i++) {
            for (int h = 0; h < heads; h++) {
              softmax(i, h);
            }
          }
          if (dropoutRate > 0) {
            int threshold = (int) Math.round(dropoutRate * (1 << 16));
            for (int i = from; i < to; i++) {
              drop(i, threshold, random.key());
            }
          }
        });
  }

  private void softmax(int node, int head) {
    int start = matrix.rowStart(node);
    int end = matrix.rowEnd(node);
    float target = targetScore[node * heads + head];
    float self = leaky(target + sourceScore[node * heads + head]);
    float max = self;
    for (int e = start; e < end; e++) {
      float score = leaky(target + sourceScore[matrix.columnIndex(e) * heads + head]);
      attention[e * heads + head] = score;
      max = score > max ? score : max;
    }
    float selfTerm = (float) Math.exp(self - max);
    float sum = selfTerm;
    for (int e = start; e < end; e++) {
      float term = (float) Math.exp(attention[e * heads + head] - max);
      attention[e * heads + head] = term;
      sum += term;
    }
    float scale = 1 / sum;
    selfAttention[node * heads + head] = scale * selfTerm;
    for (int e = start; e < end; e++) {
      attention[e * heads + head] *= scale;
    }
  }

  private float leaky(float score) {
    return score > 0f ? score : leakySlope * score;
  }

  /** Each node draws from a stream of its own, four times from each 64 bits. */
  private void drop(int node, int threshold, long key) {
    long state = DropoutMask.mix(key + node);
    long bits = 0;
    int drawn = 0;
    for (int i = node * heads; i < (node + 1) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? DropoutMask.mix(state += DropoutMask.GOLDEN) : bits >>> 16;
      selfAttention[i] = (bits & 0xFFFF) < threshold ? -selfAttention[i] : selfAttention[i];
    }
    for (int i = matrix.rowStart(node) * heads; i < matrix.rowEnd(node) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? DropoutMask.mix(state += DropoutMask.GOLDEN) : bits >>> 16;
      attention[i] = (bits & 0xFFFF) < threshold ? -attention[i] : attention[i];
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
    for (int h = 0; h < heads; h++) {
      float a = Math.max(0f, weights[weight + h]) * keptScale;
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
    for (int h = 0; h < heads; h++) {
      int t = target * heads + h;
      int s = source * heads + h;
      float weight = weights[first + h];
      float alpha = Math.abs(weight);
      float kept = weight > 0f ? keptScale : 0f;
      float product = dot(g, t * units, z, s * units);
      addScaled(alpha * kept, g, t * units, dz, s * units);
      float slope = targetScore[t] + sourceScore[s] > 0f ? 1f : leakySlope;
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
        for (int h = 0; h < heads; h++) {
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

  private float dot(float[] a, int i, float[] b, int j) {
    float sum = 0f;
    for (int d = 0; d < units; d++) {
      sum += a[i + d] * b[j + d];
    }
    return sum;
  }

  private void addScaled(float scale, float[] from, int i, float[] to, int j) {
    for (int d = 0; d < units; d++) {
      to[j + d] += scale * from[i + d];
    }
  }
}
