package io.github.gmnn.sparse;

import io.github.gmnn.sparse.LinksInTime.IntBinaryPredicate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How two links of a graph with directions can be joined, as relations of a line graph. Ends are
 * numbers; pairs of ends that links join in both directions have numbers of their own.
 */
final class LineRelations {
  private final int[] sources;
  private final int[] targets;

  /** The number of each link's pair of ends, in its own direction and turned round, or -1. */
  private final int[] pairs;

  private final int[] turned;

  LineRelations(int[] sources, int[] targets) {
    this.sources = sources;
    this.targets = targets;
    this.pairs = new int[sources.length];
    this.turned = new int[sources.length];
    numberPairs();
  }

  /** Checks links with times. */
  static LineRelations of(int nodes, int[] sources, int[] targets, double[] times) {
    LineBundles.check(nodes, sources, targets);
    if (times.length != sources.length) {
      throw new IllegalArgumentException(
          "each of the " + sources.length + " links needs a time, got " + times.length);
    }
    return new LineRelations(sources, targets);
  }

  private void numberPairs() {
    long[] keys = new long[sources.length];
    Arrays.setAll(keys, i -> key(sources[i], targets[i]));
    Arrays.sort(keys);
    int distinct = 0;
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[distinct++] = keys[i];
      }
    }
    for (int i = 0; i < pairs.length; i++) {
      int reverse = Arrays.binarySearch(keys, 0, distinct, key(targets[i], sources[i]));
      turned[i] = Math.max(reverse, -1);
      pairs[i] =
          reverse < 0 ? -1 : Arrays.binarySearch(keys, 0, distinct, key(sources[i], targets[i]));
    }
  }

  private static long key(int from, int to) {
    return (long) from << 32 | to;
  }

  /** The relations that need no times. */
  NamedRelations named() {
    int[] none = new int[sources.length];
    Arrays.fill(none, -1);
    NamedRelations relations = new NamedRelations();
    relations.add(Adjacency.LinkRelation.SAME_SOURCE, line(sources, sources, none, none));
    relations.add(Adjacency.LinkRelation.SAME_TARGET, line(targets, targets, none, none));
    relations.add(Adjacency.LinkRelation.INTO_SOURCE, line(targets, sources, pairs, turned));
    relations.add(Adjacency.LinkRelation.OUT_OF_TARGET, line(sources, targets, pairs, turned));
    relations.add(Adjacency.LinkRelation.RECIPROCAL, line(pairs, turned, none, none));
    return relations;
  }

  /** The same and those in time: the links next to a link at its source and at its target. */
  NamedRelations timed(double[] times, int nearest) {
    NamedRelations relations = named();
    relations.add(
        Adjacency.LinkRelation.AROUND_AT_SOURCE,
        () -> Adjacency.of(new LinksInTime(sources, times).around(nearest)));
    relations.add(
        Adjacency.LinkRelation.AROUND_AT_TARGET,
        () -> Adjacency.of(new LinksInTime(targets, times).around(nearest)));
    return relations;
  }

  /** The last links of each relation before a link. */
  Map<String, CsrMatrix> earlier(double[] times, int last) {
    LinksInTime bySource = new LinksInTime(sources, times);
    LinksInTime byTarget = new LinksInTime(targets, times);
    Map<String, CsrMatrix> relations = new LinkedHashMap<>();
    IntBinaryPredicate all = (link, other) -> true;
    IntBinaryPredicate notReverse =
        (link, other) -> turned[link] < 0 || turned[link] != pairs[other];
    earlier(relations, Adjacency.LinkRelation.SAME_SOURCE, bySource.before(sources, last, all));
    earlier(relations, Adjacency.LinkRelation.SAME_TARGET, byTarget.before(targets, last, all));
    earlier(
        relations, Adjacency.LinkRelation.INTO_SOURCE, byTarget.before(sources, last, notReverse));
    earlier(
        relations,
        Adjacency.LinkRelation.OUT_OF_TARGET,
        bySource.before(targets, last, notReverse));
    earlier(
        relations,
        Adjacency.LinkRelation.RECIPROCAL,
        new LinksInTime(pairs, times).before(turned, last, all));
    return relations;
  }

  private static void earlier(Map<String, CsrMatrix> relations, String name, CsrMatrix matrix) {
    relations.put(Adjacency.LinkRelation.EARLIER + name, matrix);
  }

  private static Supplier<Adjacency> line(
      int[] gives, int[] receives, int[] takesFrom, int[] takenOff) {
    return () ->
        new ImplicitLineAdjacency(
            LinkGroups.of(gives, receives, takesFrom, takenOff), new NamedRelations());
  }
}
