package io.github.gmnn.spark.layout;

import io.github.gmnn.sparse.EdgeAttributes;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the numbers on edges.
 *
 * @param names their names
 * @param directed whether edges have a direction, so that messages travel against it too
 * @param scaling how they are scaled, or null as long as nobody has looked at them
 */
public record EdgeNumbers(List<String> names, boolean directed, @Nullable Moments scaling)
    implements Serializable {
  /** A {@link EdgeAttributes.Scaling} as it travels. */
  record Moments(float[] logScales, float[] means, float[] deviations) implements Serializable {
    static Moments of(EdgeAttributes.Scaling scaling) {
      return new Moments(scaling.logScales(), scaling.means(), scaling.deviations());
    }

    EdgeAttributes.Scaling scaling() {
      return new EdgeAttributes.Scaling(logScales, means, deviations);
    }
  }

  int width() {
    return names.size();
  }

  /** How many directions messages travel in. */
  int ways() {
    return directed ? 2 : 1;
  }

  EdgeNumbers scaled(EdgeAttributes.Scaling learned) {
    return new EdgeNumbers(names, directed, Moments.of(learned));
  }

  /**
   * Returns edges with such numbers, each there in both directions if it has none.
   *
   * @param types what types there are
   * @param nodes how many nodes
   * @param edges the edges by receiver, or by sender if they are turned
   * @param turned whether they are
   */
  public EdgeAttributes attributes(
      EdgeTypes types, int nodes, NumberedEdges edges, boolean turned) {
    int[] rows = edges.rowOfEdge();
    EdgeAttributes.Builder builder =
        EdgeAttributes.builder(
                nodes, turned ? rows : edges.others(), turned ? edges.others() : rows)
            .numbers(names, edges.numbers())
            .weights(edges.weights())
            .bothGiven();
    if (!types.named().isEmpty()) {
      builder.types(types.named(), edges.types(), types.undirected());
    } else if (directed) {
      builder.directed();
    }
    if (scaling != null) {
      builder.scaling(scaling.scaling());
    }
    return builder.build();
  }
}
