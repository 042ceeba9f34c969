package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.EdgeAttributes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;

/**
 * What kinds of edges a graph has. A relation is a type in one direction: relations are numbered,
 * types along their edges by their names first, then those against them that have a direction.
 *
 * @param oneWay whether, in the graph as a whole, the target of an edge alone receives
 * @param names the types, ascending; empty if edges have none, and one of the empty name if edges
 *     without types are a relation with a direction
 * @param directed those of the types that have a direction
 * @param numbers the numbers on edges, or null if they have none
 */
public record EdgeTypes(
    boolean oneWay, List<String> names, List<String> directed, @Nullable EdgeNumbers numbers)
    implements Serializable {
  /** Edges without types, which are no relation. */
  public static EdgeTypes none(boolean oneWay) {
    return new EdgeTypes(oneWay, List.of(), List.of(), null);
  }

  /** The same types of edges with such numbers. */
  EdgeTypes with(@Nullable EdgeNumbers others) {
    return new EdgeTypes(oneWay, names, directed, others);
  }

  /** Whether edges of a type have no direction, of the one there is where they have no types. */
  boolean isUndirected(int type) {
    return named().isEmpty() ? !oneWay : !directed.contains(names.get(type));
  }

  /** The types without a direction. */
  Set<String> undirected() {
    Set<String> undirected = new LinkedHashSet<>(named());
    directed.forEach(undirected::remove);
    return undirected;
  }

  /** The types as layers see them: edges without types have none. */
  public List<String> named() {
    return names.stream().filter(name -> !name.isEmpty()).toList();
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** How many relations there are. */
  int relations() {
    return names.size() + directed.size();
  }

  /** The relation of a type, along its edges or against them; -1 if there is none. */
  public int relation(String type, boolean inverse) {
    int index = (inverse ? directed : names).indexOf(type);
    return index < 0 ? -1 : inverse ? names.size() + index : index;
  }

  /** By type: the relation in which the source of an edge receives. */
  int[] against() {
    int[] against = new int[names.size()];
    for (int t = 0; t < against.length; t++) {
      int inverse = relation(names.get(t), true);
      against[t] = inverse < 0 ? t : inverse;
    }
    return against;
  }

  /** The network with what its layers leave open and the types decide, as on one machine. */
  public NetworkDefinition complete(NetworkDefinition network) {
    Adjacency example = example();
    List<Layer> layers = new ArrayList<>(network.layers());
    layers.forEach(layer -> GraphLayers.complete(layer, example, false));
    return new NetworkDefinition(layers, network.updater(), network.l2());
  }

  /** Edges with these numbers as layers know them by, between two nodes; empty without. */
  public Optional<EdgeAttributes> exampleNumbers() {
    if (numbers == null) {
      return Optional.empty();
    }
    NumberedEdges.Builder edges = new NumberedEdges.Builder(numbers.width());
    edges.add(1, 0, 0, 1f, new float[numbers.width()], 0);
    return Optional.of(numbers.attributes(this, 2, edges.build(2), false));
  }

  private Adjacency example() {
    return exampleNumbers()
        .map(edges -> Adjacency.withAttributes(exampleEdges(), edges))
        .orElseGet(this::exampleEdges);
  }

  /** Two nodes, and an edge of each type between them. */
  private Adjacency exampleEdges() {
    Graph.Builder<Integer> graph = Graph.<Integer>builder().addNode(0).addNode(1);
    if (oneWay) {
      graph.directed();
    }
    if (named().isEmpty()) {
      return graph.addEdge(0, 1).build().adjacency();
    }
    for (String type : names) {
      graph.addEdge(0, 1, type);
      if (!directed.contains(type)) {
        graph.undirectedTypes(type);
      }
    }
    return graph.build().adjacency();
  }
}
