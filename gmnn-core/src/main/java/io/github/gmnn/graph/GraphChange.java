package io.github.gmnn.graph;

import io.github.gmnn.graph.internal.GraphEdit;
import io.github.gmnn.graph.internal.GraphParts;
import io.github.gmnn.graph.internal.Labels;
import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes a graph: adds and removes nodes, edges, features and labels, in the order of calls.
 * {@link Graph#with} hands one out and returns the changed graph; use it only there. The rules are
 * those of {@link Graph}, and every call is checked at once. Not thread-safe.
 *
 * @param <K> type of the nodes' keys
 */
public final class GraphChange<K> {
  private final GraphParts parts;
  private final GraphEdit edit;
  private final Labels.Edit labels;
  private final Set<String> undirectedTypes;
  private NodeIndex.Changed<K> nodes;
  private FeatureSchema schema;
  private final FeatureSchema edgeSchema;
  private final Map<String, Integer> addedNames = new LinkedHashMap<>();
  private @Nullable Added<K> last;

  /** The edge that was added last, and whether it has numbers. */
  private record Added<K>(
      K source, K target, @Nullable String type, float weight, long time, boolean numbered) {
    String name() {
      return "edge " + Quote.of(source) + " - " + Quote.of(target);
    }
  }

  GraphChange(
      NodeIndex<K> nodes,
      GraphParts parts,
      FeatureSchema schema,
      FeatureSchema edgeSchema,
      Labels labels) {
    this.edgeSchema = edgeSchema;
    this.nodes = NodeIndex.Changed.of(nodes);
    this.parts = parts;
    this.edit = new GraphEdit(parts.rows());
    this.schema = schema;
    this.labels = new Labels.Edit(labels);
    this.undirectedTypes = new LinkedHashSet<>(parts.undirectedTypes());
  }

  Graph<K> graph() {
    if (nodes.size() == 0) {
      throw new IllegalArgumentException("a graph needs at least 1 node, and all were removed");
    }
    requireNumbers();
    if (!addedNames.isEmpty()) {
      List<String> names = new ArrayList<>(schema.names());
      names.addAll(addedNames.keySet());
      schema = FeatureSchema.ofNames(names);
    }
    return new Graph<>(
        GraphParts.compacted(nodes),
        edit.isChanged() ? parts.with(edit.rows(), Set.copyOf(undirectedTypes)) : parts,
        schema,
        edgeSchema,
        labels.build());
  }

  /**
   * Adds a node, unless it is there already.
   *
   * @param key any object with equals and hashCode; it must not change afterwards
   * @return this change
   */
  public GraphChange<K> addNode(K key) {
    if (nodes.find(Objects.requireNonNull(key, "key")) < 0) {
      nodes = nodes.with(key);
      edit.addNode();
      labels.addNode();
    }
    return this;
  }

  /**
   * Adds a node with features by name, or gives them to a node that is there.
   *
   * @param key the node's key
   * @param namedFeatures finite values; names that are left out are zero
   * @return this change
   * @throws IllegalArgumentException as {@link #features(Object, Map)} does
   */
  public GraphChange<K> addNode(K key, Map<String, ? extends Number> namedFeatures) {
    return addNode(key).features(key, namedFeatures);
  }

  /**
   * Adds a node with dense features, or gives them to a node that is there.
   *
   * @param key the node's key
   * @param denseFeatures finite values, one for each feature of the graph
   * @return this change
   * @throws IllegalArgumentException as {@link #features(Object, double...)} does
   */
  public GraphChange<K> addNode(K key, double... denseFeatures) {
    return addNode(key).features(key, denseFeatures);
  }

  /**
   * Adds a node with sparse features by index, or gives them to a node that is there.
   *
   * @param key the node's key
   * @param featureIndices distinct indices of features of the graph, in any order; copied
   * @param values the finite value at each index; copied
   * @return this change
   * @throws IllegalArgumentException as {@link #features(Object, int[], float[])} does
   */
  public GraphChange<K> addNode(K key, int[] featureIndices, float[] values) {
    return addNode(key).features(key, featureIndices, values);
  }

  /**
   * Removes a node with its edges and its label. The last node of the graph gets its index.
   *
   * @param key the node's key
   * @return this change
   * @throws IllegalArgumentException if there is no such node
   */
  public GraphChange<K> removeNode(K key) {
    int node = require(key);
    requireNumbers();
    edit.removeNode(node);
    labels.removeNode(node);
    nodes = nodes.without(node);
    return this;
  }

  /**
   * Gives a node other features. A name that the graph does not have yet becomes a feature after
   * those it has, unless they were made of a table.
   *
   * @param key the node's key
   * @param namedFeatures finite values; names that are left out are zero
   * @return this change
   * @throws IllegalArgumentException if there is no such node, the graph's features have no names,
   *     or a value is not finite
   */
  public GraphChange<K> features(K key, Map<String, ? extends Number> namedFeatures) {
    Objects.requireNonNull(namedFeatures, "namedFeatures");
    requireFeatures(key);
    if (schema.names().isEmpty()) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has features by name, but those of the graph have no names: give them by index or"
              + " as an array");
    }
    int[] columns = new int[namedFeatures.size()];
    float[] values = new float[columns.length];
    int next = 0;
    for (Map.Entry<String, ? extends Number> feature : namedFeatures.entrySet()) {
      columns[next] = column(key, feature.getKey());
      values[next++] = checkValue(feature.getValue().doubleValue(), key, feature.getKey());
    }
    return features(key, columns, values, edit.featureCount());
  }

  private int column(K key, String name) {
    int known = schema.indexOf(Objects.requireNonNull(name, "name of a feature"));
    if (known >= 0) {
      return known;
    }
    if (schema.isOfTable()) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has feature "
              + Quote.of(name)
              + ", which the table that the graph's features were made of does not have");
    }
    addedNames.putIfAbsent(name, schema.names().size() + addedNames.size());
    return addedNames.getOrDefault(name, 0);
  }

  /**
   * Gives a node other features.
   *
   * @param key the node's key
   * @param denseFeatures finite values, one for each feature of the graph
   * @return this change
   * @throws IllegalArgumentException if there is no such node, the number of values is not that of
   *     the graph's features, or a value is not finite
   */
  public GraphChange<K> features(K key, double... denseFeatures) {
    requireFeatures(key);
    if (denseFeatures.length != edit.featureCount()) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has "
              + denseFeatures.length
              + " features, but the graph has "
              + edit.featureCount());
    }
    float[] values = new float[denseFeatures.length];
    int[] columns = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = checkValue(denseFeatures[i], key, i);
      columns[i] = i;
    }
    return features(key, columns, values, edit.featureCount());
  }

  /**
   * Gives a node other features.
   *
   * @param key the node's key
   * @param featureIndices distinct indices of features of the graph, in any order; copied
   * @param values the finite value at each index; copied
   * @return this change
   * @throws IllegalArgumentException if there is no such node, an index is none of the graph's or
   *     there twice, the lengths differ, or a value is not finite
   */
  public GraphChange<K> features(K key, int[] featureIndices, float[] values) {
    requireFeatures(key);
    if (featureIndices.length != values.length) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + " has "
              + featureIndices.length
              + " feature indices, but "
              + values.length
              + " values");
    }
    for (int i = 0; i < values.length; i++) {
      checkValue(values[i], key, featureIndices[i]);
      if (featureIndices[i] < 0 || featureIndices[i] >= edit.featureCount()) {
        throw new IllegalArgumentException(
            "node "
                + Quote.of(key)
                + ": feature index "
                + featureIndices[i]
                + " is none of the graph's, 0.."
                + (edit.featureCount() - 1));
      }
    }
    return features(key, featureIndices, values, edit.featureCount());
  }

  private GraphChange<K> features(K key, int[] columns, float[] values, int count) {
    int[] kept = columns.clone();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = values[i] == 0 ? -1 : kept[i];
    }
    SparseRow row = SparseRow.sorted(kept, values);
    for (int i = 1; i < row.length(); i++) {
      if (row.columns()[i] == row.columns()[i - 1]) {
        throw new IllegalArgumentException(
            "node " + Quote.of(key) + " has feature index " + row.columns()[i] + " twice");
      }
    }
    edit.setFeatures(require(key), row, Math.max(count, schema.names().size() + addedNames.size()));
    return this;
  }

  private void requireFeatures(K key) {
    require(key);
    if (!edit.hasFeatures()) {
      throw new IllegalArgumentException(
          "node " + Quote.of(key) + " has features, but no node of the graph has: build it again");
    }
  }

  private static float checkValue(double value, Object key, Object feature) {
    float narrowed = (float) value;
    if (!Float.isFinite(narrowed)) {
      throw new IllegalArgumentException(
          "node "
              + Quote.of(key)
              + ", feature "
              + Quote.of(feature)
              + ": value "
              + value
              + " is not a finite float; replace it or leave the feature out");
    }
    return narrowed;
  }

  /**
   * Adds an edge of weight 1 between nodes that are there.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @return this change
   * @throws IllegalArgumentException if a node is not there, or the graph's edges have types or
   *     times
   */
  public GraphChange<K> addEdge(K source, K target) {
    return addEdge(source, target, 1);
  }

  /**
   * Adds a weighted edge between nodes that are there.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param weight positive and finite
   * @return this change
   * @throws IllegalArgumentException if a node is not there, the weight is no such number, or the
   *     graph's edges have types or times
   */
  public GraphChange<K> addEdge(K source, K target, double weight) {
    return add(source, target, null, weight, 0, false);
  }

  /**
   * Adds an edge of a type, which may be a new one, of weight 1 between nodes that are there.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param type what it means, not blank
   * @return this change
   * @throws IllegalArgumentException if a node is not there, or the graph's edges have no types or
   *     have times
   */
  public GraphChange<K> addEdge(K source, K target, String type) {
    return addEdge(source, target, type, 1);
  }

  /**
   * Adds a weighted edge of a type, which may be a new one, between nodes that are there.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param type what it means, not blank
   * @param weight positive and finite
   * @return this change
   * @throws IllegalArgumentException if a node is not there, the weight is no such number, or the
   *     graph's edges have no types or have times
   */
  public GraphChange<K> addEdge(K source, K target, String type, double weight) {
    return add(source, target, Objects.requireNonNull(type, "type"), weight, 0, false);
  }

  /**
   * Adds an edge that came to be at a time between nodes that are there.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param type what it means, not blank; null if edges have no types
   * @param weight positive and finite
   * @param time a whole number of the unit of the graph's other edges
   * @return this change
   * @throws IllegalArgumentException if a node is not there, the weight is no such number, or the
   *     graph's edges have no times, or types where this one has none
   */
  public GraphChange<K> addEdge(
      K source, K target, @Nullable String type, double weight, long time) {
    return add(source, target, type, weight, time, true);
  }

  private GraphChange<K> add(
      K source, K target, @Nullable String type, double weight, long time, boolean timed) {
    int from = require(source);
    int to = require(target);
    float checked = Graph.checkWeight(weight, source, target);
    if (type != null && type.isBlank()) {
      throw new IllegalArgumentException(
          "edge " + Quote.of(source) + " - " + Quote.of(target) + " has a blank type");
    }
    requireSame(source, target, "type", type != null, edit.isTyped());
    requireSame(source, target, "time", timed, edit.isTimed());
    requireNumbers();
    if (from != to) {
      edit.addEdge(from, to, type, checked, time, undirectedTypes);
    }
    last = new Added<>(source, target, type, checked, time, false);
    return this;
  }

  /** Refuses to go on after an edge that lacks the numbers that others have. */
  private void requireNumbers() {
    if (last != null && !last.numbered && !edit.numbersOnEdges().isEmpty()) {
      throw new IllegalArgumentException(
          last.name()
              + " has no numbers, but those of the graph have "
              + edit.numbersOnEdges()
              + ": give it some by edgeNumbers()");
    }
  }

  /**
   * Adds an edge of weight 1 with numbers between nodes that are there: {@code addEdge(source,
   * target).edgeNumbers(numbers)}.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param numbers finite values by name; names that are left out are zero
   * @return this change
   * @throws IllegalArgumentException as {@link #addEdge(Object, Object)} and {@link
   *     #edgeNumbers(Map)} do
   */
  public GraphChange<K> addEdge(K source, K target, Map<String, ? extends Number> numbers) {
    return addEdge(source, target).edgeNumbers(numbers);
  }

  /**
   * Gives the edge that was added last numbers by name: {@code addEdge("a", "b", "transfer", 1,
   * time).edgeNumbers(Map.of("amount", 250))}. Where edges have numbers, each that is added needs
   * some, and parallel edges all stay.
   *
   * @param numbers finite values by name; names that are left out are zero
   * @return this change
   * @throws IllegalArgumentException if edges of the graph have no such number, a value is not
   *     finite, or the edge has numbers already
   * @throws IllegalStateException if no edge was added
   */
  public GraphChange<K> edgeNumbers(Map<String, ? extends Number> numbers) {
    Added<K> edge = numberless(numbers);
    float[] values = new float[edit.numbersOnEdges().size()];
    numbers.forEach(
        (name, value) -> {
          int column = edit.numbersOnEdges().indexOf(name);
          if (column < 0) {
            throw new IllegalArgumentException(
                edge.name()
                    + " has the number "
                    + Quote.of(name)
                    + ", those of the graph have "
                    + edit.numbersOnEdges());
          }
          values[column] = checkNumber(value.doubleValue(), edge);
        });
    return edgeNumbers(edge, values);
  }

  /**
   * Gives the edge that was added last numbers, in the order of {@link Graph#edgeSchema}.
   *
   * @param numbers finite values, as many as edges of the graph have
   * @return this change
   * @throws IllegalArgumentException if there are not as many, a value is not finite, or the edge
   *     has numbers already
   * @throws IllegalStateException if no edge was added
   */
  public GraphChange<K> edgeNumbers(double... numbers) {
    Added<K> edge = numberless(numbers);
    if (numbers.length != edit.numbersOnEdges().size()) {
      throw new IllegalArgumentException(
          edge.name()
              + " has "
              + numbers.length
              + " numbers, those of the graph have "
              + edit.numbersOnEdges());
    }
    float[] values = new float[numbers.length];
    for (int c = 0; c < values.length; c++) {
      values[c] = checkNumber(numbers[c], edge);
    }
    return edgeNumbers(edge, values);
  }

  private Added<K> numberless(Object numbers) {
    Objects.requireNonNull(numbers, "numbers");
    if (last == null) {
      throw new IllegalStateException("edgeNumbers() describes the edge added last, got none");
    }
    if (last.numbered || edit.numbersOnEdges().isEmpty()) {
      throw new IllegalArgumentException(
          last.name()
              + (last.numbered
                  ? " has numbers already"
                  : " has numbers, unlike those of the graph: build it again"));
    }
    return last;
  }

  private static float checkNumber(double value, Added<?> edge) {
    float narrowed = (float) value;
    if (!Float.isFinite(narrowed)) {
      throw new IllegalArgumentException(
          edge.name() + " has the number " + value + ", which is not a finite float");
    }
    return narrowed;
  }

  private GraphChange<K> edgeNumbers(Added<K> edge, float[] values) {
    int from = require(edge.source);
    int to = require(edge.target);
    if (from != to) {
      edit.addNumbers(from, to, edge.type, edge.weight, edge.time, undirectedTypes, values);
    }
    last = new Added<>(edge.source, edge.target, edge.type, edge.weight, edge.time, true);
    return this;
  }

  private static void requireSame(
      Object source, Object target, String what, boolean has, boolean others) {
    if (has != others) {
      throw new IllegalArgumentException(
          "edge "
              + Quote.of(source)
              + " - "
              + Quote.of(target)
              + (has ? " has a " : " has no ")
              + what
              + ", unlike those of the graph: give all edges a "
              + what
              + ", or none");
    }
  }

  /**
   * Says which new types have no direction: within such a relation an edge joins both ends.
   *
   * @param types names that no edge has yet
   * @return this change
   * @throws IllegalArgumentException if the graph has edges of such a type, which keep their
   *     direction
   */
  public GraphChange<K> undirectedTypes(String... types) {
    for (String type : types) {
      if (edit.hasType(type) && !undirectedTypes.contains(type)) {
        throw new IllegalArgumentException(
            "edges of type " + Quote.of(type) + " keep their direction: name new types alone");
      }
      undirectedTypes.add(type);
    }
    return this;
  }

  /**
   * Removes the edge between two nodes, of all its types and with all that are parallel to it; in a
   * directed graph the one from the first to the second alone.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @return this change
   * @throws IllegalArgumentException if there is no such edge
   */
  public GraphChange<K> removeEdge(K source, K target) {
    return remove(source, target, null);
  }

  /**
   * Removes the edge of one type from one node to another.
   *
   * @param source the key of the node where it starts
   * @param target the key of the node where it ends
   * @param type its type
   * @return this change
   * @throws IllegalArgumentException if there is no such edge
   */
  public GraphChange<K> removeEdge(K source, K target, String type) {
    return remove(source, target, Objects.requireNonNull(type, "type"));
  }

  private GraphChange<K> remove(K source, K target, @Nullable String type) {
    requireNumbers();
    if (!edit.removeEdge(require(source), require(target), type, undirectedTypes)) {
      throw new IllegalArgumentException(
          "there is no edge "
              + Quote.of(source)
              + " - "
              + Quote.of(target)
              + (type == null ? "" : " of type " + Quote.of(type))
              + " to remove");
    }
    return this;
  }

  /**
   * Labels a node; a later label replaces an earlier one.
   *
   * @param key the node's key
   * @param label its class, not blank; a new one unless classes are declared
   * @return this change
   * @throws IllegalArgumentException if there is no such node, the label is blank, or of no
   *     declared class
   */
  public GraphChange<K> label(K key, String label) {
    labels.label(require(key), key, Objects.requireNonNull(label, "label"));
    return this;
  }

  /**
   * Takes the label of a node away.
   *
   * @param key the node's key
   * @return this change
   * @throws IllegalArgumentException if there is no such node
   */
  public GraphChange<K> unlabel(K key) {
    labels.unlabel(require(key));
    return this;
  }

  /**
   * Holds a labelled node for validation.
   *
   * @param key the node's key
   * @return this change
   * @throws IllegalArgumentException if there is no such node, or it has no label
   */
  public GraphChange<K> validationNode(K key) {
    labels.validation(require(key), key, true);
    return this;
  }

  /**
   * Trains on a labelled node that was held for validation.
   *
   * @param key the node's key
   * @return this change
   * @throws IllegalArgumentException if there is no such node, or it has no label
   */
  public GraphChange<K> trainingNode(K key) {
    labels.validation(require(key), key, false);
    return this;
  }

  private int require(K key) {
    return nodes.require(Objects.requireNonNull(key, "key"), "");
  }
}
