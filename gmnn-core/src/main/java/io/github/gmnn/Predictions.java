package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.evaluation.internal.SimilarNodes;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.Export;
import io.github.gmnn.model.TextRows;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
  private static final int DIGITS = 6;

  private final NodeIndex<K> nodes;
  private final List<String> classes;
  private final DenseMatrix distributions;
  private final List<String> unseenFeatures;
  private final Decisions decisions;

  Predictions(NodeIndex<K> nodes, List<String> classes, DenseMatrix distributions) {
    this(nodes, classes, distributions, List.of(), Decisions.NONE);
  }

  Predictions(
      NodeIndex<K> nodes,
      List<String> classes,
      DenseMatrix distributions,
      List<String> unseenFeatures,
      Decisions decisions) {
    this.decisions = decisions;
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
    return new Prediction<>(nodes.key(row), classes, row(distributions, row), decisions);
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

  /**
   * Returns the place of each node's label among {@link #classes()}, as it is {@linkplain
   * Prediction#label() decided}.
   */
  public int[] classIndices() {
    return IntStream.range(0, nodes.size()).map(this::decided).toArray();
  }

  private int decided(int row) {
    return decisions.decide(row(distributions, row));
  }

  /**
   * Returns the predictions as comma-separated values (RFC 4180), nodes in their order: {@code
   * node}, or {@code source} and {@code target} of links, {@code label}, its {@code probability},
   * then the probability of each class, rounded to millionths.
   */
  public Export csv() {
    return csv(false, null);
  }

  /**
   * Returns {@link #csv()} with a last column, {@code set}: the labels of each {@linkplain
   * Prediction#set prediction set}, a bar between them.
   *
   * @param level the probability of containing the true label, in (0, 1)
   * @param spreadsheet whether cells must not compute, as in {@link #csvForSpreadsheets()}
   * @throws IllegalStateException if the predictions are from no model with validation nodes
   * @throws IllegalArgumentException if these are too few for the level
   */
  public Export csvWithSets(double level, boolean spreadsheet) {
    requireSets(level);
    return csv(spreadsheet, level);
  }

  /** Refuses a level before a file is begun. */
  private void requireSets(double level) {
    if (nodes.size() > 0) {
      at(0).set(level);
    }
  }

  /**
   * Returns {@link #csv()} with {@code '} before text that begins with =, +, -, @, a tab or a line
   * end: a spreadsheet would compute it.
   */
  public Export csvForSpreadsheets() {
    return csv(true, null);
  }

  private Export csv(boolean spreadsheet, @Nullable Double level) {
    List<String> columns = new ArrayList<>(List.of("label", "probability"));
    columns.addAll(classes);
    if (level != null) {
      columns.add("set");
    }
    return TextRows.csv(
        nodes.keys(),
        columns,
        (row, cells) -> {
          int best = decided(row);
          cells.add(classes.get(best));
          cells.add(rounded(distributions.get(row, best)));
          for (int c = 0; c < classes.size(); c++) {
            cells.add(rounded(distributions.get(row, c)));
          }
          if (level != null) {
            cells.add(String.join("|", at(row).set(level)));
          }
        },
        spreadsheet);
  }

  /** More of a probability is noise, and programs read exponents as text. */
  private static String rounded(float probability) {
    return new BigDecimal(Float.toString(probability))
        .setScale(DIGITS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /**
   * Returns the predictions as JSON, a line for each node: {@code node}, or {@code source} and
   * {@code target} of links, {@code label}, {@code probability} and {@code distribution}, the
   * probability of each class by its name. Keys that are whole numbers are numbers, others text.
   */
  public Export jsonLines() {
    return jsonLines(null);
  }

  /**
   * Returns {@link #jsonLines()} with a list {@code set}: the labels of each {@linkplain
   * Prediction#set prediction set}.
   *
   * @param level the probability of containing the true label, in (0, 1)
   * @throws IllegalStateException if the predictions are from no model with validation nodes
   * @throws IllegalArgumentException if these are too few for the level
   */
  public Export jsonLinesWithSets(double level) {
    requireSets(level);
    return jsonLines(level);
  }

  private Export jsonLines(@Nullable Double level) {
    return TextRows.jsonLines(
        nodes.keys(),
        (row, json) -> {
          int best = decided(row);
          json.writeStringField("label", classes.get(best));
          json.writeNumberField("probability", distributions.get(row, best));
          json.writeObjectFieldStart("distribution");
          for (int c = 0; c < classes.size(); c++) {
            json.writeNumberField(classes.get(c), distributions.get(row, c));
          }
          json.writeEndObject();
          if (level != null) {
            json.writeArrayFieldStart("set");
            for (String label : at(row).set(level)) {
              json.writeString(label);
            }
            json.writeEndArray();
          }
        });
  }

  /**
   * Evaluates the predictions on labelled nodes, as they are {@linkplain Prediction#label()
   * decided}.
   *
   * @param labels the true label of each node, by key
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<? extends K, String> labels) {
    return evaluate(labels, decisions.thresholds());
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
    return Evaluation.of(unit(), classes, truth, predicted, thresholds, decisions.sets());
  }

  /**
   * Chooses decision thresholds on the validation nodes of a graph; see {@link Thresholds}. {@link
   * GmnnModel#thresholds} needs no graph.
   *
   * @param graph the graph whose validation nodes count
   * @param rule what they shall bring about
   * @throws IllegalArgumentException if the graph has no validation nodes or other classes
   */
  public Thresholds thresholds(Graph<? extends K> graph, DecisionRule rule) {
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
    return Thresholds.choose(classes, truth, predicted, rule);
  }

  /**
   * Returns predictions whose {@linkplain Prediction#set sets} are smaller where a plain q is
   * unsure. Each distribution becomes a mixture, a third each, of the node's own, the mean of its
   * neighbours' and the mean of those of the 20 nodes nearest by features. Sets are calibrated
   * again on the graph's validation nodes. Labels are the likeliest of the mixture; these
   * predictions themselves do not change. Time grows with nodes times the at most 5,000 nodes that
   * each is compared with.
   *
   * @param graph the graph that was predicted, with its validation nodes
   * @throws IllegalArgumentException if it has other nodes or classes, or no validation nodes
   */
  public Predictions<K> smoothedForSets(Graph<K> graph) {
    if (!graph.keys().equals(keys())) {
      throw new IllegalArgumentException(
          graph + " has other nodes than " + this + ": give the graph that was predicted");
    }
    int[] held = graph.validationNodes();
    if (held.length == 0) {
      throw new IllegalArgumentException(
          graph + " has no validation nodes to make sets by: hold some labelled nodes");
    }
    DenseMatrix mixed =
        FitThread.run(
            stop ->
                SimilarNodes.mix(
                    graph.adjacency(),
                    graph.features(),
                    distributions,
                    Workers.of(Runtime.getRuntime().availableProcessors()).stoppedBy(stop)));
    int[] truth = new int[held.length];
    DenseMatrix ofHeld = DenseMatrix.zeros(held.length, classes.size());
    for (int i = 0; i < held.length; i++) {
      String label = graph.classes().get(graph.label(held[i]));
      truth[i] = requireClass(classes, label, graph.key(held[i]));
      System.arraycopy(row(mixed, held[i]), 0, ofHeld.data(), i * classes.size(), classes.size());
    }
    return new Predictions<>(
        nodes,
        classes,
        mixed,
        unseenFeatures,
        new Decisions(null, PredictionSets.of(classes, truth, ofHeld)));
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
