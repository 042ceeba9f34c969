package io.github.gmnn.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How links are joined to earlier ones: a link receives from the last ones before it at either of
 * its ends, and no link from later ones. Edges are written out, at most five times as many as are
 * taken of each relation; a pair that several relations join is joined once.
 *
 * <p>No operator tells a link of later ones: not by edges turned round, nor by how many links an
 * earlier one is seen by.
 */
final class EarlierLinkAdjacency extends AllRelations {
  private final NamedRelations relations = new NamedRelations();

  private EarlierLinkAdjacency(CsrMatrix matrix) {
    super(Adjacency.of(matrix));
  }

  static Adjacency of(LineRelations links, double[] times, int last) {
    Map<String, CsrMatrix> byName = links.earlier(times, last);
    EarlierLinkAdjacency adjacency = new EarlierLinkAdjacency(union(List.copyOf(byName.values())));
    byName.forEach(
        (name, matrix) -> {
          Adjacency relation = new EarlierLinkAdjacency(matrix);
          adjacency.relations.add(name, () -> relation);
        });
    return adjacency;
  }

  private static CsrMatrix union(List<CsrMatrix> matrices) {
    int rows = matrices.get(0).rows();
    int total = 0;
    for (CsrMatrix matrix : matrices) {
      total = Math.addExact(total, matrix.nonZeros());
    }
    int[] pointers = new int[rows + 1];
    int[] columns = new int[total];
    int next = 0;
    for (int row = 0; row < rows; row++) {
      int start = next;
      int end = start;
      for (CsrMatrix matrix : matrices) {
        for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
          columns[end++] = matrix.columnIndex(e);
        }
      }
      Arrays.sort(columns, start, end);
      for (int i = start; i < end; i++) {
        if (i == start || columns[i] != columns[next - 1]) {
          columns[next++] = columns[i];
        }
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.ofOnes(rows, rows, pointers, columns);
  }

  /** The mean: by how many links one is seen is known only later. */
  @Override
  public LinearOperator normalizedWithoutLoops() {
    return mean();
  }

  @Override
  public boolean isOneWay() {
    return true;
  }

  @Override
  public Adjacency reversed() {
    throw new UnsupportedOperationException(
        "links see only the past: turned round, edges would tell them of later links");
  }

  @Override
  public List<String> relations() {
    return relations.names();
  }

  @Override
  public Adjacency relation(String name) {
    return relations.get(name);
  }
}
