package io.github.gmnn.sparse;

import java.util.Arrays;

/**
 * How the links of a graph are joined: two are neighbours if they share an end node. It never
 * writes the line graph out, whose edges number the sum of the squared degrees (5 billion for a
 * star of 100,000 leaves), and yet is exact.
 *
 * <p>With the incidence B of nodes and links, BᵀB counts the nodes that two links share, so a
 * product with it is a sum over the links of each node, then over the two nodes of each link. What
 * BᵀB counts twice, the links between one pair of nodes, is taken off by a sum for each such pair.
 * Rules:
 *
 * <ul>
 *   <li>Direction does not matter here: u→v and v→u are two links that share both ends.
 *   <li>Links that share both ends are joined once, with weight 1, as all others are.
 *   <li>A self-loop touches its node once, and so is joined once to each other link there.
 * </ul>
 *
 * <p>Making it and its operators costs time and memory linear in nodes and links; a product costs
 * at most seven multiply-adds per link and column. Sums over the links of a node are trees of short
 * sums, so that the error stays at a few roundings however large the degree, and so that the links
 * of a single hub are shared out between threads. Errors are relative to the absolute values
 * summed: in {@link #mean()}, where a link's own value is subtracted again, its own absolute value
 * counts among them.
 *
 * <p>Buffers for the sums are made on the first product of a width and used again by later ones;
 * products at the same time have buffers of their own. The garbage collector may take them back
 * while no product runs.
 */
final class ImplicitLineAdjacency implements Adjacency {
  /** The most entries that {@link #matrix()} writes out: 400 MB. */
  static final int MAX_EXPLICIT_ENTRIES = 50_000_000;

  private final int links;
  private final LineBundles bundles;
  private final long entries;
  private final LineOperator normalized;
  private volatile LineOperator normalizedWithoutLoops;
  private volatile LineOperator mean;
  private volatile LineOperator sum;
  private volatile CsrMatrix matrix;

  ImplicitLineAdjacency(int nodes, int[] sources, int[] targets) {
    this.links = sources.length;
    this.bundles = LineBundles.of(nodes, sources, targets);
    this.entries = bundles.entries();
    float[] scale = new float[links];
    for (int link = 0; link < links; link++) {
      scale[link] = (float) (1 / Math.sqrt(1.0 + bundles.neighbours(link)));
    }
    this.normalized = new LineOperator(bundles, scale, scale, 1);
  }

  @Override
  public int nodes() {
    return links;
  }

  @Override
  public long entries() {
    return entries;
  }

  @Override
  public LinearOperator normalized() {
    return normalized;
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    LineOperator result = normalizedWithoutLoops;
    if (result == null) {
      float[] scale = new float[links];
      for (int link = 0; link < links; link++) {
        long neighbours = bundles.neighbours(link);
        scale[link] = neighbours == 0 ? 0f : (float) (1 / Math.sqrt(neighbours));
      }
      result = new LineOperator(bundles, scale, scale, 0);
      normalizedWithoutLoops = result;
    }
    return result;
  }

  @Override
  public LinearOperator sum() {
    LineOperator result = sum;
    if (result == null) {
      float[] ones = ones();
      result = new LineOperator(bundles, ones, ones, 0);
      sum = result;
    }
    return result;
  }

  @Override
  public Adjacency reversed() {
    return this;
  }

  private float[] ones() {
    float[] ones = new float[links];
    Arrays.fill(ones, 1f);
    return ones;
  }

  @Override
  public LinearOperator mean() {
    LineOperator result = mean;
    if (result == null) {
      float[] ones = ones();
      float[] scale = new float[links];
      for (int link = 0; link < links; link++) {
        long neighbours = bundles.neighbours(link);
        scale[link] = neighbours == 0 ? 0f : (float) (1.0 / neighbours);
      }
      result = new LineOperator(bundles, ones, scale, 0);
      mean = result;
    }
    return result;
  }

  /**
   * Returns the adjacency written out, made on first use and kept: 8 bytes for each of {@link
   * #entries()}.
   *
   * @throws UnsupportedOperationException if there are more than {@link #MAX_EXPLICIT_ENTRIES}
   */
  @Override
  public CsrMatrix matrix() {
    CsrMatrix result = matrix;
    if (result == null) {
      if (entries > MAX_EXPLICIT_ENTRIES) {
        throw new UnsupportedOperationException(
            "the line graph of "
                + links
                + " links has "
                + entries
                + " adjacency entries, and at most "
                + MAX_EXPLICIT_ENTRIES
                + " are written out: use layers that need normalized() or mean() only, such as"
                + " graph convolution, or fewer links");
      }
      result = bundles.toMatrix();
      matrix = result;
    }
    return result;
  }
}
