package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.Export;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.model.TextRows;
import io.github.gmnn.training.ValidationMetric;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The predicted label distributions of all nodes of a graph. Immutable and thread-safe.
 *
 * @param <K> type of the nodes' keys
 */
public final class Predictions<K> {
  private final NodeIndex<K> nodes;
  private final List<String> classes;
  private final DenseMatrix distributions;
  private final List<String> unseenFeatures;

  Predictions(NodeIndex<K> nodes, List<String> classes, DenseMatrix distributions) {
    this(nodes, classes, distributions, List.of());
  }

  Predictions(
      NodeIndex<K> nodes,
      List<String> classes,
      DenseMatrix distributions,
      List<String> unseenFeatures) {
    this.nodes = nodes;
    this.classes = classes;
    this.distributions = distributions;
    this.unseenFeatures = unseenFeatures;
  }

  /**
   * Makes predictions of distributions from elsewhere, to look at and evaluate them alike.
   *
   * @param <K> type of the nodes' keys
   * @param graph the graph, with its classes
   * @param distributions a row for each node, a column for each class; copied
   * @throws IllegalArgumentException if there are not as many rows as nodes, or columns as classes
   */
  public static <K> Predictions<K> of(Graph<K> graph, DenseMatrix distributions) {
    if (distributions.rows() != graph.nodeCount()
        || distributions.columns() != graph.classes().size()) {
      throw new IllegalArgumentException(
          graph + " needs a row for each node and a column for each class, got " + distributions);
    }
    return new Predictions<>(NodeIndex.of(graph.keys()), graph.classes(), distributions.copy());
  }

  /** Returns the classes, in the order of distributions. */
  public List<String> classes() {
    return classes;
  }

  /** Returns the keys of the nodes. */
  public List<K> keys() {
    return nodes.keys();
  }

  /**
   * Returns the names of the features that were left out, since they were not there in training;
   * see {@link GmnnModel#predict(io.github.gmnn.graph.Graph)}.
   */
  public List<String> unseenFeatures() {
    return unseenFeatures;
  }

  NodeIndex<K> nodes() {
    return nodes;
  }

  DenseMatrix distributions() {
    return distributions;
  }

  /**
   * Returns the prediction of a node.
   *
   * @param key the node's key
   * @throws IllegalArgumentException if there is no such node
   */
  public Prediction<K> of(K key) {
    return at(nodes.require(Objects.requireNonNull(key, "key"), ""));
  }

  private Prediction<K> at(int row) {
    return new Prediction<>(nodes.key(row), classes, row(distributions, row));
  }

  static float[] row(DenseMatrix matrix, int row) {
    int start = row * matrix.columns();
    return Arrays.copyOfRange(matrix.data(), start, start + matrix.columns());
  }

  /** Returns the predictions of all nodes in their order, as a view. */
  public List<Prediction<K>> all() {
    return new AbstractList<>() {
      @Override
      public Prediction<K> get(int i) {
        return at(Objects.checkIndex(i, nodes.size()));
      }

      @Override
      public int size() {
        return nodes.size();
      }
    };
  }

  /**
   * Returns all distributions, a row for each node in the order of {@link #keys()} and a column for
   * each class; a copy. {@link DenseMatrix#toDoubles()} makes arrays of rows of it.
   */
  public DenseMatrix matrix() {
    return distributions.copy();
  }

  /** Returns the place of each node's likeliest label among {@link #classes()}. */
  public int[] classIndices() {
    return IntStream.range(0, nodes.size()).map(this::likeliest).toArray();
  }

  private int likeliest(int row) {
    int width = classes.size();
    return Elementwise.argMax(distributions.data(), row * width, width);
  }

  /**
   * Returns the predictions as comma-separated values (RFC 4180), nodes in their order: {@code
   * node}, or {@code source} and {@code target} of links, {@code label}, its {@code probability},
   * then the probability of each class.
   */
  public Export csv() {
    return csv(false);
  }

