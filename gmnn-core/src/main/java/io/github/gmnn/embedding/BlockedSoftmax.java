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
 * The exact softmax over all nodes, in blocks of rows: logits, loss and both gradients of a block
 * are done before the next one begins. A batch costs 6 · its nodes · all nodes · u floating-point
 * operations, u being the hidden units in use, and holds one block of logits.
 *
 * <p>Units that are zero for every node of a batch change no logit, and their gradient ends at the
 * ReLU before them; the products leave them out. With the learning rate of the paper, 40% of the
 * units are soon such.
 */
final class BlockedSoftmax extends NodeSoftmax {
  /** A block's logits at most: 96 MB. */
  private static final int LOGITS_PER_BLOCK = 24_000_000;

  /** Rows that amortise the pass over all weight gradients that each block needs. */
  private static final int MOST_ROWS = 2048;

  /** Unit counts are rounded up to it, so that buffers are rarely made anew. */
  private static final int UNIT_STEP = 32;

  private final int rowsPerBlock;
  private final NodeBatches.Batch allNodes;
  private final int[] active;
  private int activeCount;
  private int activeWidth = -1; // selectActive() makes the buffers of the first batch

  @SuppressWarnings("NullAway.Init")
  private RowBlocks blocks;

  @SuppressWarnings("NullAway.Init")
  private DenseMatrix activeWeights;

  @SuppressWarnings("NullAway.Init")
  private DenseMatrix activeGradient;

  BlockedSoftmax(
      int classes, int units, IUpdater updater, double l2, RandomStream random, Workers workers) {
    this(classes, units, rowsPerBlock(classes), updater, l2, random, workers);
  }

  BlockedSoftmax(
      int classes,
      int units,
      int rowsPerBlock,
      IUpdater updater,
      double l2,
      RandomStream random,
      Workers workers) {
    super(classes, units, updater, l2, random, workers);
    this.rowsPerBlock = rowsPerBlock;
    this.allNodes = NodeBatches.all(classes);
    this.active = new int[units];
  }

  /** As many as allowed, and about as many in every block. */
  private static int rowsPerBlock(int classes) {
    int most = Math.max(1, Math.min(MOST_ROWS, LOGITS_PER_BLOCK / classes));
    int count = (classes + most - 1) / most;
    return (classes + count - 1) / count;
  }

