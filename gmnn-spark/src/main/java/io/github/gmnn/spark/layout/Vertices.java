package io.github.gmnn.spark.layout;

import java.io.Serializable;

/**
 * What is known of some nodes, a row each.
 *
 * @param numbers the numbers of the nodes in the whole graph
 * @param ids the application's ids: a {@code long[]} or a {@code String[]}
 * @param features a row per node
 * @param labels the class of each node, -1 without
 * @param roles what the label is for, see {@link Role}
 */
public record Vertices(int[] numbers, Object ids, SparseArrays features, int[] labels, byte[] roles)
    implements Serializable {
  int count() {
    return numbers.length;
  }

  Object id(int row) {
    return ids instanceof long[] longs ? (Object) longs[row] : ((String[]) ids)[row];
  }
}
