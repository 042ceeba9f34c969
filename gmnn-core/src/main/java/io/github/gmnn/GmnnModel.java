package io.github.gmnn;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.evaluation.internal.Explainer;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.io.ReaderOptions;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.Combination;
import io.github.gmnn.model.EncoderState;
import io.github.gmnn.model.FeatureColumns;
import io.github.gmnn.model.FileFormat;
import io.github.gmnn.model.ModelAccess;
import io.github.gmnn.model.ModelFile;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.OneHot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fitted model: the label distribution of every node of the training graph, computed once, and
 * the networks to predict on other graphs. Immutable and thread-safe. It does not hold on to the
 * training graph, only to its keys.
 *
 * @param <K> type of the keys of the training graph's nodes
 */
public final class GmnnModel<K> {
  private static final Logger LOG = LoggerFactory.getLogger(GmnnModel.class);

  static {
    ModelAccess.open(GmnnModel.class, model -> model.state(), GmnnModel::new);
  }

  private final ModelState<K> state;
  private final Decisions decisions;
  private final int threads;

  GmnnModel(ModelState<K> state) {
    this(state, Runtime.getRuntime().availableProcessors());
  }

  private GmnnModel(ModelState<K> state, int threads) {
    this.state = state;
    this.decisions = Decisions.of(state.classes(), state.decisions());
    this.threads = threads;
  }

  /**
   * Loads a model that {@link #save(Path)} wrote. A file is data: no code in it is run, and the
   * classes it names are looked up in a closed list of this library's and DL4J's layers, updaters
   * and so on, and of {@code classes}. Name the type of its keys with {@link #keyedBy} or {@link
   * #keyedByLinks}.
   *
   * @param path the file
   * @param classes classes of your own that the model may use: layers, updaters, schedules,
   *     dropouts, distributions
   * @return the model
   * @throws ModelFormatException if the file is damaged, of another kind, or of a newer version
   * @throws IOException if it cannot be read
   */
  public static GmnnModel<Object> load(Path path, Class<?>... classes) throws IOException {
    return load(path, List.of(), classes);
  }

  /**
   * Loads a model whose keys are of types of your own; see {@link #load(Path, Class[])}.
   *
   * @param path the file
   * @param formats how such keys are read
   * @param classes classes of your own that the model may use
   * @return the model
   * @throws ModelFormatException if the file is damaged, of another kind, or of a newer version
   * @throws IOException if it cannot be read
   */
  public static GmnnModel<Object> load(Path path, List<KeyFormat<?>> formats, Class<?>... classes)
      throws IOException {
    return new GmnnModel<>(ModelFile.read(path, List.copyOf(formats), List.of(classes)));
  }

  /**
   * Loads a model from a stream, which is read to its end and left open; see {@link #load(Path,
   * Class[])}.
   *
   * @param in the stream
   * @param classes classes of your own that the model may use
   * @return the model
   * @throws ModelFormatException if the content is damaged, of another kind, or of a newer version
   * @throws IOException if it cannot be read
   */
  public static GmnnModel<Object> load(InputStream in, Class<?>... classes) throws IOException {
    return load(in, List.of(), classes);
  }

  /**
   * Loads a model from a stream whose keys are of types of your own; see {@link #load(Path, List,
   * Class[])}.
   *
   * @param in the stream
   * @param formats how such keys are read
   * @param classes classes of your own that the model may use
   * @return the model
   * @throws ModelFormatException if the content is damaged, of another kind, or of a newer version
   * @throws IOException if it cannot be read
   */
  public static GmnnModel<Object> load(
      InputStream in, List<KeyFormat<?>> formats, Class<?>... classes) throws IOException {
    return new GmnnModel<>(ModelFile.read(in, List.copyOf(formats), List.of(classes)));
  }

