package io.github.gmnn.network.internal;

import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * A number for each node of a graph, at first nearly all of them zero, that spread against edges
 * from one node: a step replaces w by ρ Âᵀ w. It costs the edges of the nodes that have been
 * reached; once these are a fiftieth of all nodes, all are gone through, which is faster, above all
 * where edges have no direction: each node then {@link ChangedRows#gather gathers} its own.
 *
 * <p>What is held is s w, s being the entries of D<sup>-1/2</sup>: what a node gives along each of
 * its edges. Used again and again, so that only its first uses allocate: three numbers for each
 * node of the graph, five once nodes gather. Not thread-safe.
 */
final class SpreadingWeights {
  /** The share of nodes from which it is faster to go through all. */
  private static final double MANY = 0.02;

  /** How many times cheaper an entry of Â is to a node that gathers, as measured. */
  private static final int GATHERING = 5;

  private final float damping;
  private float[] given = new float[0];
  private float[] next = new float[0];

  /** In place of these once nodes gather, which needs no zeros to begin with. */
  private float[] gathered = new float[0];

  private float[] nextGathered = new float[0];
  private boolean gathers;

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
    if (!gathers) {
      clear(given);
    }
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
    gathers = false;
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
    return gathers ? gathered[node] : given[node];
  }

  /** Spreads the weights one step. */
  void step(ChangedRows graph) {
    all |= size > MANY * graph.nodes();
    if (all && !graph.isDirected()) {
      gather(graph);
    } else {
      scatter(graph);
      float[] from = given;
      given = next;
      next = from;
    }
    long ofAll = graph.meanEntries() * graph.nodes();
    edges = gathers ? ofAll / GATHERING : all ? ofAll : graph.meanEntries() * size;
  }

  private void gather(ChangedRows graph) {
    if (gathered.length < given.length) {
      gathered = new float[given.length];
      nextGathered = new float[given.length];
    }
    graph.gather(gathers ? gathered : given, damping, nextGathered);
    float[] from = gathered;
    gathered = nextGathered;
    nextGathered = from;
    if (!gathers) {
      gathers = true;
      for (int i = 0; i < size; i++) {
        given[members[i]] = 0; // for the next use
      }
    }
  }

  /** Lets each node give to others, those alone that have something. */
  private void scatter(ChangedRows graph) {
    float[] from = given;
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
