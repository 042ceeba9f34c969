package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;

/** The surroundings of the nodes of a graph in this process. */
public final class GraphSurroundings implements HidingSurroundings {
  private final EncoderInput input;
  private final CsrMatrix features;
  private final StepMean means;
  private final float[] columnFactors;
  private final Workers workers;

  /**
   * Makes them.
   *
   * @param width how many columns pass the graph in all
   */
  public GraphSurroundings(EncoderInput input, int width, Workers workers) {
    this(input, width, factors(input.features()), workers);
  }

  private GraphSurroundings(EncoderInput input, int width, float[] columnFactors, Workers workers) {
    this.input = input;
    this.features = input.features();
    this.means = new StepMean(input.adjacency(), 0, Math.min(width, features.columns()), workers);
    this.columnFactors = columnFactors;
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

  private static float[] factors(CsrMatrix features) {
    double[] squares = new double[features.columns()];
    for (int e = 0; e < features.nonZeros(); e++) {
      squares[features.columnIndex(e)] += (double) features.value(e) * features.value(e);
    }
    return Surroundings.factors(squares);
  }

  @Override
  public boolean shareFeatures() {
    return features.nonZeros() > features.columns();
  }

  @Override
  public Surroundings with(float[] newFactors) {
    return new GraphSurroundings(input, HopChoice.SUMS, newFactors, workers);
  }

  /** By blocks of columns. */
  @Override
  public void takeThrough(DenseMatrix in, int steps, DenseMatrix out) {
    int block = means.block();
    DenseMatrix some = DenseMatrix.zeros(in.rows(), block);
    for (int start = 0; start < in.columns(); start += block) {
      int count = Math.min(block, in.columns() - start);
      StepMean.copy(in, start, some, 0, count);
      Surroundings.scaleRows(some, columnFactors, workers);
      features.apply(some, means.input(), workers);
      center(means.input(), count);
      DenseMatrix mixed = means.mean(means.input(), steps);
      center(mixed, count);
      DenseMatrix back = means.mean(mixed, steps);
      center(back, count);
      features.applyTransposed(back, some, workers);
      Surroundings.scaleRows(some, columnFactors, workers);
      StepMean.copy(some, 0, out, start, count);
    }
  }

  @Override
  public double[] aroundHidden(DenseMatrix sums, int steps) {
    DenseMatrix own = centered(sums);
    StepMean mean = new StepMean(input.adjacency(), steps, sums.columns(), workers);
    boolean[] hidden = HopChoice.hidden(nodes());
    mean.input().copyFrom(without(hidden, true, own));
    float[] around = mean.mean(mean.input()).data();
    double[] found = new double[3];
    for (int i = 0; i < around.length; i++) {
      if (hidden[i / sums.columns()]) {
        found[0] += (double) around[i] * own.data()[i];
        found[1] += (double) around[i] * around[i];
        found[2] += (double) own.data()[i] * own.data()[i];
      }
    }
    return found;
  }

  @Override
  public Moments[] moments(DenseMatrix weights, int steps, DenseMatrix sums) {
    StepMean mean = new StepMean(input.adjacency(), steps, weights.columns(), workers);
    DenseMatrix vectors = mean.mean(centered(weights));
    center(vectors, vectors.columns());
    DenseMatrix told = centered(sums);
    boolean[] hidden = HopChoice.hidden(nodes());
    Moments[] moments = new Moments[2];
    for (int i = 0; i < moments.length; i++) {
      boolean seen = i == 0;
      moments[i] = Moments.of(without(hidden, seen, vectors), without(hidden, seen, told), workers);
    }
    return moments;
  }

  /** Features times a matrix, less means. */
  private DenseMatrix centered(DenseMatrix matrix) {
    DenseMatrix products = DenseMatrix.zeros(nodes(), matrix.columns());
    features.apply(matrix, products, workers);
    center(products, matrix.columns());
    return products;
  }

  /** A copy with zeros for the nodes that are hidden, or for all that are not. */
  private static DenseMatrix without(boolean[] hidden, boolean these, DenseMatrix rows) {
    DenseMatrix copy = rows.copy();
    for (int i = 0; i < copy.data().length; i++) {
      copy.data()[i] = hidden[i / rows.columns()] == these ? 0f : copy.data()[i];
    }
    return copy;
  }

  private void center(DenseMatrix matrix, int count) {
    StepMean.subtract(matrix, StepMean.columnMeans(matrix, count), workers);
  }
}
