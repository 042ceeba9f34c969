package io.github.gmnn.network.internal;

import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * A matrix with a row for each node of a graph, nearly all of them zero, that spreads along edges:
 * a step replaces X by ρ Â X or by ρ Âᵀ X. It costs the edges of the nodes that have been reached.
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
    size = 0;
    edges = 0;
    if (places.length < nodes) {
      places = new int[nodes + nodes / 8];
    }
  }

  /** Returns how many entries of Â the next step reads. */
  long edges() {
    return edges;
  }

  /** Adds to the row of a node. */
  void add(ChangedRows graph, MatrixRows along, int node, float[] from, int offset) {
    int at = place(graph, along, node) * width;
    for (int c = 0; c < width; c++) {
      values[at + c] += from[offset + c];
    }
  }

  private int place(ChangedRows graph, MatrixRows along, int node) {
    if (places[node] > 0) {
      return places[node] - 1;
    }
    if (size == members.length) {
      int capacity = 2 * size;
      members = Arrays.copyOf(members, capacity);
      scales = Arrays.copyOf(scales, capacity);
      values = Arrays.copyOf(values, capacity * width);
      sums = Arrays.copyOf(sums, capacity * width);
    }
    members[size] = node;
    scales[size] = graph.scale(node);
    Arrays.fill(values, size * width, (size + 1) * width, 0f);
    Arrays.fill(sums, size * width, (size + 1) * width, 0f);
    SparseRow changed = along.changed(node);
    edges +=
        1
            + (changed == null
                ? along.base().rowEnd(node) - along.base().rowStart(node)
                : changed.length());
    places[node] = ++size;
    return size - 1;
  }

  /**
   * Spreads all rows one step.
   *
   * @param along to whom a node gives: those it sends to for Â, those it receives from for Âᵀ
   */
  void step(ChangedRows graph, MatrixRows along) {
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
        int to = place > 0 ? place - 1 : place(graph, along, columns[e]);
        spread(i, to, scale * weights[e]);
      }
    }
    for (int i = 0; i < size; i++) {
      float factor = damping * scales[i];
      for (int at = i * width; at < (i + 1) * width; at++) {
        values[at] = factor * sums[at];
      }
    }
  }

  private void spread(int from, int to, float factor) {
    if (width == 1) {
      sums[to] += factor * values[from];
      return;
    }
    int out = to * width;
    for (int at = from * width; at < (from + 1) * width; at++) {
      sums[out++] += factor * values[at];
    }
  }

  /** Returns a number of a node; 0 if it was not reached. */
  float value(int node, int column) {
    return places[node] == 0 ? 0f : values[(places[node] - 1) * width + column];
  }

  /**
   * Adds wᵀ ρ Â X, X being these rows, without a step: read along the edges of X to w where that is
   * known.
   *
   * @param weights w, a number for each node
   * @param along to whom a node gives in Â
   * @param sum what is added to
   */
  void addProduct(SpreadingRows weights, MatrixRows along, double[] sum) {
    CsrMatrix base = along.base();
    for (int i = 0; i < size; i++) {
      int node = members[i];
      SparseRow changed = along.changed(node);
      int[] columns = changed == null ? base.columnIndices() : changed.columns();
      float[] factors = changed == null ? base.values() : changed.values();
      int end = changed == null ? base.rowEnd(node) : changed.to();
      int own = weights.places[node] - 1;
      double received = own < 0 ? 0 : weights.scales[own] * weights.values[own];
      for (int e = changed == null ? base.rowStart(node) : changed.from(); e < end; e++) {
        int place = weights.places[columns[e]] - 1;
        if (place >= 0) {
          received += factors[e] * weights.scales[place] * weights.values[place];
        }
      }
      received *= damping * scales[i];
      for (int c = 0; c < width; c++) {
        sum[c] += received * values[i * width + c];
      }
    }
  }
}
