package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;

/**
 * The buffers to work through the rows of all nodes block by block: some of a block's hidden units,
 * the gradient at them, and a row of logits per node. The last block may be shorter and then has
 * buffers of its own.
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

  private final int nodes;
  private final Buffers full;
  private final Buffers rest;

  RowBlocks(int nodes, int rowsPerBlock, int units, int classes) {
    this.nodes = nodes;
    this.full = Buffers.of(Math.min(rowsPerBlock, nodes), units, classes);
    int left = nodes % full.rows();
    this.rest = left == 0 ? null : Buffers.of(left, units, classes);
  }

  /** Returns how many blocks there are. */
  int count() {
    return (nodes + full.rows() - 1) / full.rows();
  }

  /** Returns the first row of a block. */
  int start(int block) {
    return block * full.rows();
  }

  /** Returns the buffers of a block; blocks share them. */
  Buffers buffers(int block) {
    return rest != null && block == count() - 1 ? rest : full;
  }
}
