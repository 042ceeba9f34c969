package io.github.gmnn.sparse;

import io.github.gmnn.internal.Lazy;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * How the links of a graph are joined: two are neighbours if they share an end node, or in one
 * relation of those of {@link Adjacency.LinkRelation}, which are adjacencies of the same kind. It
 * never writes the line graph out, whose edges number the sum of the squared degrees (5 billion for
 * a star of 100,000 leaves), and yet is exact.
 *
 * <p>With the incidence B of nodes and links, BᵀB counts the nodes that two links share, so a
 * product with it is a sum over the links of each node, then over the two nodes of each link. What
 * BᵀB counts twice, the links between one pair of nodes, is taken off by a sum for each such pair.
 * Rules:
 *
 * <ul>
 *   <li>Direction matters to relations alone: u→v and v→u are two links that share both ends.
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
  private final LineGroups groups;
  private final NamedRelations relations;
  private final long entries;
  private final Lazy<LineOperator> normalized = new Lazy<>(this::makeNormalized);
  private final Lazy<LineOperator> normalizedWithoutLoops =
      new Lazy<>(this::makeNormalizedWithoutLoops);
  private final Lazy<LineOperator> mean = new Lazy<>(this::makeMean);
  private final Lazy<LineOperator> sum = new Lazy<>(this::makeSum);
  private final Lazy<CsrMatrix> matrix = new Lazy<>(this::makeMatrix);
  private final Lazy<ImplicitLineAdjacency> reversed = new Lazy<>(this::makeReversed);

  ImplicitLineAdjacency(int nodes, int[] sources, int[] targets) {
    this(LineBundles.of(nodes, sources, targets), new LineRelations(sources, targets).named());
  }

  ImplicitLineAdjacency(LineGroups groups, NamedRelations relations) {
    this.links = groups.links();
    this.groups = groups;
    this.relations = relations;
    this.entries = groups.entries();
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
    return normalized.get();
  }

  private LineOperator makeNormalized() {
    float[] scale = scale(groups, neighbors -> 1 / Math.sqrt(1.0 + neighbors));
    return new LineOperator(groups, scale, scale, 1);
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return normalizedWithoutLoops.get();
  }

  private LineOperator makeNormalizedWithoutLoops() {
    LongToDoubleFunction root = neighbors -> neighbors == 0 ? 0 : 1 / Math.sqrt(neighbors);
    float[] received = scale(groups, root);
    LineGroups turned = groups.reversed();
    float[] sent = turned == groups ? received : scale(turned, root);
    return new LineOperator(groups, sent, received, 0);
  }

  @Override
  public LinearOperator sum() {
    return sum.get();
  }

  private LineOperator makeSum() {
    float[] ones = ones();
    return new LineOperator(groups, ones, ones, 0);
  }

  @Override
  public LinearOperator mean() {
    return mean.get();
  }

  private LineOperator makeMean() {
    float[] scale = scale(groups, neighbors -> neighbors == 0 ? 0 : 1.0 / neighbors);
    return new LineOperator(groups, ones(), scale, 0);
  }

  private float[] scale(LineGroups of, LongToDoubleFunction ofNeighbors) {
    float[] scale = new float[links];
    for (int link = 0; link < links; link++) {
      scale[link] = (float) ofNeighbors.applyAsDouble(of.neighbors(link));
    }
    return scale;
  }

  private float[] ones() {
    float[] ones = new float[links];
    Arrays.fill(ones, 1f);
    return ones;
  }

  @Override
  public Adjacency reversed() {
    return reversed.get();
  }

  private ImplicitLineAdjacency makeReversed() {
    LineGroups turned = groups.reversed();
    return turned == groups ? this : new ImplicitLineAdjacency(turned, new NamedRelations());
  }

  @Override
  public List<String> relations() {
    return relations.names();
  }

  @Override
  public Adjacency relation(String name) {
    return relations.get(name);
  }

  /**
   * Returns the adjacency written out, made on first use and kept: 8 bytes for each of {@link
   * #entries()}.
   *
   * @throws UnsupportedOperationException if there are more than {@link #MAX_EXPLICIT_ENTRIES}
   */
  @Override
  public CsrMatrix matrix() {
    return matrix.get();
  }

  private CsrMatrix makeMatrix() {
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
    return groups.toMatrix();
  }
}
