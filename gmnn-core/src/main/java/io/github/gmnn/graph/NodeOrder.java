package io.github.gmnn.graph;

import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Another order of a graph's nodes.
 *
 * @param nodes the node that comes first, second, and so on
 * @param places where each node comes
 */
record NodeOrder(int[] nodes, int[] places) {

  static NodeOrder of(int[] nodes) {
    int[] places = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      places[nodes[i]] = i;
    }
    return new NodeOrder(nodes, places);
  }

  /**
   * Returns the order of Cuthill and McKee: breadth first, from a node of least degree in each
   * component, and from each node to its neighbours of smaller degree first. Nodes that share
   * neighbours come near each other by it, which is what counts for caches; nothing is turned round
   * at the end, as it is for factorisations.
   */
  static NodeOrder breadthFirst(CsrMatrix edges) {
    int n = edges.rows();
    CsrMatrix turned = edges.transpose(); // directed edges join as well
    long[] byDegree = new long[n];
    for (int node = 0; node < n; node++) {
      byDegree[node] = byDegree(edges, node);
    }
    Arrays.sort(byDegree);
    BitSet seen = new BitSet(n);
    int[] order = new int[n];
    long[] found = new long[16];
    int next = 0;
    int count = 0;
    for (long start : byDegree) {
      if (!seen.get((int) start)) {
        seen.set((int) start);
        order[count++] = (int) start;
      }
      for (; next < count; next++) {
        int node = order[next];
        int most = edges.rowEnd(node) - edges.rowStart(node);
        most += turned == edges ? 0 : turned.rowEnd(node) - turned.rowStart(node);
        if (found.length < most) {
          found = new long[Math.max(most, 2 * found.length)];
        }
        int neighbors = find(edges, node, seen, found, 0, edges);
        if (turned != edges) {
          neighbors = find(turned, node, seen, found, neighbors, edges);
        }
        Arrays.sort(found, 0, neighbors);
        for (int i = 0; i < neighbors; i++) {
          order[count++] = (int) found[i];
        }
      }
    }
    return of(order);
  }

  private static int find(
      CsrMatrix from, int node, BitSet seen, long[] found, int count, CsrMatrix edges) {
    int next = count;
    for (int e = from.rowStart(node); e < from.rowEnd(node); e++) {
      int neighbor = from.columnIndex(e);
      if (!seen.get(neighbor)) {
        seen.set(neighbor);
        found[next++] = byDegree(edges, neighbor);
      }
    }
    return next;
  }

  /** A number that sorts by degree and holds the node in its low bits. */
  private static long byDegree(CsrMatrix edges, int node) {
    return (long) (edges.rowEnd(node) - edges.rowStart(node)) << 32 | node;
  }

  /** Returns a graph, whose edges are written out, with its nodes in this order. */
  <K> Graph<K> arrange(Graph<K> graph) {
    Adjacency adjacency = Adjacency.of(both(graph.adjacency().matrix()));
    EdgeList edges = graph.edges().map(list -> list.renumbered(places)).orElse(null);
    if (!graph.edgeTypes().isEmpty()) {
      adjacency = Adjacency.ofRelations(adjacency, edges);
    }
    return new Graph<>(
        NodeIndex.of(Arrays.stream(nodes).mapToObj(graph::key).toList()),
        adjacency,
        graph.isDirected(),
        graph.edgeCount(),
        edges,
        graph.hasFeatures() ? rows(graph.features()) : null,
        graph.featureNames(),
        graph.labels().inOrder(nodes));
  }

  /** Moves rows and columns. Going through columns in their new order fills rows in order. */
  private CsrMatrix both(CsrMatrix matrix) {
    int n = nodes.length;
    int[] pointers = pointers(matrix);
    int[] next = Arrays.copyOf(pointers, n);
    int[] columns = new int[matrix.nonZeros()];
    float[] values = new float[matrix.nonZeros()];
    CsrMatrix turned = matrix.transpose();
    for (int column = 0; column < n; column++) {
      for (int e = turned.rowStart(nodes[column]); e < turned.rowEnd(nodes[column]); e++) {
        int slot = next[places[turned.columnIndex(e)]]++;
        columns[slot] = column;
        values[slot] = turned.value(e);
      }
    }
    return CsrMatrix.of(n, n, pointers, columns, values);
  }

  private CsrMatrix rows(CsrMatrix matrix) {
    int[] pointers = pointers(matrix);
    int[] columns = new int[matrix.nonZeros()];
    float[] values = new float[matrix.nonZeros()];
    for (int i = 0; i < nodes.length; i++) {
      int next = pointers[i];
      for (int e = matrix.rowStart(nodes[i]); e < matrix.rowEnd(nodes[i]); e++) {
        columns[next] = matrix.columnIndex(e);
        values[next++] = matrix.value(e);
      }
    }
    return CsrMatrix.of(nodes.length, matrix.columns(), pointers, columns, values);
  }

  private int[] pointers(CsrMatrix matrix) {
    int[] pointers = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      pointers[i + 1] = pointers[i] + matrix.rowEnd(nodes[i]) - matrix.rowStart(nodes[i]);
    }
    return pointers;
  }
}
