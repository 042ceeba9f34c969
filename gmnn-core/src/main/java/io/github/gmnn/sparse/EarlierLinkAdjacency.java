package io.github.gmnn.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How links are joined to earlier ones: a link receives from the last ones before it at either of
 * its ends, and no link from later ones. Edges are written out, at most five times as many as are
 * taken of each relation; a pair that several relations join is joined once.
 */
final class EarlierLinkAdjacency implements Adjacency {
  private final Adjacency all;
  private final NamedRelations relations = new NamedRelations();

  EarlierLinkAdjacency(LineRelations links, double[] times, int last) {
    Map<String, CsrMatrix> byName = links.earlier(times, last);
    this.all = Adjacency.of(union(List.copyOf(byName.values())));
    byName.forEach(
        (name, matrix) -> {
          Adjacency relation = Adjacency.of(matrix);
          relations.add(name, () -> relation);
        });
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
    float[] ones = new float[next];
    Arrays.fill(ones, 1f);
    return CsrMatrix.of(rows, rows, pointers, Arrays.copyOf(columns, next), ones);
  }

  @Override
  public int nodes() {
    return all.nodes();
  }

  @Override
  public LinearOperator normalized() {
    return all.normalized();
  }

  @Override
  public LinearOperator normalizedWithoutLoops() {
    return all.normalizedWithoutLoops();
  }

  @Override
  public LinearOperator mean() {
    return all.mean();
  }

  @Override
  public LinearOperator sum() {
    return all.sum();
  }

  @Override
  public Adjacency reversed() {
    return all.reversed();
  }

  @Override
  public List<String> relations() {
    return relations.names();
  }

  @Override
  public Adjacency relation(String name) {
    return relations.get(name);
  }

  @Override
  public CsrMatrix matrix() {
    return all.matrix();
  }
}
