package io.github.gmnn.evaluation.internal;

import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Edges that can be taken away: those of all types together, those of each type for layers that
 * tell them apart, and the numbers on them for layers that read those.
 *
 * @param all entry (u, v) is what u receives from v
 * @param relations the same of each type; empty if nobody asks for types
 * @param attributes the edges one by one; null if nobody asks for numbers
 */
record LocalEdges(
    CsrMatrix all, Map<String, CsrMatrix> relations, @Nullable EdgeAttributes attributes) {
  /** All edges of a graph. */
  static LocalEdges of(Adjacency adjacency, boolean withTypes, boolean withNumbers) {
    Map<String, CsrMatrix> relations = new LinkedHashMap<>();
    if (withTypes) {
      adjacency.relations().forEach(name -> relations.put(name, adjacency.relation(name).matrix()));
    }
    return new LocalEdges(
        adjacency.matrix(),
        relations,
        withNumbers ? adjacency.edgeAttributes().orElse(null) : null);
  }

  /** Those among some nodes. */
  LocalEdges within(Surroundings around) {
    return with(
        around::edges,
        around.size(),
        around::indexOf,
        (source, target) -> around.indexOf(source) >= 0 && around.indexOf(target) >= 0);
  }

  /** The edges without those between a node and some others. */
  LocalEdges apart(int node, IntPredicate others) {
    return with(
        edges -> Surroundings.apart(edges, node, others),
        all.rows(),
        i -> i,
        (source, target) ->
            !(source == node && others.test(target) || target == node && others.test(source)));
  }

  /** Which edges stay, by their ends. */
  private interface Kept {
    boolean test(int source, int target);
  }

  private LocalEdges with(
      UnaryOperator<CsrMatrix> change, int nodes, IntUnaryOperator index, Kept kept) {
    Map<String, CsrMatrix> changed = new LinkedHashMap<>();
    relations.forEach((name, edges) -> changed.put(name, change.apply(edges)));
    return new LocalEdges(
        change.apply(all),
        changed,
        attributes == null
            ? null
            : attributes.part(
                IntStream.range(0, attributes.count())
                    .filter(e -> kept.test(attributes.source(e), attributes.target(e)))
                    .toArray(),
                nodes,
                index));
  }

  /** What a network is attached to. */
  Adjacency adjacency() {
    Adjacency joined = typed();
    return attributes == null ? joined : Adjacency.withAttributes(joined, attributes);
  }

  private Adjacency typed() {
    Adjacency untyped = Adjacency.of(all);
    if (relations.isEmpty()) {
      return untyped;
    }
    int count = relations.values().stream().mapToInt(CsrMatrix::nonZeros).sum();
    int[] sources = new int[count];
    int[] targets = new int[count];
    float[] weights = new float[count];
    int[] types = new int[count];
    List<String> names = new ArrayList<>();
    int next = 0;
    for (Map.Entry<String, CsrMatrix> relation : relations.entrySet()) {
      CsrMatrix edges = relation.getValue();
      for (int target = 0; target < edges.rows(); target++) {
        for (int e = edges.rowStart(target); e < edges.rowEnd(target); e++) {
          sources[next] = edges.columnIndex(e);
          targets[next] = target;
          weights[next++] = edges.value(e);
        }
      }
      Arrays.fill(types, next - edges.nonZeros(), next, names.size());
      names.add(relation.getKey());
    }
    return Adjacency.ofRelations(
        untyped,
        EdgeList.of(all.rows(), count, sources, targets, weights, names, types, Set.of(), null));
  }
}
