package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.AttentionArrays;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.kernel.LayerKernels;
import io.github.gmnn.kernel.SparseRows;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * The loops of {@link GraphAttentionLayer} over the edges of a graph and a self-loop at each node.
 *
 * <p>Row i of the matrix holds the edges into node i. The forward pass walks the rows. The backward
 * pass walks the columns, so that each thread writes to nodes of its own and results do not depend
 * on the threads. For the order of numbers within the arrays see {@link AttentionArrays}.
 */
final class AttentionEdges {
  /** What an exponential costs in multiply-adds. */
  private static final int WORK_OF_EXP = 20;

  final AttentionArrays arrays;
  private final CsrMatrix matrix;
  private final int heads;
  private final int width;
  private final LayerKernels kernels;
  private final long edgesPerNode;

  AttentionEdges(CsrMatrix matrix, int heads, int units, float leakySlope, LayerKernels kernels) {
    this.matrix = matrix;
    this.heads = heads;
    this.width = heads * units;
    this.kernels = kernels;
    CsrMatrix transposed = matrix.transpose();
    this.arrays =
        new AttentionArrays(
            arrays(matrix),
            arrays(transposed),
            entriesOfTransposed(matrix, transposed),
            DenseMatrix.zeros(matrix.nonZeros(), heads).data(),
            matrix.rows(),
            heads,
            units,
            leakySlope);
    this.edgesPerNode = 1 + matrix.nonZeros() / Math.max(1, matrix.rows());
  }

  private static SparseRows arrays(CsrMatrix matrix) {
    return SparseRows.of(matrix.rowPointers(), matrix.columnIndices(), matrix.values());
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
    workers.forRows(
        matrix.rows(),
        2L * width,
        (from, to) -> {
          float[] z = transformed.data();
          kernels.dot(arrays, z, target.data(), 0, arrays.targetScore, from, to);
          kernels.dot(arrays, z, source.data(), 0, arrays.sourceScore, from, to);
        });
  }

  /** Turns the scores of the edges into each node into attention that sums to 1, and drops some. */
  void attend(double dropoutRate, long key, Workers workers) {
    arrays.keptScale = (float) (1 / (1 - dropoutRate));
    int threshold = (int) Math.round(dropoutRate * (1 << 16));
    workers.forRows(
        matrix.rows(),
        WORK_OF_EXP * heads * edgesPerNode,
        (from, to) -> {
          kernels.scores(arrays, from, to);
          Elementwise.exp(arrays.selfAttention, from * heads, to * heads);
          Elementwise.exp(arrays.attention, firstEntry(from) * heads, firstEntry(to) * heads);
          kernels.normalize(arrays, from, to);
          if (dropoutRate > 0) {
            for (int i = from; i < to; i++) {
              drop(i, threshold, key);
            }
          }
        });
  }

  /** The first entry at or after a row, which may be one past the last. */
  private int firstEntry(int row) {
    return row < matrix.rows() ? matrix.rowStart(row) : matrix.nonZeros();
  }

  /** Each node draws from a stream of its own, four times from each 64 bits. */
  private void drop(int node, int threshold, long key) {
    long state = RandomStream.mix(key + node);
    long bits = 0;
    int drawn = 0;
    for (int i = node * heads; i < (node + 1) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? RandomStream.mix(state += RandomStream.GOLDEN) : bits >>> 16;
      arrays.selfAttention[i] = negateBelow(bits, threshold, arrays.selfAttention[i]);
    }
    for (int i = matrix.rowStart(node) * heads; i < matrix.rowEnd(node) * heads; i++) {
      bits = (drawn++ & 3) == 0 ? RandomStream.mix(state += RandomStream.GOLDEN) : bits >>> 16;
      arrays.attention[i] = negateBelow(bits, threshold, arrays.attention[i]);
    }
  }

  /** Sets the sign of a positive number if the lowest 16 bits are below the threshold. */
  private static float negateBelow(long bits, int threshold, float value) {
    int sign = ((int) (bits & 0xFFFF) - threshold) & Integer.MIN_VALUE;
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) | sign);
  }

  /** Sums z over the edges into each node, weighted by the attention that was kept. */
  void aggregate(DenseMatrix transformed, DenseMatrix aggregated, Workers workers) {
    workers.forRows(
        matrix.rows(),
        width * edgesPerNode,
        (from, to) -> {
          Arrays.fill(aggregated.data(), from * width, to * width, 0f);
          kernels.aggregate(arrays, transformed.data(), aggregated.data(), from, to);
        });
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
        (from, to) ->
            kernels.dot(arrays, g, aggregated.data(), width, arrays.meanGradient, from, to));
    workers.forRows(
        matrix.rows(),
        2 * width * edgesPerNode,
        (from, to) -> {
          Arrays.fill(dz, from * width, to * width, 0f);
          Arrays.fill(arrays.sourceGradient, from * heads, to * heads, 0f);
          kernels.backward(arrays, z, g, dz, from, to);
        });
    workers.forRows(matrix.rows(), heads * edgesPerNode, this::sumTargetGradients);
  }

  private void sumTargetGradients(int from, int to) {
    for (int i = from; i < to; i++) {
      int sum = i * heads;
      System.arraycopy(arrays.selfAttention, sum, arrays.targetGradient, sum, heads);
      for (int e = matrix.rowStart(i); e < matrix.rowEnd(i); e++) {
        for (int h = 0; heads - h >= 1; h++) {
          arrays.targetGradient[sum + h] += arrays.attention[e * heads + h];
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
        (from, to) -> kernels.scoreBackward(arrays, target.data(), source.data(), dz, from, to));
    // one pass over z in the order of the nodes, small beside the loops over edges
    targetParameterGradient.fill(0f);
    sourceParameterGradient.fill(0f);
    kernels.parameterGradient(arrays, arrays.targetGradient, z, targetParameterGradient.data());
    kernels.parameterGradient(arrays, arrays.sourceGradient, z, sourceParameterGradient.data());
  }
}
