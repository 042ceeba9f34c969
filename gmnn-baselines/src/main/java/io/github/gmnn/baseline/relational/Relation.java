package io.github.gmnn.baseline.relational;

import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * One way in which nodes are linked, as a node sees it: along the edges of a type, or against them.
 * Without types there is one relation, of all edges.
 *
 * @param name the type's name, marked if edges are gone against; empty without types
 * @param type the number of the type
 * @param inverse whether edges are gone against, so that the node is their source
 * @param directed whether the two ends of an edge differ: then there is an inverse
 * @param matrix entry (u, v) where u is linked to v
 */
record Relation(String name, int type, boolean inverse, boolean directed, CsrMatrix matrix) {
  /** Returns the relations of a graph, those along edges first. */
  static List<Relation> of(Adjacency adjacency) {
    if (adjacency.relationEdges().isEmpty()) {
      return List.of(new Relation("", 0, false, false, adjacency.matrix()));
    }
    List<Relation> along = new ArrayList<>();
    List<Relation> against = new ArrayList<>();
    for (String name : adjacency.relations()) {
      int type = along.size();
      Adjacency edges = adjacency.relation(name);
      Adjacency turned = edges.reversed();
      boolean directed = turned != edges;
      along.add(new Relation(name, type, false, directed, edges.matrix()));
      if (directed) {
        String inverse = name + RelationNames.INVERSE;
        against.add(new Relation(inverse, type, true, true, turned.matrix()));
      }
    }
    along.addAll(against);
    return List.copyOf(along);
  }
}