  /**
   * Saves the model: predictions, networks, history and provenance. At every moment, even if power
   * fails, the path holds the complete old file or the complete new one.
   *
   * @param path the file, replaced if it exists
   * @throws IllegalArgumentException if the model has something that cannot be saved: keys of
   *     another type than String, Integer, Long, UUID and links of these without a {@link
   *     KeyFormat} named in training, or layers that JSON does not give back
   * @throws IOException if it cannot be written
   */
  public void save(Path path) throws IOException {
    ModelFile.write(state, path);
  }

  /**
   * Saves the model to a stream, which is left open; see {@link #save(Path)}.
   *
   * @param out the stream
   * @throws IllegalArgumentException if the model has something that cannot be saved
   * @throws IOException if it cannot be written
   */
  public void save(OutputStream out) throws IOException {
    ModelFile.write(state, out);
  }

  /**
   * Returns this model with the type of its keys, which the compiler cannot learn from a file:
   * {@code GmnnModel.load(path).keyedBy(String.class)}. Checks every key.
   *
   * @param <J> type of the keys
   * @param type the class of every key
   * @return this model
   * @throws IllegalArgumentException if a key is of another class
   */
  public <J> GmnnModel<J> keyedBy(Class<J> type) {
    Objects.requireNonNull(type, "type");
    for (Object key : keys()) {
      checkKey(key, type, "node");
    }
    return withCheckedKeys();
  }

  /**
   * Returns this model with the type of its keys, if it was trained on the links of a {@link
   * LineGraph}: {@code GmnnModel.load(path).keyedByLinks(String.class)}. Checks every key.
   *
   * @param <J> type of the keys of the nodes that the links join
   * @param type the class of every such key
   * @return this model
   * @throws IllegalArgumentException if a key is none of a link, or joins keys of another class
   */
  public <J> GmnnModel<LinkKey<J>> keyedByLinks(Class<J> type) {
    Objects.requireNonNull(type, "type");
    for (Object key : keys()) {
      checkKey(key, LinkKey.class, "node");
      LinkKey<?> link = (LinkKey<?>) key;
      checkKey(link.source(), type, "end of a link");
      checkKey(link.target(), type, "end of a link");
    }
    return withCheckedKeys();
  }

  private static void checkKey(Object key, Class<?> type, String what) {
    if (!type.isInstance(key)) {
      throw new IllegalArgumentException(
          "expected keys of type "
              + type.getName()
              + ", found a "
              + what
              + " with the key "
              + key
              + " of type "
              + key.getClass().getName());
    }
  }

  @SuppressWarnings("unchecked") // a model never changes, and each of its keys was found to be a J
  private <J> GmnnModel<J> withCheckedKeys() {
    return (GmnnModel<J>) this;
  }

  /** Returns the classes, in the order of distributions. */
  public List<String> classes() {
    return state.classes();
  }

  /** Returns the keys of the training graph's nodes. */
  public List<K> keys() {
    return state.nodes().index().keys();
  }

  /** Returns the number of features of the training graph; 0 if it had none. */
  public int featureCount() {
    return state.features().present() ? state.features().count() : 0;
  }

  /** Returns the names of the training graph's features by column; empty if they were unnamed. */
  public List<String> featureNames() {
    return state.features().names();
  }

  /**
   * Describes the features of the training graph, and how they were made if they came from a table:
   * {@link ReaderOptions#forModel} reads other tables in the same way.
   */
  public FeatureSchema featureSchema() {
    return state.features().schema();
  }

  /** Describes the numbers on the edges of the training graph; has no names if there were none. */
  public FeatureSchema edgeSchema() {
    return state.features().edges();
  }

  /**
   * Returns the temperature that predictions were divided by, see {@link Calibration}; 1 if they
   * are as the networks gave them.
   */
  public double temperature() {
    return state.networks().temperature();
  }

  /**
   * Returns the fit's warnings, a sentence each; empty if all seemed well: no validation nodes, all
   * nodes predicted as one class, edges that mostly join different labels. The fit logged the same.
   */
  public List<String> warnings() {
    return state.training().warnings();
  }

  /** Returns where the model comes from. */
  public Provenance provenance() {
    return state.training().provenance();
  }

