package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;

/** How models are fitted between labels; both ways end early when the thread is interrupted. */
@FunctionalInterface
interface Learner {
  /** Fits a model to the graph's labels from scratch. */
  GmnnModel<String> fit(Graph<String> graph);

  /** Whether labels are so few that a change of them is learned from scratch. */
  default boolean fitsAnew(Graph<String> graph) {
    return false;
  }

  /** Takes in a change of labels, quickly. */
  default GmnnModel<String> refit(Graph<String> graph, GmnnModel<String> start) {
    return fit(graph);
  }
}
