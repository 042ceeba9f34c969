package io.github.gmnn.network.internal;

import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * A number for each node of a graph, at first nearly all of them zero, that spread against edges
 * from one node: a step replaces w by ρ Âᵀ w. It costs the edges of the nodes that have been
 * reached; once these are a twentieth of all nodes, all are gone through in their order, which is
 * faster.
 *
 * <p>What is held is s w, s being the entries of D<sup>-1/2</sup>: what a node gives along each of
 * its edges. Used again and again, so that only its first use allocates: three numbers for each
 * node of the graph. Not thread-safe.
 */
final class SpreadingWeights {
  /** The share of nodes from which it is faster to go through all. */
  private static final double MANY = 0.05;

  private final float damping;
  private float[] given = new float[0];
  private float[] next = new float[0];

  /** The nodes that have been reached, unless {@link #all}. */
  private int[] members = new int[0];

  private int size;
  private boolean all;
  private long edges;

  /**
   * Makes weights that are all zero.
   *
   * @param damping ρ
   */
  SpreadingWeights(float damping) {
    this.damping = damping;
  }

  /** Gives one node of a graph the weight 1, and all others 0. */
  void start(ChangedRows graph, int node) {
    clear(given);
    if (given.length < graph.nodes()) {
      int capacity = graph.nodes() + graph.nodes() / 8;
      given = new float[capacity];
      next = new float[capacity];
      members = new int[capacity];
    }
    given[node] = graph.scale(node);
    members[0] = node;
    size = 1;
    edges = 1;
    all = false;
  }

  private void clear(float[] numbers) {
    if (all) {
      Arrays.fill(numbers, 0f);
    } else {
      for (int i = 0; i < size; i++) {
        numbers[members[i]] = 0;
      }
    }
  }

  /** Returns about how many entries of Â the next step reads. */
  long edges() {
    return edges;
  }

  /** Returns what a node gives along an edge of weight 1. */
  float given(int node) {
    return given[node];
  }

  /** Spreads the weights one step. */
  void step(ChangedRows graph) {
    float[] from = given;
    all |= size > MANY * graph.nodes();
    int count = size;
    for (int node : graph.touched()) {
      SparseRow row = graph.received(node);
      count = spread(node, row.columns(), row.values(), row.from(), row.to(), count);
      from[node] = 0; // done
    }
    CsrMatrix others = graph.unchanged();
    if (all) {
      spreadAll(others);
    } else {
      int[] columns = others.columnIndices();
      float[] weights = others.values();
      for (int i = 0; i < size; i++) {
        int node = members[i];
        if (from[node] != 0) {
          count = spread(node, columns, weights, others.rowStart(node), others.rowEnd(node), count);
        }
      }
    }
    clear(from);
    size = count;
    if (all) {
      graph.scaleAll(next, damping);
    } else {
      graph.scale(next, members, size, damping);
    }
    edges = graph.meanEntries() * (all ? graph.nodes() : size);
    given = next;
    next = from;
  }

  /** Spreads what one node has; returns how many nodes have been reached. */
  private int spread(int node, int[] columns, float[] weights, int start, int end, int reached) {
    float[] from = given;
    float[] to = next;
    float gives = from[node];
    int count = reached;
    to[node] += gives;
    for (int e = start; e < end; e++) {
      int other = columns[e];
      float got = to[other];
      float more = gives * weights[e];
      if (got == 0 && more != 0 && from[other] == 0) {
        all |= count == members.length; // numbers so small that they vanished, and came again
        if (!all) {
          members[count++] = other;
        }
      }
      to[other] = got + more;
    }
    return count;
  }

  private void spreadAll(CsrMatrix matrix) {
    float[] from = given;
    float[] to = next;
    int[] columns = matrix.columnIndices();
    float[] weights = matrix.values();
    for (int node = 0; node < matrix.rows(); node++) {
      float gives = from[node];
      if (gives != 0) {
        to[node] += gives;
        int end = matrix.rowEnd(node);
        for (int e = matrix.rowStart(node); e < end; e++) {
          to[columns[e]] += gives * weights[e];
        }
      }
    }
  }
}