  /**
   * Returns {@link #csv()} with {@code '} before text that begins with =, +, -, @, a tab or a line
   * end: a spreadsheet would compute it.
   */
  public Export csvForSpreadsheets() {
    return csv(true);
  }

  private Export csv(boolean spreadsheet) {
    List<String> columns = new ArrayList<>(List.of("label", "probability"));
    columns.addAll(classes);
    return TextRows.csv(
        nodes.keys(),
        columns,
        (row, cells) -> {
          int best = likeliest(row);
          cells.add(classes.get(best));
          cells.add(distributions.get(row, best));
          for (int c = 0; c < classes.size(); c++) {
            cells.add(distributions.get(row, c));
          }
        },
        spreadsheet);
  }

  /**
   * Returns the predictions as JSON, a line for each node: {@code node}, or {@code source} and
   * {@code target} of links, {@code label}, {@code probability} and {@code distribution}, the
   * probability of each class by its name. Keys that are whole numbers are numbers, others text.
   */
  public Export jsonLines() {
    return TextRows.jsonLines(
        nodes.keys(),
        (row, json) -> {
          int best = likeliest(row);
          json.writeStringField("label", classes.get(best));
          json.writeNumberField("probability", distributions.get(row, best));
          json.writeObjectFieldStart("distribution");
          for (int c = 0; c < classes.size(); c++) {
            json.writeNumberField(classes.get(c), distributions.get(row, c));
          }
          json.writeEndObject();
        });
  }

  /**
   * Evaluates the predictions on labelled nodes.
   *
   * @param labels the true label of each node, by key
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<? extends K, String> labels) {
    return evaluate(labels, null);
  }

  /**
   * Evaluates the labels that thresholds decide for.
   *
   * @param labels the true label of each node, by key
   * @param thresholds what decides, or null for the likeliest label
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<? extends K, String> labels, @Nullable Thresholds thresholds) {
    int[] truth = new int[labels.size()];
    float[][] predicted = new float[truth.length][];
    int i = 0;
    for (Map.Entry<? extends K, String> entry : labels.entrySet()) {
      truth[i] = requireClass(classes, entry.getValue(), entry.getKey());
      predicted[i++] = row(distributions, nodes.require(entry.getKey(), ""));
    }
    return Evaluation.of(unit(), classes, truth, predicted, thresholds);
  }

  /**
   * Chooses a decision threshold for each class on the validation nodes of a graph; see {@link
   * Thresholds}.
   *
   * @param graph the graph whose validation nodes count
   * @param metric what shall be large
   * @throws IllegalArgumentException if the graph has no validation nodes or other classes
   */
  public Thresholds thresholds(Graph<? extends K> graph, ValidationMetric metric) {
    int[] held = graph.validationNodes();
    if (held.length == 0) {
      throw new IllegalArgumentException(
          graph + " has no validation nodes to choose thresholds on: hold some labelled nodes");
    }
    int[] truth = new int[held.length];
    float[][] predicted = new float[held.length][];
    for (int i = 0; i < held.length; i++) {
      K key = graph.key(held[i]);
      truth[i] = requireClass(classes, graph.classes().get(graph.label(held[i])), key);
      predicted[i] = row(distributions, nodes.require(key, ""));
    }
    return Thresholds.choose(classes, truth, predicted, metric);
  }

  @Override
  public String toString() {
    return "Predictions(" + nodes.size() + " " + unit() + ", " + classes.size() + " classes)";
  }

  /** What the keys name. */
  String unit() {
    return nodes.size() > 0 && nodes.key(0) instanceof LinkKey ? "links" : "nodes";
  }

  /** The index of a node's class, or an exception that names both. */
  static int requireClass(List<String> classes, String label, Object key) {
    int index = classes.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException(
          "node "
              + key
              + " has the label \""
              + label
              + "\", which is not one of the classes "
              + classes);
    }
    return index;
  }
}
