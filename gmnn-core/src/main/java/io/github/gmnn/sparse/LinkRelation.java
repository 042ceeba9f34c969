package io.github.gmnn.sparse;

import java.util.List;

/**
 * The names of the relations between the links of a graph, as {@link Adjacency#ofLinks(int, int[],
 * int[])} has them. A link is never joined with itself. Parallel links have the same source and the
 * same target, and a self-loop may be joined to a link by several relations; any two other links
 * are joined by one of the first five at most.
 */
public final class LinkRelation {
  /** Links that start at the same node. */
  public static final String SAME_SOURCE = "same source";

  /** Links that end at the same node. */
  public static final String SAME_TARGET = "same target";

  /** Links that end where the link starts, those from its target left out. */
  public static final String INTO_SOURCE = "into source";

  /** Links that start where the link ends, those to its source left out. */
  public static final String OUT_OF_TARGET = "out of target";

  /** Links from the link's target to its source; of a self-loop, the other loops at its node. */
  public static final String RECIPROCAL = "reciprocal";

  /** The nearest links before and after at the same source; where links have times. */
  public static final String AROUND_AT_SOURCE = "around at source";

  /** The nearest links before and after at the same target; where links have times. */
  public static final String AROUND_AT_TARGET = "around at target";

  /** What the names of relations begin with that join a link with earlier ones alone. */
  public static final String EARLIER = "earlier ";

  /** The five relations that need no times. */
  static final List<String> BY_ENDS =
      List.of(SAME_SOURCE, SAME_TARGET, INTO_SOURCE, OUT_OF_TARGET, RECIPROCAL);

  private LinkRelation() {}
}
