package io.github.gmnn.baseline.relational;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.internal.Quote;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The result of a {@link RelationalClassifier}: its weights, and the label distribution of every
 * node, certain for training nodes. Immutable and thread-safe; it does not hold on to the graph,
 * only to its keys.
 *
 * @param <K> type of the nodes' keys
 */
public final class RelationalModel<K> {
  private final Predictions<K> predictions;
  private final Map<String, double[]> weights;
  private final Convergence convergence;
  private final double attributePenalty;
  private final double labelPenalty;
  private final OptionalDouble validationAccuracy;

  RelationalModel(
      Predictions<K> predictions,
      Map<String, double[]> weights,
      Convergence convergence,
      double attributePenalty,
      double labelPenalty,
      OptionalDouble validationAccuracy) {
    this.predictions = predictions;
    this.weights = weights;
    this.convergence = convergence;
    this.attributePenalty = attributePenalty;
    this.labelPenalty = labelPenalty;
    this.validationAccuracy = validationAccuracy;
  }

  /** Returns the classes, in the order of distributions. */
  public List<String> classes() {
    return predictions.classes();
  }

  /**
   * Returns the prediction of a node.
   *
   * @param key the node's key
   * @throws IllegalArgumentException if there is no such node
   */
  public Prediction<K> predict(K key) {
    return predictions.of(key);
  }

  /** Returns the predictions of all nodes. */
  public Predictions<K> predictions() {
    return predictions;
  }

  /**
   * Evaluates the predictions on labelled nodes.
   *
   * @param labels the true label of each node, by key
   * @throws IllegalArgumentException if a node or a class is unknown, or there is none
   */
  public Evaluation evaluate(Map<? extends K, String> labels) {
    return predictions.evaluate(labels);
  }

  /** Returns how the inference of these predictions ended. */
  public Convergence convergence() {
    return convergence;
  }

  /** Returns the penalty on the weights of attributes that was chosen. */
  public double attributePenalty() {
    return attributePenalty;
  }

  /** Returns the penalty on the weights of neighbours' labels that was chosen. */
  public double labelPenalty() {
    return labelPenalty;
  }

  /** Returns the accuracy on the validation nodes that chose the penalties; empty without any. */
  public OptionalDouble validationAccuracy() {
    return validationAccuracy;
  }

  /**
   * Returns what a neighbour's label adds to the logit of a label. In an RMN and an MLN that is the
   * log potential of the pair, the same in both orders, and every neighbour adds it; in a PRM it is
   * the weight of the share of neighbours with that label.
   *
   * @param label the label
   * @param neighborLabel the neighbour's label
   * @throws IllegalArgumentException if one of them is not a class
   * @throws IllegalStateException if edges have types: then each has weights of its own
   */
  public double weight(String label, String neighborLabel) {
    if (!weights.containsKey("")) {
      throw new IllegalStateException(
          "edges have types: name one of the relations " + relations() + " before the labels");
    }
    return weight("", label, neighborLabel);
  }

  /**
   * Returns the relations that have weights of their own, where edges have types: each type, in
   * which the neighbour is the source of the edge, and for types with a direction {@code "author
   * inverse"}, in which it is the target. Empty without types.
   */
  public List<String> relations() {
    return weights.containsKey("") ? List.of() : List.copyOf(weights.keySet());
  }

  /**
   * Returns what the label of a neighbour by a relation adds to the logit of a label. In an RMN and
   * an MLN a type and its inverse share their numbers: what the source's label is to the target's,
   * the target's is to the source's.
   *
   * @param relation one of {@link #relations()}
   * @param label the label
   * @param neighborLabel the neighbour's label
   * @throws IllegalArgumentException if there is no such relation, or one of the labels is not a
   *     class
   */
  public double weight(String relation, String label, String neighborLabel) {
    double[] ofRelation = weights.get(relation);
    if (ofRelation == null) {
      throw new IllegalArgumentException(
          "unknown relation " + Quote.of(relation) + "; known are " + Quote.all(relations()));
    }
    return ofRelation[index(label) * classes().size() + index(neighborLabel)];
  }

  private int index(String label) {
    int index = classes().indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException(
          "unknown class " + Quote.of(label) + "; known are " + Quote.all(classes()));
    }
    return index;
  }

  @Override
  public String toString() {
    return "RelationalModel("
        + predictions.keys().size()
        + " nodes, "
        + classes().size()
        + " classes, "
        + convergence
        + ")";
  }

  /**
   * How an inference ended.
   *
   * @param converged whether its test of convergence was met; if not, the marginals are those of
   *     the last sweep
   * @param sweeps how many times all nodes were gone through
   * @param residual what the test compares: for belief propagation the largest change that the last
   *     sweep asked for in any element of a message (messages sum to 1), for iterative
   *     classification the share of unlabelled nodes whose label the last sweep changed
   */
  public record Convergence(boolean converged, int sweeps, double residual) {}
}