  ModelState<K> state() {
    return state;
  }

  /** Returns how the model was trained. */
  public TrainingHistory history() {
    return state.training().history();
  }

  /**
   * Returns the prediction of a node of the training graph.
   *
   * @param key the node's key
   * @throws IllegalArgumentException if there is no such node
   */
  public Prediction<K> predict(K key) {
    return predictions().of(key);
  }

  /** Returns the predictions of all nodes of the training graph. */
  public Predictions<K> predictions() {
    return new Predictions<>(
        state.nodes().index(),
        state.classes(),
        state.nodes().distributions(),
        List.of(),
        decisions);
  }

  /**
   * Chooses decision thresholds on the validation nodes of the fit, whose predictions the model
   * keeps.
   *
   * @param rule what they shall bring about
   * @return the thresholds, with what should be known of them
   * @throws IllegalStateException if the model was fitted without validation nodes
   * @throws IllegalArgumentException if a class is unknown, or no threshold has the precision asked
   *     for
   */
  public Thresholds thresholds(DecisionRule rule) {
    return Decisions.choose(state, rule);
  }

  /**
   * Returns this model with labels decided by thresholds. {@link Prediction#label()} and
   * evaluations follow them, on other graphs and on Spark too, and {@link #save(Path) files} keep
   * them. Probabilities stay the same.
   *
   * @param thresholds of this model's classes
   * @throws IllegalArgumentException if they are of other classes
   */
  public GmnnModel<K> deciding(Thresholds thresholds) {
    return new GmnnModel<>(Decisions.with(thresholds, state), threads);
  }

  /**
   * Returns this model with labels decided by the thresholds that a rule {@linkplain #thresholds
   * chooses}. Their warnings are logged and join {@link #warnings()}.
   *
   * @param rule what they shall bring about
   * @throws IllegalStateException if the model was fitted without validation nodes
   */
  public GmnnModel<K> deciding(DecisionRule rule) {
    return deciding(thresholds(rule));
  }

  /**
   * Returns what makes {@linkplain Prediction#set prediction sets}; empty if the model was fitted
   * without validation nodes.
   */
  public Optional<PredictionSets> predictionSets() {
    return Optional.ofNullable(decisions.sets());
  }

  /** Returns the thresholds that labels are decided by; empty where the likeliest label is. */
  public Optional<Thresholds> thresholds() {
    return Optional.ofNullable(decisions.thresholds());
  }

  /**
   * Returns the embedding of a node of the training graph: q's last hidden layer.
   *
   * @return the vector, or empty if q has no hidden layer
   * @throws IllegalArgumentException if there is no such node
   */
  public Optional<float[]> embedding(K key) {
    int index = state.nodes().index().require(Objects.requireNonNull(key, "key"), "");
    return Optional.ofNullable(state.nodes().embeddings())
        .map(embeddings -> Predictions.row(embeddings, index));
  }

  /**
   * Evaluates the predictions on labelled nodes of the training graph.
   *
   * @param labels the true label of each node, by key
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<? extends K, String> labels) {
    return predictions().evaluate(labels);
  }

  /**
   * Returns this model with another number of threads to predict and explain with; without it,
   * there are as many as processors. It changes no result and is not saved. The calling thread
   * takes its share, so that with 1 none is started (but for an ND4J backend, whose settings are
   * those of a thread); nor is one where there is little to do.
   *
   * @param threads the most to use, at least 1
   * @return a model that shares everything else with this one
   * @throws IllegalArgumentException if it is below 1
   */
  public GmnnModel<K> withThreads(int threads) {
    return new GmnnModel<>(state, Checks.atLeast(1, threads, "threads"));
  }

