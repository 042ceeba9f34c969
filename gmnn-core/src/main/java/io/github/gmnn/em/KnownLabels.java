package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Lazy;
import java.util.function.Supplier;

/**
 * What the labels of a graph tell of whether EM is worth its while there.
 *
 * @param share the share of nodes with a label to train on
 * @param agreement how far the labels of neighbours agree; counted when it is first asked for
 */
public record KnownLabels(double share, Supplier<LabelAgreement> agreement) {
  /** The share of nodes with a training label from which EM needs neighbours that are alike. */
  private static final double MOSTLY_LABELLED = 0.4;

  /** What the labels of a graph tell that is here as a whole. */
  public static KnownLabels of(Graph<?> graph) {
    Lazy<LabelAgreement> agreement = new Lazy<>(() -> LabelAgreement.of(graph));
    return new KnownLabels(
        (double) graph.trainingNodes().length / graph.nodeCount(), agreement::get);
  }

  /** Whether EM teaches q nothing that the labels do not. */
  boolean areEnough() {
    return share >= MOSTLY_LABELLED && !agreement.get().isHigh();
  }
}
