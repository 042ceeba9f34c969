package io.github.gmnn.graph;

import io.github.gmnn.graph.internal.Labels;
import io.github.gmnn.internal.Quote;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A graph with the labels held back for testing.
 *
 * @param <K> type of the nodes' keys
 * @param name what the data is called in tables
 * @param graph the graph with its training and validation labels
 * @param testLabels the true label of each test node, by key; none of them is labelled in the graph
 */
public record Dataset<K>(String name, Graph<K> graph, Map<K, String> testLabels) {
  /**
   * Checks that test nodes are nodes of the graph that it has no label for, and copies the map in
   * its order.
   *
   * @throws IllegalArgumentException if a test key is not a node, or is labelled in the graph
   */
  public Dataset {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(testLabels, "testLabels");
    for (Map.Entry<K, String> test : testLabels.entrySet()) {
      Labels.checkLabel(test.getKey(), test.getValue());
      if (graph.label(graph.indexOf(test.getKey())) >= 0) {
        throw new IllegalArgumentException(
            "test node "
                + Quote.of(test.getKey())
                + " is labelled in the graph: a node is for training, validation or testing");
      }
    }
    testLabels = Collections.unmodifiableMap(new LinkedHashMap<>(testLabels));
  }

  @Override
  public String toString() {
    return "Dataset(" + name + ", " + graph + ", " + testLabels.size() + " test labels)";
  }
}
