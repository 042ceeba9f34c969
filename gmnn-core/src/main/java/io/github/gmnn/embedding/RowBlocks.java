package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import java.util.HashMap;
import java.util.Map;

/**
 * The buffers to work through the rows of some nodes block by block: some of a block's hidden
 * units, the gradient at them, and a row of logits per node. Blocks of as many rows share theirs;
 * the last one may be shorter.
 */
final class RowBlocks {
  /**
   * The buffers of one block size.
   *
   * @param hidden rows x units
   * @param hiddenGradient rows x units
   * @param logits rows x classes
   */
  record Buffers(DenseMatrix hidden, DenseMatrix hiddenGradient, DenseMatrix logits) {
    static Buffers of(int rows, int units, int classes) {
      return new Buffers(
          DenseMatrix.zeros(rows, units),
          DenseMatrix.zeros(rows, units),
          DenseMatrix.zeros(rows, classes));
    }

    int rows() {
      return hidden.rows();
    }
  }

  private final int rowsPerBlock;
  private final int units;
  private final int classes;
  private final Map<Integer, Buffers> bySize = new HashMap<>();

  RowBlocks(int rowsPerBlock, int units, int classes) {
    this.rowsPerBlock = rowsPerBlock;
    this.units = units;
    this.classes = classes;
  }

  /** Returns how many blocks so many rows are. */
  int count(int rows) {
    return (rows + rowsPerBlock - 1) / rowsPerBlock;
  }

  /** Returns the first row of a block. */
  int start(int block) {
    return block * rowsPerBlock;
  }

  /** Returns the buffers of one of the blocks that so many rows are. */
  Buffers buffers(int rows, int block) {
    return bySize.computeIfAbsent(
        Math.min(rowsPerBlock, rows - start(block)), size -> Buffers.of(size, units, classes));
  }
}