  /**
   * Predicts on another graph, whose nodes need not have been there in training: q is attached to
   * it. If p takes part in the prediction, it gets q's distributions as annotations, with the
   * labels of labelled nodes in place.
   *
   * <p>Named features are matched by name, and the ends of links by the nodes' keys: those that the
   * model does not know are left out, and are told by {@link Predictions#unseenFeatures()}; those
   * that the graph does not have are zero. Unnamed ones must be as many as the training graph's.
   * Where that had no features, nodes are matched by their keys, and a new one is known by its
   * neighbours alone.
   *
   * <p>If the calling thread is interrupted, the prediction ends after the current product or
   * propagation with a {@link CancellationException}, and the thread's interrupt stays set.
   *
   * @param <J> type of the keys of that graph's nodes
   * @param graph a graph with features of the training graph's kind
   * @return the predictions of all its nodes
   * @throws IllegalArgumentException if the features or classes do not fit
   * @throws IllegalStateException if the model has no network to predict with
   * @throws ArithmeticException if features or weights are so large that sums overflow
   */
  public <J> Predictions<J> predict(Graph<J> graph) {
    return predict(graph, UnseenFeatures.LEAVE_OUT);
  }

  /**
   * Predicts on another graph as {@link #predict(Graph)} does.
   *
   * @param <J> type of the keys of that graph's nodes
   * @param asGiven a graph with features of the training graph's kind
   * @param unseen what to do with features that were not there in training
   * @return the predictions of all its nodes
   * @throws IllegalArgumentException if the features or classes do not fit, or a feature is unseen
   *     and that is to be refused
   * @throws IllegalStateException if the model has no network to predict with
   */
  public <J> Predictions<J> predict(Graph<J> asGiven, UnseenFeatures unseen) {
    Graph<J> graph = EdgeColumns.match(Objects.requireNonNull(asGiven, "graph"), edgeSchema());
    Objects.requireNonNull(unseen, "unseen");
    requireInference();
    FeatureColumns columns = FeatureColumns.of(graph, state);
    complainOf(columns.unseen(), graph.featureCount(), unseen);
    CsrMatrix attributes = attributes(columns.of(graph.features()), graph);
    int[] labels = matchingLabels(graph);
    DenseMatrix result =
        FitThread.runHere(
            stop -> {
              Workers workers = Workers.of(threads).stoppedBy(stop);
              DenseMatrix ofQ = inferByQ(graph, attributes, workers);
              return finite(inferWithP(graph, attributes, labels, ofQ, workers));
            });
    Temperature.apply(temperature(), result);
    return new Predictions<>(
        NodeIndex.of(graph.keys()), classes(), result, columns.unseen(), decisions);
  }

  /**
   * Returns what predicts nodes of a standing graph one by one, known ones and new ones, at the
   * cost of what their labels depend on.
   *
   * @param <J> type of the keys of that graph's nodes
   * @param graph the training graph, or another that {@link #predict(Graph)} takes
   * @throws IllegalArgumentException if the features or types of edges do not fit
   * @throws IllegalStateException if the model has no network to predict with
   * @throws UnsupportedOperationException if the graph holds edges in a way of its own, as line
   *     graphs do
   */
  public <J> GraphPredictor<J> on(Graph<J> graph) {
    Objects.requireNonNull(graph, "graph");
    requireInference();
    return GraphPredictor.of(state, graph, threads);
  }

  private CsrMatrix attributes(CsrMatrix own, Graph<?> graph) {
    return state.features().attributes(own, graph, state.nodes().index());
  }

  private void requireInference() {
    if (!state.networks().inference().isTrained()) {
      throw new IllegalStateException(
          "a non-amortized model has no network: it predicts nodes of its training graph only");
    }
  }

  /**
   * Says why a node gets its label and not the runner-up: which of its features and neighbours
   * moved q, and which labels around it moved p, each found by predicting again without it,
   * exactly. Costs a prediction on the graph, and for each feature and neighbour one on what the
   * node's label depends on.
   *
   * @param <J> type of the keys of the graph's nodes
   * @param graph the training graph, or another that {@link #predict(Graph)} takes, its edges
   *     written out
   * @param key the node
   * @return what had an effect, and how much
   * @throws IllegalArgumentException if there is no such node, or the graph does not fit the model
   * @throws IllegalStateException if the model has no network to predict with
   * @throws UnsupportedOperationException if the graph is a line graph too large to be written out
   *     or one of the past alone
   */
  public <J> Explanation<J> explain(Graph<J> graph, J key) {
    return explain(graph, key, -1);
  }

