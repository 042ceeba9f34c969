package io.github.gmnn.baseline;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.List;

/**
 * The mean over the neighbours of each of some relations, and the mean of these over the relations
 * in which a node has any.
 */
final class MeanOfRelations implements LinearOperator {
  private final int nodes;
  private final List<LinearOperator> means;
  private final float[] shares;

  MeanOfRelations(Adjacency adjacency, List<String> relations) {
    this.nodes = adjacency.nodes();
    this.means = relations.stream().map(name -> relation(adjacency, name).mean()).toList();
    this.shares = new float[nodes];
    DenseMatrix ones = DenseMatrix.zeros(nodes, 1);
    ones.fill(1f);
    DenseMatrix mean = DenseMatrix.zeros(nodes, 1);
    for (LinearOperator operator : means) {
      operator.apply(ones, mean, Workers.sequential());
      for (int node = 0; node < nodes; node++) {
        shares[node] += mean.get(node, 0) > 0.5f ? 1 : 0;
      }
    }
    for (int node = 0; node < nodes; node++) {
      shares[node] = shares[node] == 0 ? 0 : 1 / shares[node];
    }
  }

  /** A relation by its name, or the edges of one turned round. */
  private static Adjacency relation(Adjacency adjacency, String name) {
    if (name.endsWith(RelationNames.INVERSE) && !adjacency.relations().contains(name)) {
      String turned = name.substring(0, name.length() - RelationNames.INVERSE.length());
      return adjacency.relation(turned).reversed();
    }
    return adjacency.relation(name);
  }

  @Override
  public int rows() {
    return nodes;
  }

  @Override
  public int columns() {
    return nodes;
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
    DenseMatrix mean = DenseMatrix.zeros(nodes, in.columns());
    out.fill(0f);
    for (LinearOperator operator : means) {
      operator.apply(in, mean, workers);
      Dense.add(mean, out, workers);
    }
    scale(out);
  }

  @Override
  public void applyTransposed(DenseMatrix in, DenseMatrix out, Workers workers) {
    DenseMatrix scaled = in.copy();
    scale(scaled);
    DenseMatrix spread = DenseMatrix.zeros(nodes, in.columns());
    out.fill(0f);
    for (LinearOperator operator : means) {
      operator.applyTransposed(scaled, spread, workers);
      Dense.add(spread, out, workers);
    }
  }

  private void scale(DenseMatrix matrix) {
    for (int node = 0; node < nodes; node++) {
      for (int c = 0; c < matrix.columns(); c++) {
        matrix.set(node, c, shares[node] * matrix.get(node, c));
      }
    }
  }
}
