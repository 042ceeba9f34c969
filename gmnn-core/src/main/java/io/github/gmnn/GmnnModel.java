package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A fitted model: the label distribution of every node of the training graph, computed once, and
 * the networks to predict on other graphs. Immutable and thread-safe. It does not hold on to the
 * training graph, only to its keys.
 */
public final class GmnnModel {
  private final TrainerSettings settings;
  private final Predictions predictions;
  private final int featureCount;
  private final boolean hasFeatures;
  private final List<String> featureNames;
  private final DenseMatrix embeddings;
  private final NetworkState inference;
  private final NetworkState learning;
  private final TrainingHistory history;

  GmnnModel(
      TrainerSettings settings,
      Graph graph,
      DenseMatrix ofInference,
      DenseMatrix ofLearning,
      DenseMatrix embeddings,
      NetworkState inference,
      NetworkState learning,
      TrainingHistory history) {
    this.settings = settings;
    this.predictions =
        new Predictions(
            graph.nodeIndex(),
            graph.classes(),
            combine(settings.predictor(), ofInference, ofLearning));
    this.featureCount = graph.featureCount();
    this.hasFeatures = graph.hasFeatures();
    this.featureNames = graph.featureNames();
    this.embeddings = embeddings;
    this.inference = inference;
    this.learning = learning;
    this.history = history;
  }

  /** The final distribution: of q, of p or their product; of q where training ended before p. */
  private static DenseMatrix combine(Predictor predictor, DenseMatrix ofQ, DenseMatrix ofP) {
    if (predictor == Predictor.Q || ofP == null) {
      return ofQ;
    }
    if (predictor == Predictor.P) {
      return ofP;
    }
    DenseMatrix logProduct = DenseMatrix.zeros(ofQ.rows(), ofQ.columns());
    for (int i = 0; i < logProduct.data().length; i++) {
      logProduct.data()[i] =
          (float) (Math.log(floored(ofQ.data()[i])) + Math.log(floored(ofP.data()[i])));
    }
    SoftmaxCrossEntropy.softmax(logProduct, 1, logProduct);
    return logProduct;
  }

  private static float floored(float probability) {
    return Math.max(probability, Float.MIN_NORMAL);
  }

  /** Returns the classes, in the order of distributions. */
  public List<String> classes() {
    return predictions.classes();
  }

  /** Returns the keys of the training graph's nodes. */
  public List<Object> keys() {
    return predictions.keys();
  }

  /** Returns how the model was trained. */
  public TrainingHistory history() {
    return history;
  }

  /**
   * Returns the prediction of a node of the training graph.
   *
   * @param key the node's key
   * @throws IllegalArgumentException if there is no such node
   */
  public Prediction predict(Object key) {
    return predictions.of(key);
  }

  /** Returns the predictions of all nodes of the training graph. */
  public Predictions predictions() {
    return predictions;
  }

  /**
   * Returns the embedding of a node of the training graph: q's last hidden layer.
   *
   * @return the vector, or empty if q has no hidden layer
   * @throws IllegalArgumentException if there is no such node
   */
  public Optional<float[]> embedding(Object key) {
    int index = predictions.nodes().require(Objects.requireNonNull(key, "key"), "");
    return embeddings == null ? Optional.empty() : Optional.of(Predictions.row(embeddings, index));
  }

  /**
   * Evaluates the predictions on labelled nodes of the training graph.
   *
   * @param labels the true label of each node, by key
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<?, String> labels) {
    return predictions.evaluate(labels);
  }

  /**
   * Predicts on another graph, whose nodes need not have been there in training: q is attached to
   * it. If p takes part in the prediction, it gets q's distributions as annotations, with the
   * labels of labelled nodes in place.
   *
   * @param graph a graph with features of the training graph's kind: the same number, or, where
   *     they are named, names of which the model knows all
   * @return the predictions of all its nodes
   * @throws IllegalArgumentException if the features or classes do not fit
   * @throws IllegalStateException if the model has no network to predict with
   */
  public Predictions predict(Graph graph) {
    Objects.requireNonNull(graph, "graph");
    if (inference == null || !hasFeatures) {
      throw new IllegalStateException(
          hasFeatures
              ? "a non-amortized model has no network: it predicts nodes of its training graph only"
              : "the training graph had no features, so that nodes of another graph cannot be told"
                  + " apart: train with features to predict on other graphs");
    }
    CsrMatrix attributes = settings.featureScaling().apply(matchingFeatures(graph));
    int[] labels = matchingLabels(graph);
    DenseMatrix result = FitThread.run(stop -> infer(graph, attributes, labels));
    return new Predictions(graph.nodeIndex(), classes(), result);
  }

  private DenseMatrix infer(Graph graph, CsrMatrix attributes, int[] labels) {
    Workers workers = Workers.of(settings.threads());
    RandomStream unused = RandomStream.of(0);
    InferenceNetwork q =
        new InferenceNetwork(
            settings.inference(), graph.adjacency(), attributes, classes().size(), unused, workers);
    q.restore(inference);
    DenseMatrix ofQ = DenseMatrix.zeros(graph.nodeCount(), classes().size());
    SoftmaxCrossEntropy.softmax(q.logits(), 1, ofQ);
    if (settings.predictor() == Predictor.Q || learning == null) {
      return ofQ;
    }
    LearningNetwork p =
        new LearningNetwork(
            settings.learning(),
            graph.adjacency(),
            settings.attributesInLearning() ? attributes : null,
            classes().size(),
            unused,
            workers);
    p.restore(learning);
    DenseMatrix annotation = ofQ.copy();
    for (int node = 0; node < labels.length; node++) {
      for (int c = 0; labels[node] >= 0 && c < classes().size(); c++) {
        annotation.set(node, c, labels[node] == c ? 1f : 0f);
      }
    }
    p.annotate(List.of(annotation));
    return combine(settings.predictor(), ofQ, p.distributions());
  }

  /** The labels of the graph's training nodes as indices of the model's classes, else -1. */
  private int[] matchingLabels(Graph graph) {
    int[] labels = new int[graph.nodeCount()];
    Arrays.fill(labels, -1);
    for (int node : graph.trainingNodes()) {
      String label = graph.classes().get(graph.label(node));
      labels[node] = Predictions.requireClass(classes(), label, graph.key(node));
    }
    return labels;
  }

  /** The graph's features with the model's columns: as they are, or matched by name. */
  private CsrMatrix matchingFeatures(Graph graph) {
    if (!graph.hasFeatures()) {
      throw new IllegalArgumentException(
          "the model was trained with " + featureCount + " features, " + graph + " has none");
    }
    if (featureNames.isEmpty() || graph.featureNames().isEmpty()) {
      if (graph.featureCount() != featureCount) {
        throw new IllegalArgumentException(
            "the model was trained with "
                + featureCount
                + " features, the graph has "
                + graph.featureCount()
                + ": use the same features in the same order, or named features");
      }
      return graph.features();
    }
    return graph.featureNames().equals(featureNames)
        ? graph.features()
        : FeatureColumns.byName(graph.features(), graph.featureNames(), columnsByName());
  }

  private Map<String, Integer> columnsByName() {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < featureNames.size(); i++) {
      columns.put(featureNames.get(i), i);
    }
    return columns;
  }
}