  @Override
  double lossAndGradient(
      DenseMatrix hidden,
      CsrMatrix targets,
      NodeBatches.Batch batch,
      DenseMatrix hiddenGradient,
      RandomStream random) {
    selectActive(hidden, batch);
    gather(weights, allNodes, 0, activeWeights);
    activeGradient.fill(0f);
    Arrays.fill(biasGradient, 0f);
    double weight = 1.0 / batch.size();
    for (int b = 0; b < blocks.count(batch.size()); b++) {
      int start = blocks.start(b);
      RowBlocks.Buffers block = blocks.buffers(batch.size(), b);
      computeLogits(hidden, batch, start, block);
      workers.forRows(
          block.rows(),
          16L * classes,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              softmaxRow(block.logits(), row, targets, batch.node(start + row), weight);
            }
          });
      addBiasGradient(block.logits());
      Dense.multiply(block.logits(), activeWeights, block.hiddenGradient(), workers);
      scatterHidden(block.hiddenGradient(), batch, start, hiddenGradient);
      Dense.addTransposedLeft(block.logits(), block.hidden(), activeGradient, workers);
    }
    scatterWeightGradient();
    return totalLoss(batch);
  }

  /** Finds the units that are not zero for all of the nodes, and makes buffers for as many. */
  private void selectActive(DenseMatrix hidden, NodeBatches.Batch batch) {
    boolean[] used = new boolean[units];
    float[] data = hidden.data();
    for (int place = 0; place < batch.size(); place++) {
      int start = batch.node(place) * units;
      for (int j = 0; j < units; j++) {
        used[j] |= data[start + j] != 0f;
      }
    }
    activeCount = 0;
    for (int j = 0; j < units; j++) {
      if (used[j]) {
        active[activeCount++] = j;
      }
    }
    if (activeCount > activeWidth || activeCount < activeWidth - 2 * UNIT_STEP) {
      int steps = Math.max(1, (activeCount + UNIT_STEP - 1) / UNIT_STEP);
      activeWidth = Math.min(units, steps * UNIT_STEP);
      blocks = new RowBlocks(rowsPerBlock, activeWidth, classes);
      activeWeights = DenseMatrix.zeros(classes, activeWidth);
      activeGradient = DenseMatrix.zeros(classes, activeWidth);
    }
  }

  /** Copies the active units of the nodes from a place on; the columns after them become zero. */
  private void gather(DenseMatrix from, NodeBatches.Batch nodes, int start, DenseMatrix to) {
    int width = to.columns();
    float[] source = from.data();
    float[] target = to.data();
    workers.forRows(
        to.rows(),
        width,
        (first, last) -> {
          for (int row = first; row < last; row++) {
            int sourceRow = nodes.node(start + row) * units;
            int targetRow = row * width;
            for (int j = 0; j < activeCount; j++) {
              target[targetRow + j] = source[sourceRow + active[j]];
            }
            Arrays.fill(target, targetRow + activeCount, targetRow + width, 0f);
          }
        });
  }

  private void computeLogits(
      DenseMatrix hidden, NodeBatches.Batch batch, int start, RowBlocks.Buffers block) {
    gather(hidden, batch, start, block.hidden());
    Dense.multiplyTransposedRight(block.hidden(), activeWeights, block.logits(), workers);
  }

  /** Turns a row of products into the gradient at the logits, and notes the node's loss. */
  private void softmaxRow(DenseMatrix logits, int row, CsrMatrix targets, int node, double weight) {
    float[] z = logits.data();
    int start = row * classes;
    for (int c = 0; c < classes; c++) {
      z[start + c] += bias[c];
    }
    float max = max(z, start, start + classes);
    double targetSum = 0;
    double targetLogits = 0;
    for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
      targetSum += targets.value(e);
      targetLogits += targets.value(e) * z[start + targets.columnIndex(e)];
    }
    double sum = exponentials(z, start, start + classes, max);
    lossPerNode[node] = weight * (targetSum * (max + Math.log(sum)) - targetLogits);
    float scale = (float) (weight * targetSum / sum);
    for (int j = start; j < start + classes; j++) {
      z[j] *= scale;
    }
    for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
      z[start + targets.columnIndex(e)] -= (float) (weight * targets.value(e));
    }
  }

  /** In four chains, so that one comparison need not wait for the last. */
  private static float max(float[] values, int from, int to) {
    float max0 = values[from];
    float max1 = max0;
    float max2 = max0;
    float max3 = max0;
    int i = from;
    for (; i < to - 3; i += 4) {
      max0 = Math.max(max0, values[i]);
      max1 = Math.max(max1, values[i + 1]);
      max2 = Math.max(max2, values[i + 2]);
      max3 = Math.max(max3, values[i + 3]);
    }
    for (; i < to; i++) {
      max0 = Math.max(max0, values[i]);
    }
    return Math.max(Math.max(max0, max1), Math.max(max2, max3));
  }

  private void addBiasGradient(DenseMatrix logitsGradient) {
    float[] g = logitsGradient.data();
    int rows = logitsGradient.rows();
    workers.forRows(
        classes,
        rows,
        (from, to) -> {
          for (int row = 0; row < rows; row++) {
            int start = row * classes;
            for (int c = from; c < to; c++) {
              biasGradient[c] += g[start + c];
            }
          }
        });
  }

  private void scatterHidden(DenseMatrix from, NodeBatches.Batch batch, int start, DenseMatrix to) {
    int width = from.columns();
    for (int row = 0; row < from.rows(); row++) {
      int target = batch.node(start + row) * units;
      Arrays.fill(to.data(), target, target + units, 0f);
      for (int j = 0; j < activeCount; j++) {
        to.data()[target + active[j]] = from.data()[row * width + j];
      }
    }
  }

  private void scatterWeightGradient() {
    int width = activeGradient.columns();
    float[] source = activeGradient.data();
    float[] target = weightGradient.data();
    workers.forRows(
        classes,
        units,
        (from, to) -> {
          Arrays.fill(target, from * units, to * units, 0f);
          for (int row = from; row < to; row++) {
            for (int j = 0; j < activeCount; j++) {
              target[row * units + active[j]] = source[row * width + j];
            }
          }
        });
  }

  @Override
  List<CsrMatrix> annotate(
      DenseMatrix hidden,
      ApproximationStrategy strategy,
      CsrMatrix candidates,
      int limit,
      RandomStream random) {
    selectActive(hidden, allNodes);
    gather(weights, allNodes, 0, activeWeights);
    List<SparseRowsBuilder> builders = new ArrayList<>();
    for (int b = 0; b < blocks.count(classes); b++) {
      RowBlocks.Buffers block = blocks.buffers(classes, b);
      computeLogits(hidden, allNodes, blocks.start(b), block);
      addBias(block.logits());
      List<DenseMatrix> annotations = strategy.annotate(block.logits(), random.derive(b));
      while (builders.size() < annotations.size()) {
        builders.add(new SparseRowsBuilder(classes, classes, limit));
      }
      for (int s = 0; s < annotations.size(); s++) {
        float[] rows = annotations.get(s).data();
        for (int row = 0; row < block.rows(); row++) {
          builders.get(s).add(rows, row * classes, classes, null);
        }
      }
    }
    return builders.stream().map(SparseRowsBuilder::build).toList();
  }

  private void addBias(DenseMatrix logits) {
    float[] z = logits.data();
    for (int row = 0; row < logits.rows(); row++) {
      for (int c = 0; c < classes; c++) {
        z[row * classes + c] += bias[c];
      }
    }
  }
}