  /**
   * Says why a node gets its label and not a class that is named; see {@link #explain(Graph,
   * Object)}.
   *
   * @param <J> type of the keys of the graph's nodes
   * @param graph the training graph, or another that {@link #predict(Graph)} takes
   * @param key the node
   * @param against the class that it was not given
   * @throws IllegalArgumentException if there is no such node or class, or it is the node's label
   */
  public <J> Explanation<J> explain(Graph<J> graph, J key, String against) {
    int other = classes().indexOf(Objects.requireNonNull(against, "against"));
    if (other < 0) {
      throw new IllegalArgumentException(
          "unknown class " + Quote.of(against) + "; known are " + Quote.all(classes()));
    }
    return explain(graph, key, other);
  }

  private <J> Explanation<J> explain(Graph<J> graph, J key, int against) {
    return explained(
        graph,
        key,
        (explainer, label, runnerUp, ofQ, labels) -> {
          if (label == against) {
            throw new IllegalArgumentException(
                key + " has the label \"" + classes().get(label) + "\": name another class");
          }
          return explainer.explain(label, against < 0 ? runnerUp : against, ofQ, labels);
        });
  }

  /**
   * Looks for features and neighbours of a node without which it would get another label; found
   * greedily, made as small as it goes, and checked by predicting without them; one thing alone is
   * found if there is one. Costs about three predictions on what the node's label depends on for
   * each of them.
   *
   * @param <J> type of the keys of the graph's nodes
   * @param graph the training graph, or another that {@link #predict(Graph)} takes
   * @param key the node
   * @return what would change the label; empty if nothing of the node's own does
   * @throws IllegalArgumentException if there is no such node, or the graph does not fit the model
   * @throws IllegalStateException if the model has no network to predict with
   * @throws UnsupportedOperationException as for {@link #explain(Graph, Object)}, and if p takes
   *     part in predictions
   */
  public <J> Optional<Explanation.Change<J>> whatWouldChange(Graph<J> graph, J key) {
    if (state.networks().predictor() != Predictor.INFERENCE
        && state.networks().learning().isTrained()) {
      throw new UnsupportedOperationException(
          "p takes part in predictions, but whatWouldChange searches only q: fit with"
              + " Predictor.INFERENCE");
    }
    return explained(
        graph,
        key,
        (explainer, label, runnerUp, ofQ, labels) ->
            explainer.change(label, runnerUp, decisions::decide));
  }

  /** What is asked of an explainer, given a label, the runner-up, and what q says of all nodes. */
  @FunctionalInterface
  private interface Question<J, R> {
    R ask(Explainer<J> explainer, int label, int runnerUp, DenseMatrix ofQ, int[] labels);
  }

  private <J, R> R explained(Graph<J> asGiven, J key, Question<J, R> question) {
    Graph<J> graph = EdgeColumns.match(Objects.requireNonNull(asGiven, "graph"), edgeSchema());
    int node = graph.indexOf(key);
    requireInference();
    CsrMatrix matched = FeatureColumns.of(graph, state).of(graph.features());
    CsrMatrix attributes = attributes(matched, graph);
    int[] labels = matchingLabels(graph);
    return FitThread.runHere(
        stop -> {
          Workers workers = Workers.of(threads).stoppedBy(stop);
          DenseMatrix ofQ = inferByQ(graph, attributes, workers);
          DenseMatrix result = finite(inferWithP(graph, attributes, labels, ofQ, workers)).copy();
          Temperature.apply(temperature(), result);
          float[] distribution = Predictions.row(result, node);
          int label = decisions.decide(distribution);
          distribution[label] = -1;
          int runnerUp = Elementwise.argMax(distribution, 0, distribution.length);
          Explainer<J> explainer = new Explainer<>(state, graph, matched, node, workers);
          return question.ask(explainer, label, runnerUp, ofQ, labels);
        });
  }

