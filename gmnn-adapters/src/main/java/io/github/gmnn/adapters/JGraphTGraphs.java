package io.github.gmnn.adapters;

import io.github.gmnn.graph.Graph;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Converts JGraphT's graphs, to classify them. Each method returns a builder with the nodes and
 * edges, in the order in which JGraphT hands them out; add what is missing, then build. JGraphT's
 * vertices are the keys.
 *
 * <pre>{@code
 * Graph<Paper> graph =
 *     JGraphTGraphs.from(citations, Paper::wordCounts, Paper::topicOrNull).build();
 * }</pre>
 *
 * <p>The rules of {@link Graph} apply: directed edges join both ends unless {@link
 * Graph.Builder#directed()} is called on the result (which makes sense for a directed graph only),
 * parallel edges merge, self-loops are ignored. Each costs time linear in vertices and edges.
 */
public final class JGraphTGraphs {
  private JGraphTGraphs() {}

  /**
   * Takes the vertices and edges of a graph; the edges of a weighted graph keep their weights, all
   * others have weight 1.
   *
   * @param <V> type of the vertices, which are the keys
   * @param <E> type of the edges
   * @param graph a graph, directed or not
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a weight is not positive and finite
   */
  public static <V, E> Graph.Builder<V> from(org.jgrapht.Graph<V, E> graph) {
    Objects.requireNonNull(graph, "graph");
    return from(graph, weightOf(graph));
  }

  /**
   * Takes the vertices and edges of a graph, with weights that the application gives.
   *
   * @param <V> type of the vertices, which are the keys
   * @param <E> type of the edges
   * @param graph a graph, directed or not
   * @param weight gives the weight of an edge
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a weight is not positive and finite
   */
  public static <V, E> Graph.Builder<V> from(
      org.jgrapht.Graph<V, E> graph, ToDoubleFunction<? super E> weight) {
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(weight, "weight");
    Graph.Builder<V> builder = withNodes(graph);
    addEdges(builder, graph, weight);
    return builder;
  }

  /**
   * Takes the vertices and edges of a graph as {@link #from(org.jgrapht.Graph)} does, with a type
   * for each edge.
   *
   * @param <V> type of the vertices, which are the keys
   * @param <E> type of the edges
   * @param graph a graph, directed or not
   * @param type says what an edge means, not blank
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a weight is not positive and finite, or a type is blank
   */
  public static <V, E> Graph.Builder<V> fromTyped(
      org.jgrapht.Graph<V, E> graph, Function<? super E, String> type) {
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(type, "type");
    Graph.Builder<V> builder = withNodes(graph);
    ToDoubleFunction<E> weight = weightOf(graph);
    for (E edge : graph.edgeSet()) {
      builder.addEdge(
          graph.getEdgeSource(edge),
          graph.getEdgeTarget(edge),
          type.apply(edge),
          weight.applyAsDouble(edge));
    }
    return builder;
  }

  /**
   * Takes the vertices and edges of a graph as {@link #from(org.jgrapht.Graph)} does, with features
   * and labels of the vertices.
   *
   * @param <V> type of the vertices, which are the keys
   * @param <E> type of the edges
   * @param graph a graph, directed or not
   * @param features gives the features of a vertex by name; empty for one without
   * @param label gives the label of a vertex; null for one without
   * @return a builder with its nodes, edges, features and labels
   * @throws IllegalArgumentException if a weight is not positive and finite, a feature is not
   *     finite, or a label is blank
   */
  public static <V, E> Graph.Builder<V> from(
      org.jgrapht.Graph<V, E> graph,
      Function<? super V, ? extends Map<String, ? extends Number>> features,
      Function<? super V, @Nullable String> label) {
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(features, "features");
    Objects.requireNonNull(label, "label");
    Graph.Builder<V> builder = Graph.builder();
    for (V vertex : graph.vertexSet()) {
      builder.addNode(vertex, features.apply(vertex));
      String known = label.apply(vertex);
      if (known != null) {
        builder.label(vertex, known);
      }
    }
    addEdges(builder, graph, weightOf(graph));
    return builder;
  }

  /**
   * Takes the vertices and edges of a graph as {@link #from(org.jgrapht.Graph)} does, each edge
   * with numbers of its own, such as the amount of a payment; parallel edges all stay. Numbers keep
   * the direction of their edges if {@link Graph.Builder#directed()} is called on the result.
   *
   * @param <V> type of the vertices, which are the keys
   * @param <E> type of the edges
   * @param graph a graph, directed or not
   * @param numbers gives the finite numbers of an edge by name
   * @return a builder with its nodes and edges
   * @throws IllegalArgumentException if a weight is not positive and finite, or a number not finite
   */
  public static <V, E> Graph.Builder<V> fromNumbers(
      org.jgrapht.Graph<V, E> graph,
      Function<? super E, ? extends Map<String, ? extends Number>> numbers) {
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(numbers, "numbers");
    Graph.Builder<V> builder = withNodes(graph);
    ToDoubleFunction<E> weight = weightOf(graph);
    for (E edge : graph.edgeSet()) {
      builder
          .addEdge(graph.getEdgeSource(edge), graph.getEdgeTarget(edge), weight.applyAsDouble(edge))
          .edgeNumbers(numbers.apply(edge));
    }
    return builder;
  }

  private static <E> ToDoubleFunction<E> weightOf(org.jgrapht.Graph<?, E> graph) {
    boolean weighted = graph.getType().isWeighted();
    return edge -> weighted ? graph.getEdgeWeight(edge) : 1;
  }

  private static <V> Graph.Builder<V> withNodes(org.jgrapht.Graph<V, ?> graph) {
    Graph.Builder<V> builder = Graph.builder();
    graph.vertexSet().forEach(builder::addNode);
    return builder;
  }

  private static <V, E> void addEdges(
      Graph.Builder<V> builder, org.jgrapht.Graph<V, E> graph, ToDoubleFunction<? super E> weight) {
    for (E edge : graph.edgeSet()) {
      builder.addEdge(
          graph.getEdgeSource(edge), graph.getEdgeTarget(edge), weight.applyAsDouble(edge));
    }
  }
}
