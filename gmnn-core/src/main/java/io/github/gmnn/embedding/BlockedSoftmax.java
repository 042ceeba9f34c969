package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.Dense;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.Elementwise;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * The exact softmax over all nodes, in blocks of rows: logits, loss and both gradients of a block
 * are done before the next one begins. An epoch costs 6 · nodes² · u floating-point operations, u
 * being the hidden units in use, and holds one block of logits.
 *
 * <p>Units that are zero for every node change no logit, and their gradient ends at the ReLU before
 * them; the products leave them out. With the learning rate of the paper, 40% of the units are soon
 * such. The products are so arranged that each has its left matrix in the order of its rows and its
 * right one in the order of columns, which is what the kernels read fastest.
 */
final class BlockedSoftmax extends NodeSoftmax {
  /** A block's logits at most: 96 MB. */
  private static final int LOGITS_PER_BLOCK = 24_000_000;

  /** Rows that amortise the pass over all weight gradients that each block needs. */
  private static final int MOST_ROWS = 1024;

  /** Unit counts are rounded up to it, so that buffers are rarely made anew. */
  private static final int UNIT_STEP = 32;

  private static final int SQUARE = 32;

  private final int rowsPerBlock;
  private final double[] lossPerNode;
  private final int[] active;
  private int activeCount;
  private RowBlocks blocks;
  private DenseMatrix[] hiddenTransposed;
  private DenseMatrix activeWeights;
  private DenseMatrix weightsTransposed;
  private DenseMatrix gradientTransposed;
  private DenseMatrix blockGradient;

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
    this.lossPerNode = new double[classes];
    this.active = new int[units];
  }

  private static int rowsPerBlock(int classes) {
    return Math.max(1, Math.min(MOST_ROWS, LOGITS_PER_BLOCK / classes));
  }

  @Override
  double lossAndGradient(
      DenseMatrix hidden, CsrMatrix targets, DenseMatrix hiddenGradient, RandomStream random) {
    selectActive(hidden);
    gatherWeights();
    gradientTransposed.fill(0f);
    hiddenGradient.fill(0f);
    Arrays.fill(biasGradient, 0f);
    for (int b = 0; b < blocks.count(); b++) {
      int start = blocks.start(b);
      RowBlocks.Buffers block = blocks.buffers(b);
      computeLogits(hidden, start, block);
      workers.forRows(
          block.rows(),
          16L * classes,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              softmaxRow(block.logits(), row, targets, start + row);
            }
          });
      addBiasGradient(block.logits());
      Dense.multiply(block.logits(), activeWeights, block.hiddenGradient(), workers);
      scatterHidden(block.hiddenGradient(), start, hiddenGradient);
      DenseMatrix transposed = hiddenTransposed[block.rows() == blocks.rowsPerBlock() ? 0 : 1];
      transpose(block.hidden(), transposed);
      Dense.multiply(transposed, block.logits(), blockGradient, workers);
      add(blockGradient, gradientTransposed);
    }
    scatterWeightGradient();
    double loss = 0;
    for (double ofNode : lossPerNode) {
      loss += ofNode;
    }
    return loss;
  }

  /** Finds the units that are not zero everywhere, and makes buffers for as many. */
  private void selectActive(DenseMatrix hidden) {
    boolean[] used = new boolean[units];
    float[] data = hidden.data();
    for (int i = 0; i < data.length; i += units) {
      for (int j = 0; j < units; j++) {
        used[j] |= data[i + j] != 0f;
      }
    }
    activeCount = 0;
    for (int j = 0; j < units; j++) {
      if (used[j]) {
        active[activeCount++] = j;
      }
    }
    int width = activeWeights == null ? -1 : activeWeights.columns();
    if (activeCount > width || activeCount < width - 2 * UNIT_STEP) {
      width = Math.min(units, Math.max(1, (activeCount + UNIT_STEP - 1) / UNIT_STEP) * UNIT_STEP);
      blocks = new RowBlocks(classes, rowsPerBlock, width, classes);
      hiddenTransposed =
          new DenseMatrix[] {
            DenseMatrix.zeros(width, blocks.rowsPerBlock()),
            DenseMatrix.zeros(width, classes % blocks.rowsPerBlock())
          };
      activeWeights = DenseMatrix.zeros(classes, width);
      weightsTransposed = DenseMatrix.zeros(width, classes);
      gradientTransposed = DenseMatrix.zeros(width, classes);
      blockGradient = DenseMatrix.zeros(width, classes);
    }
  }

  private void gatherWeights() {
    gather(weights, 0, activeWeights);
    transpose(activeWeights, weightsTransposed);
  }

  /** In squares that fit the first-level cache. */
  private void transpose(DenseMatrix from, DenseMatrix to) {
    int rows = from.rows();
    int columns = from.columns();
    float[] source = from.data();
    float[] target = to.data();
    int squares = (rows + SQUARE - 1) / SQUARE;
    workers.forRows(
        squares,
        (long) SQUARE * columns,
        (first, last) -> {
          for (int row = first * SQUARE; row < Math.min(rows, last * SQUARE); row += SQUARE) {
            for (int column = 0; column < columns; column += SQUARE) {
              transposeSquare(source, target, rows, columns, row, column);
            }
          }
        });
  }

  private static void transposeSquare(
      float[] source, float[] target, int rows, int columns, int row, int column) {
    int lastRow = Math.min(rows, row + SQUARE);
    int lastColumn = Math.min(columns, column + SQUARE);
    for (int i = row; i < lastRow; i++) {
      for (int j = column; j < lastColumn; j++) {
        target[j * rows + i] = source[i * columns + j];
      }
    }
  }

  /** Copies the active units of some rows; the columns behind them become zero. */
  private void gather(DenseMatrix from, int start, DenseMatrix to) {
    int width = to.columns();
    float[] source = from.data();
    float[] target = to.data();
    workers.forRows(
        to.rows(),
        width,
        (first, last) -> {
          for (int row = first; row < last; row++) {
            int sourceRow = (start + row) * units;
            int targetRow = row * width;
            for (int j = 0; j < activeCount; j++) {
              target[targetRow + j] = source[sourceRow + active[j]];
            }
            Arrays.fill(target, targetRow + activeCount, targetRow + width, 0f);
          }
        });
  }

  private void computeLogits(DenseMatrix hidden, int start, RowBlocks.Buffers block) {
    gather(hidden, start, block.hidden());
    Dense.multiply(block.hidden(), weightsTransposed, block.logits(), workers);
  }

  /** Turns a row of products into the gradient at the logits, and notes the node's loss. */
  private void softmaxRow(DenseMatrix logits, int row, CsrMatrix targets, int node) {
    float[] z = logits.data();
    int start = row * classes;
    float max = Float.NEGATIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      float logit = z[start + c] + bias[c];
      z[start + c] = logit;
      max = Math.max(max, logit);
    }
    double targetSum = 0;
    double targetLogits = 0;
    for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
      targetSum += targets.value(e);
      targetLogits += targets.value(e) * z[start + targets.columnIndex(e)];
    }
    for (int j = start; j < start + classes; j++) {
      z[j] -= max;
    }
    Elementwise.exp(z, start, start + classes);
    double sum = 0;
    for (int j = start; j < start + classes; j++) {
      sum += z[j];
    }
    double weight = 1.0 / classes;
    lossPerNode[node] = weight * (targetSum * (max + Math.log(sum)) - targetLogits);
    float scale = (float) (weight * targetSum / sum);
    for (int j = start; j < start + classes; j++) {
      z[j] *= scale;
    }
    for (int e = targets.rowStart(node); e < targets.rowEnd(node); e++) {
      z[start + targets.columnIndex(e)] -= (float) (weight * targets.value(e));
    }
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

  private void scatterHidden(DenseMatrix from, int start, DenseMatrix to) {
    int width = from.columns();
    for (int row = 0; row < from.rows(); row++) {
      for (int j = 0; j < activeCount; j++) {
        to.data()[(start + row) * units + active[j]] = from.data()[row * width + j];
      }
    }
  }

  private void add(DenseMatrix from, DenseMatrix to) {
    int width = from.columns();
    float[] source = from.data();
    float[] target = to.data();
    workers.forRows(
        from.rows(),
        width,
        (first, last) -> {
          for (int i = first * width; i < last * width; i++) {
            target[i] += source[i];
          }
        });
  }

  private void scatterWeightGradient() {
    // The weights' gathered copy is not needed any more until the next epoch.
    transpose(gradientTransposed, activeWeights);
    int width = activeWeights.columns();
    float[] source = activeWeights.data();
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
    selectActive(hidden);
    gatherWeights();
    List<SparseRowsBuilder> builders = new ArrayList<>();
    for (int b = 0; b < blocks.count(); b++) {
      RowBlocks.Buffers block = blocks.buffers(b);
      computeLogits(hidden, blocks.start(b), block);
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
