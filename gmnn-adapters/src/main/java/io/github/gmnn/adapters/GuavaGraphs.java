package io.github.gmnn.adapters;

import com.google.common.graph.EndpointPair;
import com.google.common.graph.Network;
import com.google.common.graph.ValueGraph;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Converts Guava's graphs, to classify them. Each method returns a builder with the nodes and
 * edges, in the order in which Guava hands them out; add features and labels, then build. Guava's
 * nodes are the keys.
 *
 * <p>The rules of {@link Graph} apply: directed edges join both ends unless {@link
 * Graph.Builder#directed()} is called on the result (which makes sense for a directed Guava graph
 * only), parallel edges without numbers merge, self-loops are ignored. Each costs time linear in
 * nodes and edges.
 */
public final class GuavaGraphs {
  private GuavaGraphs() {}

  /**
   * Takes the nodes and edges of a graph; each edge has weight 1.
   *
   * @param <N> type of the nodes, which are the keys
   * @param graph a graph, directed or not
   * @return a builder with its nodes and edges
   */
  public static <N> Graph.Builder<N> from(com.google.common.graph.Graph<N> graph) {
    Objects.requireNonNull(graph, "graph");
    Graph.Builder<N> builder = withNodes(graph.nodes());
    for (EndpointPair<N> edge : graph.edges()) {
      builder.addEdge(edge.nodeU(), edge.nodeV());
    }
    return builder;
  }

  /**
   * Takes the nodes and edges of a graph, with the edges' values as weights.
   *
   * @param <N> type of the nodes, which are the keys
   * @param graph a graph, directed or not
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a value is not positive and finite
   */
  public static <N> Graph.Builder<N> from(ValueGraph<N, ? extends Number> graph) {
    return fromValues(Objects.requireNonNull(graph, "graph"));
  }

  private static <N, V extends Number> Graph.Builder<N> fromValues(ValueGraph<N, V> graph) {
    Graph.Builder<N> builder = withNodes(graph.nodes());
    for (EndpointPair<N> edge : graph.edges()) {
      V weight = graph.edgeValue(edge).orElseThrow();
      builder.addEdge(edge.nodeU(), edge.nodeV(), weight.doubleValue());
    }
    return builder;
  }

  /**
   * Takes the nodes and edges of a network; each edge has weight 1, and parallel edges are one.
   *
   * @param <N> type of the nodes, which are the keys
   * @param network a network, directed or not
   * @return a builder with its nodes and edges
   */
  public static <N> Graph.Builder<N> from(Network<N, ?> network) {
    return fromEdges(Objects.requireNonNull(network, "network"));
  }

  /**
   * Takes the nodes and edges of a network, each edge with a weight of its own; of parallel edges
   * the largest weight counts.
   *
   * @param <N> type of the nodes, which are the keys
   * @param <E> type of the edges
   * @param network a network, directed or not
   * @param weight gives the weight of an edge
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a weight is not positive and finite
   */
  public static <N, E> Graph.Builder<N> from(
      Network<N, E> network, ToDoubleFunction<? super E> weight) {
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(weight, "weight");
    Graph.Builder<N> builder = withNodes(network.nodes());
    for (E edge : network.edges()) {
      EndpointPair<N> ends = network.incidentNodes(edge);
      builder.addEdge(ends.nodeU(), ends.nodeV(), weight.applyAsDouble(edge));
    }
    return builder;
  }

  /**
   * Takes the nodes and edges of a network, each edge with a type and a weight of its own; of
   * parallel edges of one type the largest weight counts.
   *
   * @param <N> type of the nodes, which are the keys
   * @param <E> type of the edges
   * @param network a network, directed or not
   * @param type gives the type of an edge
   * @param weight gives the weight of an edge
   * @return a builder with its nodes and edges; the types have no direction if the network has none
   * @throws IllegalArgumentException if a type is blank, or a weight not positive and finite
   */
  public static <N, E> Graph.Builder<N> from(
      Network<N, E> network, Function<? super E, String> type, ToDoubleFunction<? super E> weight) {
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(weight, "weight");
    Graph.Builder<N> builder = withNodes(network.nodes());
    Set<String> types = new LinkedHashSet<>();
    for (E edge : network.edges()) {
      EndpointPair<N> ends = network.incidentNodes(edge);
      String ofEdge = type.apply(edge);
      builder.addEdge(ends.nodeU(), ends.nodeV(), ofEdge, weight.applyAsDouble(edge));
      types.add(ofEdge);
    }
    return network.isDirected() ? builder : builder.undirectedTypes(types.toArray(new String[0]));
  }

  /**
   * Takes the nodes and edges of a network, each edge with numbers of its own, such as the amount
   * of a payment; each has weight 1, and parallel edges all stay. Numbers keep the direction of
   * their edges if {@link Graph.Builder#directed()} is called on the result.
   *
   * @param <N> type of the nodes, which are the keys
   * @param <E> type of the edges
   * @param network a network, directed or not
   * @param numbers gives the finite numbers of an edge by name
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a number is not finite
   */
  public static <N, E> Graph.Builder<N> fromNumbers(
      Network<N, E> network, Function<? super E, ? extends Map<String, ? extends Number>> numbers) {
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(numbers, "numbers");
    Graph.Builder<N> builder = withNodes(network.nodes());
    for (E edge : network.edges()) {
      EndpointPair<N> ends = network.incidentNodes(edge);
      builder.addEdge(ends.nodeU(), ends.nodeV(), numbers.apply(edge));
    }
    return builder;
  }

  private static <N, E> Graph.Builder<N> fromEdges(Network<N, E> network) {
    Graph.Builder<N> builder = withNodes(network.nodes());
    for (E edge : network.edges()) {
      EndpointPair<N> ends = network.incidentNodes(edge);
      builder.addEdge(ends.nodeU(), ends.nodeV());
    }
    return builder;
  }

  private static <N> Graph.Builder<N> withNodes(Iterable<N> nodes) {
    Graph.Builder<N> builder = Graph.builder();
    nodes.forEach(builder::addNode);
    return builder;
  }
}
