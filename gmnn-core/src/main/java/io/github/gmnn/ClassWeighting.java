package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import org.jspecify.annotations.Nullable;

/** How much the classes weigh in the loss. */
public enum ClassWeighting {
  /** Every node counts the same: the paper's choice and the default. */
  UNIFORM {
    @Override
    float @Nullable [] weights(Graph<?> graph) {
      return null;
    }
  },
  /**
   * Every class counts the same: a node counts by the inverse of how many training nodes have its
   * class.
   */
  BALANCED {
    @Override
    float[] weights(Graph<?> graph) {
      int[] nodes = graph.trainingNodes();
      float[] counts = new float[graph.classes().size()];
      for (int node : nodes) {
        counts[graph.label(node)]++;
      }
      float[] weights = new float[counts.length];
      for (int c = 0; c < weights.length; c++) {
        weights[c] = nodes.length / (weights.length * Math.max(1f, counts[c]));
      }
      return weights;
    }
  };

  /** Returns the weight of each class, or null if all weigh 1. */
  abstract float @Nullable [] weights(Graph<?> graph);
}
