package io.github.gmnn.embedding;

/** How the softmax over all nodes is computed. */
public enum SoftmaxMode {
  /** {@link #EXACT} up to {@value #EXACT_UP_TO} nodes, {@link #SAMPLED} above. */
  AUTOMATIC,

  /** Over all nodes, in blocks of rows: nodes² · units work per epoch, memory linear in nodes. */
  EXACT,

  /**
   * Over a node's targets and random other nodes that stand for the rest: nodes · negatives · units
   * work per epoch.
   */
  SAMPLED;

  /** The largest graph for which {@link #AUTOMATIC} means {@link #EXACT}. */
  public static final int EXACT_UP_TO = 30_000;

  boolean isExact(int nodes) {
    return this == EXACT || this == AUTOMATIC && nodes <= EXACT_UP_TO;
  }
}
