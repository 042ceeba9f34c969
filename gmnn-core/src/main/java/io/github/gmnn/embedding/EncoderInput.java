package io.github.gmnn.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * What a linear encoder sees of a graph.
 *
 * @param adjacency its edges, joining their ends either way
 * @param features the scaled features, a row for each node
 */
record EncoderInput(Adjacency adjacency, CsrMatrix features) {
  /**
   * The edges of a graph without their directions: an edge counts for both of its ends, and two
   * against each other as often as both. Types are left out, weights stay.
   *
   * @throws IllegalArgumentException if edges must not be turned round
   */
  static Adjacency undirected(Graph<?> graph) {
    Adjacency adjacency = graph.adjacency();
    if (adjacency.isOneWay()) {
      throw new IllegalArgumentException(
          graph
              + " has edges that count in their direction alone, and views of a graph have both:"
              + " use GmnnEmbedder.neighborPrediction()");
    }
    CsrMatrix matrix = adjacency.matrix();
    return matrix.isSymmetric() ? adjacency : Adjacency.of(sum(matrix, matrix.transpose()));
  }

  private static CsrMatrix sum(CsrMatrix left, CsrMatrix right) {
    int[] pointers = new int[left.rows() + 1];
    int most = Limits.checkNonZeros((long) left.nonZeros() + right.nonZeros(), "edges either way");
    int[] columns = new int[most];
    float[] values = new float[most];
    int next = 0;
    for (int row = 0; row < left.rows(); row++) {
      int i = left.rowStart(row);
      int j = right.rowStart(row);
      while (i < left.rowEnd(row) || j < right.rowEnd(row)) {
        int ofLeft = i < left.rowEnd(row) ? left.columnIndex(i) : Integer.MAX_VALUE;
        int ofRight = j < right.rowEnd(row) ? right.columnIndex(j) : Integer.MAX_VALUE;
        columns[next] = Math.min(ofLeft, ofRight);
        values[next] += ofLeft == columns[next] ? left.value(i++) : 0f;
        values[next] += ofRight == columns[next] ? right.value(j++) : 0f;
        next++;
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.of(
        left.rows(),
        left.columns(),
        pointers,
        Arrays.copyOf(columns, next),
        Arrays.copyOf(values, next));
  }

  /**
   * A part of the graph that a step can learn from in place of all: the nodes around some that are
   * drawn at random, with the edges between them.
   *
   * @param count how many nodes; fewer than the graph has
   * @param random draws the nodes that it grows from
   */
  EncoderInput part(int count, RandomStream random) {
    int[] places = grow(count, random);
    int[] nodes = new int[count];
    int next = 0;
    for (int node = 0; node < places.length; node++) {
      if (places[node] >= 0) {
        places[node] = next;
        nodes[next++] = node;
      }
    }
    return new EncoderInput(
        Adjacency.of(rows(adjacency.matrix(), nodes).withColumns(places, count)),
        rows(features, nodes));
  }

  /** Marks nodes, ring by ring around a start, then around another one until they are enough. */
  private int[] grow(int count, RandomStream random) {
    CsrMatrix edges = adjacency.matrix();
    int[] places = new int[edges.rows()];
    Arrays.fill(places, -1);
    int[] queue = new int[count];
    int found = 0;
    for (int next = 0; found < count; ) {
      if (next == found) {
        int start = random.nextInt(places.length);
        while (places[start] >= 0) {
          start = (start + 1) % places.length;
        }
        places[start] = 0;
        queue[found++] = start;
      }
      int node = queue[next++];
      for (int e = edges.rowStart(node); e < edges.rowEnd(node) && found < count; e++) {
        int neighbor = edges.columnIndex(e);
        if (places[neighbor] < 0) {
          places[neighbor] = 0;
          queue[found++] = neighbor;
        }
      }
    }
    return places;
  }

  private static CsrMatrix rows(CsrMatrix matrix, int[] rows) {
    int[] pointers = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      pointers[i + 1] = pointers[i] + matrix.rowEnd(rows[i]) - matrix.rowStart(rows[i]);
    }
    int[] columns = new int[pointers[rows.length]];
    float[] values = new float[columns.length];
    for (int i = 0; i < rows.length; i++) {
      int start = matrix.rowStart(rows[i]);
      int length = pointers[i + 1] - pointers[i];
      System.arraycopy(matrix.columnIndices(), start, columns, pointers[i], length);
      System.arraycopy(matrix.values(), start, values, pointers[i], length);
    }
    return CsrMatrix.of(rows.length, matrix.columns(), pointers, columns, values);
  }
}
