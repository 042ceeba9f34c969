package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.ParameterUpdater;
import io.github.gmnn.network.internal.Trainable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * What Deep Graph Infomax minimises. Of two passes, one over the graph and one over a corrupted
 * graph, it tells the nodes apart by how each agrees with the summary of the first:
 *
 * <pre>
 *   h = PReLU(z),  s = σ(mean of the first pass's h),  d = hᵀ M s
 *   loss = -mean of log σ(d) over the first pass's nodes and of log σ(-d) over the second's
 * </pre>
 *
 * <p>M and the slope of the PReLU are learned. Costs O(nodes · units) a step. Not thread-safe.
 */
final class Discriminator implements Objective, Trainable {
  /** How many arrays of parameters it has: M and the slope. */
  static final int PARAMETERS = 2;

  private static final float FIRST_SLOPE = 0.25f;
  private static final int PASSES = 2;

  private final RowSet nodes;
  private final int units;

  /** M. */
  final DenseMatrix bilinear;

  final float[] slope = {FIRST_SLOPE};
  final DenseMatrix bilinearGradient;
  final float[] slopeGradient = new float[1];
  private final List<ParameterUpdater> updaters = new ArrayList<>();
  private int iteration;

  private final List<DenseMatrix> hidden = new ArrayList<>();
  private final List<DenseMatrix> scores = new ArrayList<>();
  private final DenseMatrix ones;
  private final DenseMatrix mean;
  private final DenseMatrix summary;
  private final DenseMatrix direction;
  private final DenseMatrix directionGradient;
  private final DenseMatrix partOfDirectionGradient;
  private final DenseMatrix summaryGradient;
  private final double[] slopeGradients;

  Discriminator(int nodes, int units, IUpdater updater, RandomStream random) {
    this.nodes = RowSet.all(nodes);
    this.units = units;
    this.bilinear = DenseMatrix.zeros(units, units);
    this.bilinearGradient = DenseMatrix.zeros(units, units);
    // Small at first, so that the summary leaves all nodes undecided.
    double bound = Math.sqrt(6.0 / ((double) units * units + units));
    for (int i = 0; i < bilinear.data().length; i++) {
      bilinear.data()[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
    updaters.add(
        ParameterUpdater.of(
            new Slot("M", bilinear.data(), bilinearGradient.data(), updater.clone(), List.of())));
    updaters.add(
        ParameterUpdater.of(new Slot("slope", slope, slopeGradient, updater.clone(), List.of())));
    for (int pass = 0; pass < PASSES; pass++) {
      hidden.add(DenseMatrix.zeros(nodes, units));
      scores.add(DenseMatrix.zeros(nodes, 1));
    }
    this.ones = DenseMatrix.zeros(nodes, 1);
    ones.fill(1f);
    this.mean = DenseMatrix.zeros(units, 1);
    this.summary = DenseMatrix.zeros(units, 1);
    this.direction = DenseMatrix.zeros(units, 1);
    this.directionGradient = DenseMatrix.zeros(units, 1);
    this.partOfDirectionGradient = DenseMatrix.zeros(units, 1);
    this.summaryGradient = DenseMatrix.zeros(units, 1);
    this.slopeGradients = new double[nodes];
  }

  @Override
  public int passes() {
    return PASSES;
  }

  @Override
  public RowSet nodes() {
    return nodes;
  }

  /** Computes {@code to = PReLU(from)}; {@code to} may be {@code from} itself. */
  void activate(DenseMatrix from, DenseMatrix to, Workers workers) {
    float[] z = from.data();
    float[] h = to.data();
    float negative = slope[0];
    workers.forRows(
        from.rows(),
        units,
        (first, last) -> {
          for (int i = first * units; i < last * units; i++) {
            h[i] = Math.max(z[i], 0f) + negative * Math.min(z[i], 0f);
          }
        });
  }

  @Override
  public Loss lossAndGradient(Objective.Outputs outputs) {
    Workers workers = outputs.workers();
    for (int pass = 0; pass < PASSES; pass++) {
      activate(outputs.logits(pass), hidden.get(pass), workers);
    }
    summarize(workers);
    Dense.multiply(bilinear, summary, direction, workers);
    double loss = 0;
    directionGradient.fill(0f);
    for (int pass = 0; pass < PASSES; pass++) {
      Dense.multiply(hidden.get(pass), direction, scores.get(pass), workers);
      loss += compare(scores.get(pass).data(), pass == 0);
      Dense.multiplyTransposedLeft(
          hidden.get(pass), scores.get(pass), partOfDirectionGradient, workers);
      add(partOfDirectionGradient.data(), directionGradient.data());
    }
    Dense.multiplyTransposedRight(directionGradient, summary, bilinearGradient, workers);
    Dense.multiplyTransposedLeft(bilinear, directionGradient, summaryGradient, workers);
    for (int j = 0; j < units; j++) {
      float s = summary.data()[j];
      summaryGradient.data()[j] *= s * (1 - s) / nodes.count();
    }
    slopeGradient[0] = 0f;
    for (int pass = 0; pass < PASSES; pass++) {
      backward(
          outputs.logits(pass),
          scores.get(pass),
          pass == 0 ? summaryGradient : null,
          outputs.gradient(pass),
          workers);
    }
    return new Loss(loss, 1);
  }

  /** s = σ(mean h). */
  private void summarize(Workers workers) {
    Dense.multiplyTransposedLeft(hidden.get(0), ones, mean, workers);
    for (int j = 0; j < units; j++) {
      summary.data()[j] = (float) sigmoid(mean.data()[j] / nodes.count());
    }
  }

  /** Replaces d by the gradient of the loss there, and returns the nodes' share of the loss. */
  private double compare(float[] d, boolean genuine) {
    double count = (double) PASSES * nodes.count();
    double loss = 0;
    for (int i = 0; i < d.length; i++) {
      double wanted = genuine ? d[i] : -d[i];
      loss += wanted > 0 ? Math.log1p(Math.exp(-wanted)) : Math.log1p(Math.exp(wanted)) - wanted;
      d[i] = (float) ((sigmoid(d[i]) - (genuine ? 1 : 0)) / count);
    }
    return loss / count;
  }

  /** Fills the gradient at z, and adds to that of the slope. */
  private void backward(
      DenseMatrix z,
      DenseMatrix scoreGradient,
      @Nullable DenseMatrix ofEveryNode,
      DenseMatrix gradient,
      Workers workers) {
    float[] v = direction.data();
    float negative = slope[0];
    workers.forRows(
        z.rows(),
        2L * units,
        (first, last) -> {
          for (int row = first; row < last; row++) {
            float ofScore = scoreGradient.data()[row];
            float ofSlope = 0f;
            int start = row * units;
            for (int j = 0; j < units; j++) {
              float value = z.data()[start + j];
              float g = ofScore * v[j] + (ofEveryNode == null ? 0f : ofEveryNode.data()[j]);
              gradient.data()[start + j] = value > 0f ? g : negative * g;
              ofSlope += g * Math.min(value, 0f);
            }
            slopeGradients[row] = ofSlope;
          }
        });
    double sum = 0;
    for (double ofRow : slopeGradients) {
      sum += ofRow;
    }
    slopeGradient[0] += (float) sum;
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static void add(float[] from, float[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** Changes the parameters by the gradients of the last {@link #lossAndGradient}. */
  void update() {
    updaters.forEach(updater -> updater.update(1f, iteration));
    iteration++;
  }

  @Override
  public boolean isFinite() {
    return NetworkState.areFinite(bilinear.data()) && NetworkState.areFinite(slope);
  }

  @Override
  public NetworkState state() {
    return new NetworkState(
        new float[][] {bilinear.data().clone(), slope.clone()},
        updaters.stream().map(ParameterUpdater::state).toArray(float[][]::new),
        iteration);
  }

  @Override
  public void restore(NetworkState state) {
    System.arraycopy(state.parameters()[0], 0, bilinear.data(), 0, bilinear.data().length);
    slope[0] = state.parameters()[1][0];
    for (int i = 0; i < updaters.size(); i++) {
      updaters.get(i).restore(state.updaterState()[i]);
    }
    iteration = state.iteration();
  }
}
