package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.Surroundings;
import io.github.gmnn.sparse.CsrMatrix;

/** The surroundings of the nodes of a graph in this process. */
final class GraphSurroundings implements Surroundings {
  private final CsrMatrix features;
  private final StepMean means;
  private final float[] columnFactors;
  private final Workers workers;

  /**
   * Makes them.
   *
   * @param width how many columns pass the graph in all
   */
  GraphSurroundings(EncoderInput input, int width, Workers workers) {
    this.features = input.features();
    this.means = new StepMean(input.adjacency(), 0, Math.min(width, features.columns()), workers);
    this.columnFactors = columnFactors(features);
    this.workers = workers;
  }

  @Override
  public int nodes() {
    return features.rows();
  }

  @Override
  public int features() {
    return features.columns();
  }

  @Override
  public float[] columnFactors() {
    return columnFactors;
  }

  static float[] columnFactors(CsrMatrix features) {
    double[] squares = new double[features.columns()];
    for (int e = 0; e < features.nonZeros(); e++) {
      squares[features.columnIndex(e)] += (double) features.value(e) * features.value(e);
    }
    return Surroundings.factors(squares);
  }

  /** By blocks of columns. */
  @Override
  public void takeThrough(DenseMatrix in, int steps, DenseMatrix out) {
    int block = means.block();
    DenseMatrix some = DenseMatrix.zeros(in.rows(), block);
    for (int start = 0; start < in.columns(); start += block) {
      int count = Math.min(block, in.columns() - start);
      StepMean.copy(in, start, some, 0, count);
      scaleRows(some);
      features.apply(some, means.input(), workers);
      center(means.input(), count);
      DenseMatrix mixed = means.mean(means.input(), steps);
      center(mixed, count);
      DenseMatrix back = means.mean(mixed, steps);
      center(back, count);
      features.applyTransposed(back, some, workers);
      scaleRows(some);
      StepMean.copy(some, 0, out, start, count);
    }
  }

  private void scaleRows(DenseMatrix matrix) {
    float[] data = matrix.data();
    int width = matrix.columns();
    workers.forRows(
        matrix.rows(),
        width,
        (from, to) -> {
          for (int i = from * width; i < to * width; i++) {
            data[i] *= columnFactors[i / width];
          }
        });
  }

  private void center(DenseMatrix matrix, int count) {
    StepMean.subtract(matrix, StepMean.columnMeans(matrix, count), workers);
  }
}