  private static void complainOf(List<String> names, int count, UnseenFeatures unseen) {
    if (names.isEmpty()) {
      return;
    }
    String message =
        names.size()
            + " of "
            + count
            + " features are unknown to the model, such as \""
            + names.get(0)
            + "\"";
    if (unseen == UnseenFeatures.REFUSE) {
      throw new IllegalArgumentException(
          message + ": leave features out that were not there in training");
    }
    LOG.warn("{}; they are left out", message);
  }

  private DenseMatrix inferByQ(Graph<?> graph, CsrMatrix attributes, Workers workers) {
    ModelState.Network network = state.networks().inference();
    InferenceGraphNetwork q =
        new InferenceGraphNetwork(
            network.definition(), graph.adjacency(), attributes, classes().size(), workers);
    q.setParameters(network.trainedParameters());
    DenseMatrix ofQ = DenseMatrix.zeros(graph.nodeCount(), classes().size());
    Dense.softmax(q.logits(), 1, ofQ);
    return ofQ;
  }

  private DenseMatrix inferWithP(
      Graph<?> graph, CsrMatrix attributes, int[] labels, DenseMatrix ofQ, Workers workers) {
    ModelState.Networks networks = state.networks();
    if (networks.predictor() == Predictor.INFERENCE || !networks.learning().isTrained()) {
      return ofQ;
    }
    LearningGraphNetwork p =
        new LearningGraphNetwork(
            networks.learning().definition(),
            graph.adjacency(),
            networks.attributesInLearning() ? attributes : null,
            classes().size(),
            workers);
    p.setParameters(networks.learning().trainedParameters());
    DenseMatrix annotation = ofQ.copy();
    for (int node = 0; node < labels.length; node++) {
      if (labels[node] >= 0) {
        OneHot.set(annotation, node, labels[node]);
      }
    }
    p.annotate(List.of(annotation));
    return Combination.of(networks.predictor(), ofQ, p.distributions());
  }

  static DenseMatrix finite(DenseMatrix distributions) {
    if (!NetworkState.areFinite(distributions.data())) {
      throw new ArithmeticException(
          "the predictions are not finite: features or weights of the graph are too large, or"
              + " settings of the model's layers are not numbers");
    }
    return distributions;
  }

  /** The labels of the graph's training nodes as indices of the model's classes, else -1. */
  private int[] matchingLabels(Graph<?> graph) {
    int[] labels = new int[graph.nodeCount()];
    Arrays.fill(labels, -1);
    for (int node : graph.trainingNodes()) {
      String label = graph.classes().get(graph.label(node));
      labels[node] = Predictions.requireClass(classes(), label, graph.key(node));
    }
    return labels;
  }

  /**
   * Returns what a person asks of a model, in some lines: its classes, features and networks, how
   * long it was trained and how well it validated, when, with which settings and on which data. The
   * text is for reading; programs find the same in {@link #history()} and {@link #provenance()}.
   */
  public String summary() {
    return ModelSummary.of(this);
  }

  @Override
  public String toString() {
    return "GmnnModel("
        + keys().size()
        + " "
        + predictions().unit()
        + ", "
        + classes().size()
        + " classes)";
  }

  /** What a prediction on another graph does with features that were not there in training. */
  public enum UnseenFeatures {
    /**
     * Leaves them out, since there are no weights for them, says so in the log and counts them in
     * {@link Predictions#unseenFeatures()}.
     */
    LEAVE_OUT,

    /** Throws an exception that names one. */
    REFUSE
  }

