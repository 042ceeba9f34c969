package io.github.gmnn.evaluation.internal;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * A part of a graph that a node's prediction depends on: the nodes that its networks reach, and
 * their neighbours, without which the degrees would be others.
 */
final class Surroundings {
  private final int[] nodes;

  private Surroundings(int[] nodes) {
    this.nodes = nodes;
  }

  /** Takes some nodes, ascending. */
  static Surroundings of(int[] nodes) {
    return new Surroundings(nodes);
  }

  /**
   * Takes the reached nodes and their neighbours.
   *
   * @param reached the nodes that count
   * @param edges all edges; entry (u, v) is what u receives from v
   */
  static Surroundings of(RowSet reached, CsrMatrix edges) {
    BitSet members = new BitSet(edges.rows());
    reached.within(0, edges.rows(), (from, to) -> members.set(from, to));
    BitSet inner = (BitSet) members.clone();
    for (int u = 0; u < edges.rows(); u++) {
      for (int e = edges.rowStart(u); e < edges.rowEnd(u); e++) {
        if (inner.get(u)) {
          members.set(edges.columnIndex(e));
        } else if (inner.get(edges.columnIndex(e))) {
          members.set(u); // what a directed edge leads to
        }
      }
    }
    return new Surroundings(members.stream().toArray());
  }

  int size() {
    return nodes.length;
  }

  /** The node of the graph that is the i-th here. */
  int node(int i) {
    return nodes[i];
  }

  int indexOf(int node) {
    return Arrays.binarySearch(nodes, node);
  }

  /** The numbers of these nodes. */
  int[] select(int[] numbers) {
    return Arrays.stream(nodes).map(node -> numbers[node]).toArray();
  }

  /** The edges among these nodes. */
  CsrMatrix edges(CsrMatrix edges) {
    return select(edges, nodes.length, true);
  }

  /** The rows of these nodes. */
  CsrMatrix rows(CsrMatrix matrix) {
    return select(matrix, matrix.columns(), false);
  }

  private CsrMatrix select(CsrMatrix matrix, int columns, boolean renumber) {
    int count = 0;
    for (int node : nodes) {
      count += matrix.rowEnd(node) - matrix.rowStart(node);
    }
    int[] pointers = new int[nodes.length + 1];
    int[] indices = new int[count];
    float[] values = new float[count];
    int next = 0;
    for (int i = 0; i < nodes.length; i++) {
      for (int e = matrix.rowStart(nodes[i]); e < matrix.rowEnd(nodes[i]); e++) {
        int column = renumber ? indexOf(matrix.columnIndex(e)) : matrix.columnIndex(e);
        if (column >= 0) {
          indices[next] = column;
          values[next++] = matrix.value(e);
        }
      }
      pointers[i + 1] = next;
    }
    return CsrMatrix.of(
        nodes.length, columns, pointers, Arrays.copyOf(indices, next), Arrays.copyOf(values, next));
  }

  /** The nodes that a node receives from or sends to. */
  static int[] neighbors(CsrMatrix edges, int node) {
    BitSet found = new BitSet();
    for (int u = 0; u < edges.rows(); u++) {
      for (int e = edges.rowStart(u); e < edges.rowEnd(u); e++) {
        if (u == node) {
          found.set(edges.columnIndex(e));
        } else if (edges.columnIndex(e) == node) {
          found.set(u);
        }
      }
    }
    return found.stream().toArray();
  }

  /** The edges without those between a node and some others. */
  static CsrMatrix apart(CsrMatrix edges, int node, IntPredicate others) {
    int[] pointers = new int[edges.rows() + 1];
    int[] indices = new int[edges.nonZeros()];
    float[] values = new float[edges.nonZeros()];
    int next = 0;
    for (int u = 0; u < edges.rows(); u++) {
      for (int e = edges.rowStart(u); e < edges.rowEnd(u); e++) {
        int v = edges.columnIndex(e);
        if (!(u == node && others.test(v) || v == node && others.test(u))) {
          indices[next] = v;
          values[next++] = edges.value(e);
        }
      }
      pointers[u + 1] = next;
    }
    return CsrMatrix.of(
        edges.rows(),
        edges.columns(),
        pointers,
        Arrays.copyOf(indices, next),
        Arrays.copyOf(values, next));
  }

  /** The features without some columns of one node. */
  static CsrMatrix without(CsrMatrix features, int node, IntPredicate left) {
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[features.nonZeros()];
    float[] values = new float[features.nonZeros()];
    int next = 0;
    for (int row = 0; row < features.rows(); row++) {
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        if (row != node || !left.test(features.columnIndex(e))) {
          indices[next] = features.columnIndex(e);
          values[next++] = features.value(e);
        }
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.of(
        features.rows(),
        features.columns(),
        pointers,
        Arrays.copyOf(indices, next),
        Arrays.copyOf(values, next));
  }
}
