package io.github.gmnn.network.internal;

import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * A matrix with a row for each node of a graph, nearly all of them zero, that spreads along edges:
 * a step replaces X by ρ Â X. It costs the edges of the nodes that have been reached.
 *
 * <p>Used again and again, so that only its first uses allocate: an int for each node of the graph,
 * and the rows that are reached. Not thread-safe.
 */
final class SpreadingRows {
  private static final int FIRST_CAPACITY = 64;

  private final int width;
  private final float damping;

  /** By node, one more than the number of its row here; 0 if it has none. */
  private int[] places = new int[0];

  private int[] members = new int[FIRST_CAPACITY];
  private float[] scales = new float[FIRST_CAPACITY];
  private float[] values;
  private float[] sums;
  private int size;
  private long edges;

  /**
   * Makes rows that are all zero.
   *
   * @param width the length of a row
   * @param damping ρ
   */
  SpreadingRows(int width, float damping) {
    this.width = width;
    this.damping = damping;
    this.values = new float[FIRST_CAPACITY * width];
    this.sums = new float[FIRST_CAPACITY * width];
  }

  /** Makes all rows zero, of a graph with so many nodes. */
  void clear(int nodes) {
    for (int i = 0; i < size; i++) {
      places[members[i]] = 0;
    }
    Arrays.fill(values, 0, size * width, 0f);
    Arrays.fill(sums, 0, size * width, 0f);
    size = 0;
    edges = 0;
    if (places.length < nodes) {
      places = new int[nodes + nodes / 8];
    }
  }

  /** Returns about how many entries of Â the next step reads. */
  long edges() {
    return edges;
  }

  /** Adds to the row of a node. */
  void add(ChangedRows graph, int node, float[] from, int offset) {
    if (places[node] == 0) {
      place(node, graph.scale(node));
      edges += 1 + graph.sent().row(node).length();
    }
    int at = (places[node] - 1) * width;
    for (int c = 0; c < width; c++) {
      values[at + c] += from[offset + c];
    }
  }

  private int place(int node, float scale) {
    if (size == members.length) {
      int capacity = 2 * size;
      members = Arrays.copyOf(members, capacity);
      scales = Arrays.copyOf(scales, capacity);
      values = Arrays.copyOf(values, capacity * width);
      sums = Arrays.copyOf(sums, capacity * width);
    }
    members[size] = node;
    scales[size] = scale;
    places[node] = ++size;
    return size - 1;
  }

  /** Spreads all rows one step. Touched nodes must have been added before, if only with zeros. */
  void step(ChangedRows graph) {
    MatrixRows along = graph.sent();
    CsrMatrix base = along.base();
    int before = size;
    Arrays.fill(sums, 0, before * width, 0f);
    for (int i = 0; i < before; i++) {
      int node = members[i];
      float scale = scales[i];
      spread(i, i, scale);
      SparseRow changed = along.changed(node);
      int[] columns = changed == null ? base.columnIndices() : changed.columns();
      float[] weights = changed == null ? base.values() : changed.values();
      int end = changed == null ? base.rowEnd(node) : changed.to();
      for (int e = changed == null ? base.rowStart(node) : changed.from(); e < end; e++) {
        int place = places[columns[e]];
        int to = place > 0 ? place - 1 : place(columns[e], graph.oldScale(columns[e]));
        spread(i, to, scale * weights[e]);
      }
    }
    edges += (size - before) * graph.meanEntries();
    for (int i = 0; i < size; i++) {
      float factor = damping * scales[i];
      for (int at = i * width; at < (i + 1) * width; at++) {
        values[at] = factor * sums[at];
      }
    }
  }

  private void spread(int from, int to, float factor) {
    int out = to * width;
    for (int at = from * width; at < (from + 1) * width; at++) {
      sums[out++] += factor * values[at];
    }
  }

  /**
   * Adds wᵀ ρ Â X, X being these rows, without a step: along the edges of X, w is read.
   *
   * @param weights w
   * @param sum what is added to
   */
  void addProduct(ChangedRows graph, SpreadingWeights weights, double[] sum) {
    MatrixRows along = graph.sent();
    CsrMatrix base = along.base();
    for (int i = 0; i < size; i++) {
      int node = members[i];
      SparseRow changed = along.changed(node);
      int[] columns = changed == null ? base.columnIndices() : changed.columns();
      float[] factors = changed == null ? base.values() : changed.values();
      int end = changed == null ? base.rowEnd(node) : changed.to();
      double received = weights.given(node);
      for (int e = changed == null ? base.rowStart(node) : changed.from(); e < end; e++) {
        received += factors[e] * weights.given(columns[e]);
      }
      received *= damping * scales[i];
      for (int c = 0; c < width; c++) {
        sum[c] += received * values[i * width + c];
      }
    }
  }
}