  /**
   * What is in a model or checkpoint file, found by reading all of it: whoever has one has a file
   * that {@link GmnnModel#load(Path, Class[])} or {@link GmnnTrainer#resume} reads, and that has
   * not changed since it was written.
   *
   * @param file the file
   * @param format {@code gmnn-model} or {@code gmnn-checkpoint}
   * @param version the version of the format
   * @param contents what it holds, by name, in an order fit for printing
   */
  public record Check(Path file, String format, int version, Map<String, String> contents) {
    /** Copies the map, keeping its order. */
    public Check {
      contents = Collections.unmodifiableMap(new LinkedHashMap<>(contents));
    }

    /**
     * Checks a file.
     *
     * @param file a model, an encoder of nodes or a checkpoint
     * @param classes classes of your own that a model may use, as for {@link GmnnModel#load(Path,
     *     Class[])}
     * @return what is in it
     * @throws ModelFormatException if it is damaged, of another kind, or of a newer version; the
     *     message says what was expected and what was found
     * @throws IOException if it cannot be read
     */
    public static Check of(Path file, Class<?>... classes) throws IOException {
      FileFormat format = FileFormat.of(file);
      Map<String, String> contents = new LinkedHashMap<>();
      contents.put("bytes", "" + Files.size(file));
      switch (format.name()) {
        case ModelFile.FORMAT ->
            describe(ModelFile.read(file, List.of(), List.of(classes)), contents);
        case Checkpoint.FORMAT -> describe(Checkpoint.read(file), contents);
        case EncoderState.FORMAT -> describe(EncoderState.read(file), contents);
        default ->
            throw new ModelFormatException(
                file + ": expected a model, an encoder or a checkpoint, found another format");
      }
      return new Check(file, format.name(), format.version(), contents);
    }

    private static void describe(EncoderState encoder, Map<String, String> contents) {
      contents.put("features", "" + encoder.features().count());
      contents.put("scaling", encoder.scaler().scaling().name());
      contents.put("dimensions", "" + encoder.weights().columns());
      contents.put("hops", encoder.hops() + ", and " + encoder.smoothing() + " of smoothing");
    }

    private static void describe(ModelState<?> model, Map<String, String> contents) {
      Provenance provenance = model.training().provenance();
      TrainingHistory history = model.training().history();
      DenseMatrix embeddings = model.nodes().embeddings();
      contents.put("written by", "gmnn-core " + provenance.libraryVersion());
      contents.put("created", provenance.created().toString());
      contents.put("training graph", provenance.dataFingerprint());
      contents.put("nodes", "" + model.nodes().index().size());
      contents.put("classes", "" + model.classes().size());
      contents.put("held nodes", "" + model.decisions().labels().length);
      if (model.decisions().thresholds().length > 0) {
        contents.put("thresholds", Arrays.toString(model.decisions().thresholds()));
      }
      contents.put("features", "" + model.features().count());
      contents.put("embedding size", embeddings == null ? "none" : "" + embeddings.columns());
      contents.put("parameters of q", count(model.networks().inference()));
      contents.put("parameters of p", count(model.networks().learning()));
      contents.put("epochs", "" + history.epochs().size());
      contents.put("completed", "" + history.completed());
      provenance.settings().forEach((name, value) -> contents.put("setting " + name, value));
    }

    private static String count(ModelState.Network network) {
      return network.isTrained() ? "" + network.parameterCount() : "none";
    }

    private static void describe(Checkpoint checkpoint, Map<String, String> contents) {
      contents.put("kind", checkpoint.kind());
      contents.put("training graph", checkpoint.fingerprint());
      contents.put("epochs", "" + checkpoint.history().epochs().size());
      checkpoint.numbers().forEach((name, value) -> contents.put("number " + name, "" + value));
      checkpoint
          .states()
          .forEach(
              (name, state) ->
                  contents.put("parameters of " + name, "" + ModelState.count(state.parameters())));
    }

    /** Returns all of it, a line each. */
    @Override
    public String toString() {
      return file
          + ": "
          + format
          + ", version "
          + version
          + "\n"
          + contents.entrySet().stream()
              .map(entry -> Quote.printable(entry.getKey() + ": " + entry.getValue()))
              .map(line -> "  " + line + "\n")
              .collect(Collectors.joining());
    }
  }
}
