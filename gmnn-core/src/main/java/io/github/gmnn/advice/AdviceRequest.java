package io.github.gmnn.advice;

import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request for advice: the labels so far and what else is known. Immutable.
 *
 * @param <K> type of the nodes' keys
 */
public final class AdviceRequest<K> {
  private final Map<K, String> labels;
  private final Set<K> skipped;
  private final int classes;
  private final @Nullable Predictions<K> predictions;
  private final Map<String, Integer> budgets;

  private AdviceRequest(
      Map<K, String> labels,
      Set<K> skipped,
      int classes,
      @Nullable Predictions<K> predictions,
      Map<String, Integer> budgets) {
    this.labels = labels;
    this.skipped = skipped;
    this.classes = classes;
    this.predictions = predictions;
    this.budgets = budgets;
  }

  /**
   * Asks with the labels given so far; none are needed.
   *
   * @param labels the label of each labelled node
   */
  public static <K> AdviceRequest<K> of(Map<? extends K, String> labels) {
    Map<K, String> copy = new LinkedHashMap<>(labels);
    return new AdviceRequest<>(copy, Set.of(), new HashSet<>(copy.values()).size(), null, Map.of());
  }

  /** Asks with the labels and classes of a graph. */
  public static <K> AdviceRequest<K> of(Graph<K> graph) {
    AdviceRequest<K> request = of(graph.labels());
    return graph.classes().isEmpty() ? request : request.classes(graph.classes().size());
  }

  /**
   * Says how many classes there are; otherwise, as many as the labels have.
   *
   * @param count at least 0
   */
  public AdviceRequest<K> classes(int count) {
    return new AdviceRequest<>(
        labels, skipped, Checks.atLeast(0, count, "classes"), predictions, budgets);
  }

  /** Names nodes not to ask for, such as those a person could not label. */
  public AdviceRequest<K> without(Collection<? extends K> nodes) {
    return new AdviceRequest<>(labels, Set.copyOf(nodes), classes, predictions, budgets);
  }

  /** Adds what a model predicts, for strategies that look at it. */
  public AdviceRequest<K> predictions(Predictions<K> newPredictions) {
    Objects.requireNonNull(newPredictions, "predictions");
    return new AdviceRequest<>(labels, skipped, classes, newPredictions, budgets);
  }

  /**
   * Limits the labels of some classes: a node that is predicted to be of a class with so many
   * labels is not asked for. Needs {@link #predictions}.
   *
   * @param most the most labels of each class; classes not named have no limit
   */
  public AdviceRequest<K> budgets(Map<String, Integer> most) {
    return new AdviceRequest<>(labels, skipped, classes, predictions, Map.copyOf(most));
  }

  Map<K, String> labels() {
    return labels;
  }

  Set<K> skipped() {
    return skipped;
  }

  int classes() {
    return classes;
  }

  @Nullable Predictions<K> predictions() {
    return predictions;
  }

  /** The classes whose budget is used up. */
  Set<String> full() {
    Set<String> full = new HashSet<>();
    budgets.forEach(
        (label, most) -> {
          long given = labels.values().stream().filter(label::equals).count();
          if (given >= most) {
            full.add(label);
          }
        });
    return full;
  }
}
