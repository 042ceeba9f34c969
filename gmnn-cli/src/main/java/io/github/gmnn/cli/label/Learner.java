package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;

/** How a model is fitted between two labels. */
@FunctionalInterface
interface Learner {
  /** Fits a model to the graph's labels; ends early when the thread is interrupted. */
  GmnnModel<String> fit(Graph<String> graph);
}
