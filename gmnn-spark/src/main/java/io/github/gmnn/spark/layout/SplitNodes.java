package io.github.gmnn.spark.layout;

import java.io.Serializable;
import java.util.Map;

/**
 * The nodes whose edges are spread over parts.
 *
 * @param degrees by node: how many entries its row has
 * @param relationDegrees by node and relation, see {@link RelationRows#key}: how many entries it
 *     has there
 */
record SplitNodes(Map<Integer, Long> degrees, Map<Long, Long> relationDegrees)
    implements Serializable {
  /** Ascending. */
  int[] nodes() {
    return degrees.keySet().stream().mapToInt(node -> node).sorted().toArray();
  }

  /** Ascending. */
  long[] byRelation() {
    return relationDegrees.keySet().stream().mapToLong(key -> key).sorted().toArray();
  }
}
