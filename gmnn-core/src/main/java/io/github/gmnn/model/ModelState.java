package io.github.gmnn.model;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fitted model: all that a fit gives, a file holds and predictions need. Models of one machine
 * and of Spark are views of it. Immutable, if nobody writes into its arrays.
 *
 * <p>Its parts check themselves, and the state that they fit each other, so that there is no state
 * whose parts do not: whoever reads one from elsewhere need not check anything.
 *
 * @param <K> type of the nodes' keys
 * @param classes the classes, in the order of the columns of distributions
 * @param networks q and p
 * @param features what the networks read of a node
 * @param nodes the nodes of the training graph; none in a model of Spark
 * @param decisions what predictions are decided by
 * @param training how it came about
 */
public record ModelState<K>(
    List<String> classes,
    Networks networks,
    Features features,
    Nodes<K> nodes,
    Decisions decisions,
    Training training) {

  /** The least temperature of {@link Networks}: less is no calibration. */
  public static final double LOWEST_TEMPERATURE = 0.05;

  /** The largest temperature of {@link Networks}. */
  public static final double HIGHEST_TEMPERATURE = 20;

  /** How far the sum of a distribution may be from 1: sums of floats over many classes round. */
  private static final double SUM_TOLERANCE = 1e-3;

  /**
   * Checks that the parts fit each other.
   *
   * @throws IllegalArgumentException if they do not
   */
  public ModelState {
    classes = distinct("classes", classes);
    decisions.check(classes.size());
    if (nodes.distributions().columns() != classes.size()) {
      throw new IllegalArgumentException(
          "expected distributions over "
              + classes.size()
              + " classes, found "
              + nodes.distributions());
    }
    networks.inference().check("q", features.inputs(), classes.size());
    int inputs =
        Math.addExact(classes.size(), networks.attributesInLearning() ? features.inputs() : 0);
    networks.learning().check("p", inputs, classes.size());
    int known = nodes.index().size();
    if (!features.present() && known != 0 && features.count() != known) {
      throw new IllegalArgumentException(
          "expected a feature for each of " + known + " nodes, found " + features.count());
    }
    if (features.neighbors() != 0 && features.neighbors() != nodes.index().size()) {
      throw new IllegalArgumentException(
          "q reads which of "
              + features.neighbors()
              + " nodes are neighbours, but the model has "
              + nodes.index().size()
              + " nodes");
    }
  }

  /**
   * Returns the same model without the nodes of its training graph, which it predicts no less if
   * they are given to it as a graph.
   */
  public ModelState<Object> withoutNodes() {
    return new ModelState<>(
        classes, networks, features, Nodes.none(classes.size()), decisions, training);
  }

  /** Returns the same model, decided by something else. */
  public ModelState<K> deciding(Decisions newDecisions, Training newTraining) {
    return new ModelState<>(classes, networks, features, nodes, newDecisions, newTraining);
  }

  /**
   * The networks, and what predictions are made of them.
   *
   * @param inference q
   * @param learning p
   * @param attributesInLearning whether p reads the features beside the labels
   * @param predictor who predicts, never left open
   * @param temperature what log-probabilities are divided by in the end
   */
  public record Networks(
      Network inference,
      Network learning,
      boolean attributesInLearning,
      Predictor predictor,
      double temperature) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Networks {
      if (predictor == Predictor.AUTO) {
        throw new IllegalArgumentException(
            "expected the predictor that was chosen, found " + predictor);
      }
      if (!(temperature >= LOWEST_TEMPERATURE && temperature <= HIGHEST_TEMPERATURE)) {
        throw new IllegalArgumentException(
            "expected temperature to be in "
                + LOWEST_TEMPERATURE
                + ".."
                + HIGHEST_TEMPERATURE
                + ", found "
                + temperature);
      }
    }
  }

  /**
   * A network with its weights.
   *
   * @param definition its layers
   * @param parameters the elements of each parameter, or null if it has none: q where it is no
   *     network but a distribution for each node, p where it was not trained
   */
  public record Network(NetworkDefinition definition, float @Nullable [][] parameters) {
    private void check(String name, int inputs, int outputs) {
      if (parameters == null) {
        return;
      }
      definition.checkParameters(parameters, inputs, outputs);
      for (int i = 0; i < parameters.length; i++) {
        requireFinite("parameter " + i + " of " + name, parameters[i]);
      }
    }

    /** Returns whether it has parameters. */
    public boolean isTrained() {
      return parameters != null;
    }

    /** Returns the parameters of a network that has some. */
    public float[][] trainedParameters() {
      return Objects.requireNonNull(parameters, "the network has no parameters");
    }

    /** Returns how many numbers its parameters are; 0 without any. */
    public long parameterCount() {
      return parameters == null ? 0 : count(parameters);
    }
  }

  /**
   * What the networks read of a node, and all that was learned of the training graph to make it.
   *
   * @param count how many features a node has
   * @param present false if the graph had none and nodes stood for themselves
   * @param schema what they are by column, and how they were made of a table if they were
   * @param scaler scales them
   * @param neighbors how many nodes of the training graph are features of those they are joined to:
   *     all of them or none
   * @param edges what the numbers on edges are; without names if there were none
   */
  public record Features(
      int count,
      boolean present,
      FeatureSchema schema,
      FeatureScaling.Fitted scaler,
      int neighbors,
      FeatureSchema edges) {
    /** Describes features without neighbours among them, on a graph without numbers on edges. */
    public Features(
        int count, boolean present, FeatureSchema schema, FeatureScaling.Fitted scaler) {
      this(count, present, schema, scaler, 0, FeatureSchema.UNNAMED);
    }

    /**
     * Checks that there is a name and a scale for each column.
     *
     * @throws IllegalArgumentException if there is not
     */
    public Features {
      int names = schema.names().size();
      if (count < 1) {
        throw new IllegalArgumentException("expected at least one feature, found " + count);
      }
      Checks.atLeast(0, neighbors, "neighbors");
      Math.addExact(count, neighbors);
      if (names > 0 && names != count) {
        throw new IllegalArgumentException(
            "expected a name for each of " + count + " features, found " + names);
      }
      int means = scaler.means().length;
      if (means > 0 && means != count) {
        throw new IllegalArgumentException(
            "expected a mean for each of the " + count + " features, found " + means);
      }
    }

    /** Returns how many numbers q reads of a node. */
    public int inputs() {
      return count + neighbors;
    }

    /**
     * Returns what q reads of a graph's nodes.
     *
     * @param own the features of the nodes, in the columns of the training graph
     * @param graph the graph
     * @param known the nodes of the training graph
     */
    public CsrMatrix attributes(CsrMatrix own, Graph<?> graph, NodeIndex<?> known) {
      CsrMatrix scaled = scaler.apply(own);
      return neighbors == 0
          ? scaled
          : scaled.beside(FeatureScaling.UNIT.apply(NeighborColumns.of(graph, known)));
    }

    /**
     * Returns what q reads of nodes whose edges are told, where neighbours are features.
     *
     * @param own their features, in the columns of the training graph
     * @param edges entry (u, v) is what u receives from v
     * @param columns the number of each node in the training graph, -1 for none
     */
    public CsrMatrix attributes(CsrMatrix own, CsrMatrix edges, int[] columns) {
      return scaler
          .apply(own)
          .beside(FeatureScaling.UNIT.apply(edges.withColumns(columns, neighbors)));
    }

    /**
     * Returns what q reads of some nodes of a graph.
     *
     * @param own their features, in the columns of the training graph
     * @param graph the graph
     * @param nodes the nodes
     * @param known the nodes of the training graph
     */
    public CsrMatrix attributes(
        CsrMatrix own, Graph<?> graph, ReceptiveField nodes, NodeIndex<?> known) {
      CsrMatrix scaled = scaler.apply(own);
      return neighbors == 0
          ? scaled
          : scaled.beside(FeatureScaling.UNIT.apply(NeighborColumns.of(graph, nodes, known)));
    }

    /** Returns their names by column; empty if they have none. */
    public List<String> names() {
      return schema.names();
    }

    /** Returns what a graph's features are like that are scaled so. */
    public static Features of(
        Graph<?> graph, FeatureScaling.Fitted scaler, boolean neighborsAsFeatures) {
      return new Features(
          graph.featureCount(),
          graph.hasFeatures(),
          graph.featureSchema(),
          scaler,
          neighborsAsFeatures ? graph.nodeCount() : 0,
          graph.edgeSchema());
    }

    /** Returns whether a graph has these features in this order. */
    public boolean areThoseOf(Graph<?> graph) {
      return count == graph.featureCount()
          && present == graph.hasFeatures()
          && schema.equals(graph.featureSchema());
    }
  }

  /**
   * The nodes of the training graph with their predictions, possibly none.
   *
   * @param <K> type of the keys
   * @param index the keys
   * @param distributions a row per node
   * @param embeddings a row per node, or null if q has no hidden layer
   * @param keyFormats how keys of types of the application's own are written
   */
  public record Nodes<K>(
      NodeIndex<K> index,
      DenseMatrix distributions,
      @Nullable DenseMatrix embeddings,
      List<KeyFormat<?>> keyFormats) {
    /**
     * Checks that distributions are such, one for each node.
     *
     * @throws IllegalArgumentException if they are not
     */
    public Nodes {
      requireRows("distributions", distributions, index);
      checkDistributions(distributions);
      if (embeddings != null) {
        requireRows("embeddings", embeddings, index);
        requireFinite("embeddings", embeddings.data());
      }
    }

    /** Returns those of a model that holds no nodes. */
    public static Nodes<Object> none(int classes) {
      return new Nodes<>(NodeIndex.of(List.of()), DenseMatrix.zeros(0, classes), null, List.of());
    }

    private static void requireRows(String what, DenseMatrix matrix, NodeIndex<?> index) {
      if (matrix.rows() != index.size()) {
        throw new IllegalArgumentException(
            "expected " + what + " of " + index.size() + " nodes, found " + matrix);
      }
    }

    private static void checkDistributions(DenseMatrix distributions) {
      for (int node = 0; node < distributions.rows(); node++) {
        double sum = 0;
        boolean negative = false;
        for (int c = 0; c < distributions.columns(); c++) {
          float value = distributions.get(node, c);
          negative |= value < 0;
          sum += value;
        }
        if (negative || !(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
          throw new IllegalArgumentException(
              "expected probabilities that sum to 1, found "
                  + (negative ? "a negative one" : "a sum of " + sum)
                  + " in row "
                  + node
                  + " of the distributions");
        }
      }
    }
  }

  /**
   * What labels and prediction sets are decided by: labelled nodes that were not trained on, with
   * what was predicted for them, and thresholds.
   *
   * @param labels the class of each held node
   * @param distributions what is predicted for it, the temperature applied: a row each
   * @param thresholds a threshold for each class, or none where the likeliest label is decided for
   */
  public record Decisions(int[] labels, DenseMatrix distributions, double[] thresholds) {
    /** So many numbers of held nodes are kept: of more nodes some are taken, evenly. */
    private static final int MOST_NUMBERS = 1 << 20;

    private static final int MOST_NODES = 20_000;

    /**
     * Checks that distributions are such.
     *
     * @throws IllegalArgumentException if they are not
     */
    public Decisions {
      if (labels.length != distributions.rows()) {
        throw new IllegalArgumentException(
            "expected a distribution for each of "
                + labels.length
                + " held nodes, found "
                + distributions);
      }
      Nodes.checkDistributions(distributions);
    }

    /** Returns those of a model that knows no held nodes. */
    public static Decisions none(int classes) {
      return new Decisions(new int[0], DenseMatrix.zeros(0, classes), new double[0]);
    }

    /** Returns how many held nodes a model keeps at most. */
    public static int mostNodes(int classes) {
      return Math.min(MOST_NODES, MOST_NUMBERS / Math.max(1, classes));
    }

    /**
     * Takes the predictions of held nodes, evenly where there are too many.
     *
     * @param labels the class of each held node
     * @param nodes their rows
     * @param distributions of these rows and possibly others
     */
    public static Decisions of(int[] labels, int[] nodes, DenseMatrix distributions) {
      int classes = distributions.columns();
      int count = Math.min(nodes.length, mostNodes(classes));
      int[] kept = new int[count];
      DenseMatrix rows = DenseMatrix.zeros(count, classes);
      for (int i = 0; i < count; i++) {
        int from = (int) ((long) i * nodes.length / count);
        kept[i] = labels[from];
        System.arraycopy(
            distributions.data(), nodes[from] * classes, rows.data(), i * classes, classes);
      }
      return new Decisions(kept, rows, new double[0]);
    }

    /** Returns the same with other thresholds. */
    public Decisions with(double[] newThresholds) {
      return new Decisions(labels, distributions, newThresholds.clone());
    }

    private void check(int classes) {
      if (distributions.columns() != classes) {
        throw new IllegalArgumentException(
            "expected distributions of held nodes over "
                + classes
                + " classes, found "
                + distributions);
      }
      for (int label : labels) {
        if (label < 0 || label >= classes) {
          throw new IllegalArgumentException(
              "expected labels of held nodes below " + classes + ", found " + label);
        }
      }
      if (thresholds.length != 0 && (thresholds.length != classes || classes < 2)) {
        throw new IllegalArgumentException(
            "expected a threshold for each of "
                + classes
                + " classes, at least two, found "
                + thresholds.length);
      }
      for (double threshold : thresholds) {
        if (!(threshold > 0 && threshold < 1)) {
          throw new IllegalArgumentException("expected thresholds in (0, 1), found " + threshold);
        }
      }
    }
  }

  /**
   * How a model came about.
   *
   * @param history its epochs
   * @param warnings what the fit warned of
   * @param provenance where it comes from
   */
  public record Training(TrainingHistory history, List<String> warnings, Provenance provenance) {}

  /** Returns how many numbers some arrays have together. */
  public static long count(float[][] arrays) {
    return Arrays.stream(arrays).mapToLong(values -> values.length).sum();
  }

  /**
   * Refuses numbers that are infinite or NaN.
   *
   * @throws IllegalArgumentException if there is one; the message has it
   */
  static void requireFinite(String what, float[] values) {
    if (NetworkState.areFinite(values)) {
      return;
    }
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException(
            "expected finite numbers in " + what + ", found " + value);
      }
    }
  }

  private static List<String> distinct(String what, List<String> texts) {
    if (new HashSet<>(texts).size() < texts.size()) {
      throw new IllegalArgumentException(
          "expected distinct texts in " + what + ", found one twice");
    }
    return List.copyOf(texts);
  }
}
