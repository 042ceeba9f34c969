package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * A softmax over a node's targets and a sample of the other nodes, for graphs with too many nodes
 * for all pairs of them.
 *
 * <p><b>Sampler.</b> Each update shuffles all nodes and deals them out to the blocks of {@value
 * #ROWS_PER_BLOCK} nodes as their negatives, which the nodes of a block share, so that they are one
 * dense product; when the nodes are used up it shuffles again. So each node is a negative for as
 * many blocks as any other, where draws block by block would leave a third of them without any that
 * push it away. A node leaves out negatives that are its own targets. <b>Correction.</b> The S
 * negatives left stand for the N - T nodes that are not targets: log((N - T) / S) is added to their
 * logits (minus the logarithm of how often a class is expected in the sample, Jean et al. 2015), so
 * that the sampled sum in the softmax's denominator has the exact one as its expectation. With all
 * nodes as negatives, the exact softmax comes out.
 *
 * <p>An epoch costs O(nodes · (negatives + targets) · units).
 */
final class SampledSoftmax extends NodeSoftmax {
  private static final int ROWS_PER_BLOCK = 256;

  /** Rows whose targets' weights are still in the second-level cache when they are read again. */
  private static final int ROWS_IN_CACHE = 16;

  private final NodeBatches.Batch allNodes;
  private final RowBlocks blocks;
  private final int[] negatives;
  private final float[] negativeBias;

  /** One more than a class's place among the negatives, or 0. */
  private final int[] placeOf;

  /** All classes in random order; blocks are dealt theirs from its beginning on. */
  private final int[] dealt;

  /** What the next block is dealt from; an update begins behind the last, which asks to shuffle. */
  private int nextDealt;

  private final DenseMatrix negativeWeights;
  private final DenseMatrix negativeGradient;

  /** The logits at the targets, then the gradients at these logits. */
  private SparseValues atTargets = new SparseValues(CsrMatrix.identity(0));

  SampledSoftmax(
      int classes,
      int units,
      int negatives,
      IUpdater updater,
      double l2,
      RandomStream random,
      Workers workers) {
    super(classes, units, updater, l2, random, workers);
    this.negatives = new int[Math.min(negatives, classes)];
    this.negativeBias = new float[this.negatives.length];
    this.placeOf = new int[classes];
    this.dealt = new int[classes];
    this.allNodes = NodeBatches.all(classes);
    this.blocks = new RowBlocks(Math.min(ROWS_PER_BLOCK, classes), units, this.negatives.length);
    this.negativeWeights = DenseMatrix.zeros(this.negatives.length, units);
    this.negativeGradient = DenseMatrix.zeros(this.negatives.length, units);
  }

  @Override
  double lossAndGradient(
      DenseMatrix hidden,
      CsrMatrix targets,
      NodeBatches.Batch batch,
      DenseMatrix hiddenGradient,
      RandomStream random) {
    weightGradient.fill(0f);
    Arrays.fill(biasGradient, 0f);
    atTargets.setPattern(targets);
    nextDealt = classes;
    for (int b = 0; b < blocks.count(batch.size()); b++) {
      int start = blocks.start(b);
      RowBlocks.Buffers block = blocks.buffers(batch.size(), b);
      computeNegativeLogits(hidden, batch, start, block, random.derive(b));
      workers.forRows(
          block.rows(),
          32L * negatives.length + (long) units * targets.nonZeros() / classes,
          (from, to) -> {
            for (int first = from; first < to; first += ROWS_IN_CACHE) {
              int last = Math.min(to, first + ROWS_IN_CACHE);
              rows(hidden, targets, batch, start, first, last, block.logits(), hiddenGradient);
            }
          });
      Dense.multiply(block.logits(), negativeWeights, block.hiddenGradient(), workers);
      for (int row = 0; row < block.rows(); row++) {
        int node = batch.node(start + row);
        add(block.hiddenGradient().data(), row * units, hiddenGradient.data(), node * units);
      }
      addNegativeGradients(block);
    }
    addTargetGradients(hidden, targets, batch);
    return totalLoss(batch);
  }

  /** Works through some rows of a block: what concerns their targets and the softmax itself. */
  private void rows(
      DenseMatrix hidden,
      CsrMatrix targets,
      NodeBatches.Batch batch,
      int start,
      int from,
      int to,
      DenseMatrix logits,
      DenseMatrix hiddenGradient) {
    batch.forNodes(
        start + from, start + to, (r, end) -> atTargets.setProducts(hidden, weights, r, end));
    for (int row = from; row < to; row++) {
      softmaxRow(targets, batch.node(start + row), 1.0 / batch.size(), logits, row);
    }
    batch.forNodes(
        start + from, start + to, (r, end) -> atTargets.multiply(weights, hiddenGradient, r, end));
  }

  private void computeNegativeLogits(
      DenseMatrix hidden,
      NodeBatches.Batch batch,
      int start,
      RowBlocks.Buffers block,
      RandomStream random) {
    dealNegatives(random);
    for (int i = 0; i < negatives.length; i++) {
      System.arraycopy(
          weights.data(), negatives[i] * units, negativeWeights.data(), i * units, units);
    }
    for (int row = 0; row < block.rows(); row++) {
      int node = batch.node(start + row);
      System.arraycopy(hidden.data(), node * units, block.hidden().data(), row * units, units);
    }
    Dense.multiplyTransposedRight(block.hidden(), negativeWeights, block.logits(), workers);
  }

  private void shuffle(RandomStream random) {
    for (int i = 0; i < classes; i++) {
      dealt[i] = i;
    }
    for (int left = classes; left > 1; left--) {
      int drawn = random.nextInt(left);
      int swapped = dealt[drawn];
      dealt[drawn] = dealt[left - 1];
      dealt[left - 1] = swapped;
    }
    nextDealt = 0;
  }

  /** Deals a block its negatives, distinct and ascending. */
  private void dealNegatives(RandomStream random) {
    for (int negative : negatives) {
      placeOf[negative] = 0;
    }
    if (nextDealt + negatives.length > classes) {
      shuffle(random);
    }
    System.arraycopy(dealt, nextDealt, negatives, 0, negatives.length);
    nextDealt += negatives.length;
    Arrays.sort(negatives);
    for (int i = 0; i < negatives.length; i++) {
      placeOf[negatives[i]] = i + 1;
      negativeBias[i] = bias[negatives[i]];
    }
  }

  /**
   * Turns a row of products with the negatives into the gradient at their logits, fills the
   * gradients at the targets' logits, and notes the node's loss.
   */
  private void softmaxRow(CsrMatrix targets, int node, double weight, DenseMatrix logits, int row) {
    int begin = targets.rowStart(node);
    int end = targets.rowEnd(node);
    float[] z = logits.data();
    float[] t = atTargets.values();
    int start = row * negatives.length;
    float max = correct(targets, node, z, start);
    double targetSum = 0;
    double targetLogits = 0;
    for (int e = begin; e < end; e++) {
      t[e] += bias[targets.columnIndex(e)];
      max = Math.max(max, t[e]);
      targetSum += targets.value(e);
      targetLogits += targets.value(e) * t[e];
    }
    double sum =
        exponentials(z, start, start + negatives.length, max) + exponentials(t, begin, end, max);
    lossPerNode[node] = weight * (targetSum * (max + Math.log(sum)) - targetLogits);
    float scale = (float) (weight * targetSum / sum);
    for (int j = start; j < start + negatives.length; j++) {
      z[j] *= scale;
    }
    for (int e = begin; e < end; e++) {
      t[e] = scale * t[e] - (float) (weight * targets.value(e));
    }
  }

  /**
   * Adds bias and correction to the logits of the negatives, takes out those that are the node's
   * own targets, and returns the largest.
   */
  private float correct(CsrMatrix targets, int node, float[] z, int start) {
    int left = negatives.length;
    for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
      int place = placeOf[targets.columnIndex(e)];
      if (place > 0) {
        z[start + place - 1] = Float.NEGATIVE_INFINITY;
        left--;
      }
    }
    int others = classes - (targets.rowEnd(node) - targets.rowStart(node));
    float correction = left == 0 ? 0f : (float) Math.log((double) others / left);
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < negatives.length; i++) {
      z[start + i] += negativeBias[i] + correction;
      max = Math.max(max, z[start + i]);
    }
    return max;
  }

  /** Adds what the block's nodes give to the gradients of their negatives. */
  private void addNegativeGradients(RowBlocks.Buffers block) {
    float[] z = block.logits().data();
    for (int row = 0; row < block.rows(); row++) {
      for (int i = 0; i < negatives.length; i++) {
        biasGradient[negatives[i]] += z[row * negatives.length + i];
      }
    }
    Dense.multiplyTransposedLeft(block.logits(), block.hidden(), negativeGradient, workers);
    for (int i = 0; i < negatives.length; i++) {
      add(negativeGradient.data(), i * units, weightGradient.data(), negatives[i] * units);
    }
  }

  private void addTargetGradients(DenseMatrix hidden, CsrMatrix targets, NodeBatches.Batch batch) {
    for (int place = 0; place < batch.size(); place++) {
      int node = batch.node(place);
      for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
        biasGradient[targets.columnIndex(e)] += atTargets.values()[e];
      }
    }
    atTargets.addTransposed(
        hidden, weightGradient, body -> batch.forNodes(0, batch.size(), body), workers);
  }

  /** Adds a row of units to another. */
  private void add(float[] from, int fromStart, float[] to, int toStart) {
    for (int j = 0; j < units; j++) {
      to[toStart + j] += from[fromStart + j];
    }
  }

  /**
   * Annotates a node with its candidates or the block's negatives, by their own logits: a negative
   * stands for itself here, not for the classes that were not drawn.
   */
  @Override
  List<CsrMatrix> annotate(
      DenseMatrix hidden,
      ApproximationStrategy strategy,
      CsrMatrix candidates,
      int limit,
      RandomStream random) {
    SparseValues atCandidates = new SparseValues(candidates);
    workers.forRows(
        classes,
        (long) units * candidates.nonZeros() / classes,
        (from, to) -> atCandidates.setProducts(hidden, weights, from, to));
    List<SparseRowsBuilder> builders = new ArrayList<>();
    nextDealt = classes;
    for (int b = 0; b < blocks.count(classes); b++) {
      int start = blocks.start(b);
      RowBlocks.Buffers block = blocks.buffers(classes, b);
      computeNegativeLogits(hidden, allNodes, start, block, random.derive(2L * b));
      for (int row = 0; row < block.rows(); row++) {
        Scores scores = scores(atCandidates, start + row, block.logits(), row);
        List<DenseMatrix> annotations =
            strategy.annotate(
                DenseMatrix.wrap(1, scores.logits().length, scores.logits()),
                random.derive(2L * b + 1).derive(row));
        while (builders.size() < annotations.size()) {
          builders.add(new SparseRowsBuilder(classes, classes, limit));
        }
        for (int s = 0; s < annotations.size(); s++) {
          float[] annotation = annotations.get(s).data();
          builders.get(s).add(annotation, 0, annotation.length, scores.classes());
        }
      }
    }
    return builders.stream().map(SparseRowsBuilder::build).toList();
  }

  /** The classes that a node is annotated with, ascending, and their logits. */
  private record Scores(int[] classes, float[] logits) {}

  private Scores scores(SparseValues atCandidates, int node, DenseMatrix negativeLogits, int row) {
    CsrMatrix candidates = atCandidates.pattern();
    int e = candidates.rowStart(node);
    int end = candidates.rowEnd(node);
    int[] found = new int[end - e + negatives.length];
    float[] logits = new float[found.length];
    int count = 0;
    for (int i = 0; i < negatives.length || e < end; count++) {
      int candidate = e < end ? candidates.columnIndex(e) : Integer.MAX_VALUE;
      int negative = i < negatives.length ? negatives[i] : Integer.MAX_VALUE;
      int c = Math.min(candidate, negative);
      found[count] = c;
      logits[count] =
          bias[c] + (negative == c ? negativeLogits.get(row, i) : atCandidates.values()[e]);
      e += candidate == c ? 1 : 0;
      i += negative == c ? 1 : 0;
    }
    return new Scores(Arrays.copyOf(found, count), Arrays.copyOf(logits, count));
  }
}
