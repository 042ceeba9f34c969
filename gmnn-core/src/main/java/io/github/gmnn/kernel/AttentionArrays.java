package io.github.gmnn.kernel;

/**
 * What {@link LayerKernels} read and write of graph attention: the edges of a graph, and numbers of
 * nodes and edges.
 *
 * <p>Row i of the matrix holds the edges into node i. Names: z = HW and g, the gradient at the
 * aggregated z, are nodes x units · heads, where unit d of head h stands in column d · heads + h.
 * So the heads of a unit lie side by side, as the attention of an edge does, and the kernels can
 * work on several of them at once.
 */
public final class AttentionArrays {
  final SparseRows matrix;
  final SparseRows transposed;

  /** Leads from an edge of the transposed matrix to its attention. */
  final int[] entryOfTransposed;

  public final int nodes;
  public final int heads;
  public final int units;
  public final int width;
  final float leakySlope;

  /** Scores of each node and head as the target and as the source of an edge. */
  public final float[] targetScore;

  public final float[] sourceScore;

  /**
   * The attention α of each edge and head; negative where dropped. The backward pass replaces it by
   * the gradient at the score of the edge.
   */
  public final float[] attention;

  public final float[] selfAttention;

  /** Gradients at the scores, and the sum in the softmax's backward pass. */
  public final float[] targetGradient;

  public final float[] sourceGradient;
  public final float[] meanGradient;

  /** 1 / the probability to keep attention, in this pass. */
  public float keptScale = 1f;

  /**
   * Makes room for a graph.
   *
   * @param matrix the edges into each node
   * @param transposed the edges out of each node
   * @param entryOfTransposed for each edge of {@code transposed}, its place in {@code matrix}
   * @param attention room for a number per edge and head
   * @param nodes how many there are
   */
  public AttentionArrays(
      SparseRows matrix,
      SparseRows transposed,
      int[] entryOfTransposed,
      float[] attention,
      int nodes,
      int heads,
      int units,
      float leakySlope) {
    this.matrix = matrix;
    this.transposed = transposed;
    this.entryOfTransposed = entryOfTransposed;
    this.nodes = nodes;
    this.heads = heads;
    this.units = units;
    this.width = heads * units;
    this.leakySlope = leakySlope;
    int perNode = Math.multiplyExact(nodes, heads);
    this.targetScore = new float[perNode];
    this.sourceScore = new float[perNode];
    this.attention = attention;
    this.selfAttention = new float[perNode];
    this.targetGradient = new float[perNode];
    this.sourceGradient = new float[perNode];
    this.meanGradient = new float[perNode];
  }
}
