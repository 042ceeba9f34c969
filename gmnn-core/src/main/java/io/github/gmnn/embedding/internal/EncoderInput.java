package io.github.gmnn.embedding.internal;

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
public record EncoderInput(Adjacency adjacency, CsrMatrix features) {
  /**
   * The edges of a graph without their directions: an edge counts for both of its ends, and two
   * against each other as often as both. Types are left out, weights stay.
   *
   * @throws IllegalArgumentException if edges must not be turned round
   */
  public static Adjacency undirected(Graph<?> graph) {
    Adjacency adjacency = graph.adjacency();
    if (adjacency.isOneWay()) {
      throw new IllegalArgumentException(
          graph
              + " has edges that count in one direction only, but this method needs both:"
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
}
