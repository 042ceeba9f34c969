package io.github.gmnn.cli.training;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;

/** What features look like. */
public final class Features {
  private Features() {}

  /**
   * Whether a feature is below zero somewhere. Rows that sum to 1 suit words and counts; values
   * below zero are no such thing.
   */
  public static boolean hasNegative(Graph<?> graph) {
    if (!graph.hasFeatures()) {
      return false;
    }
    CsrMatrix features = graph.features();
    for (int e = 0; e < features.nonZeros(); e++) {
      if (features.value(e) < 0) {
        return true;
      }
    }
    return false;
  }
}
