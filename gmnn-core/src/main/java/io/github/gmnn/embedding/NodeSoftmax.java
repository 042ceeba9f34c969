package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.ParameterUpdater;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.regularization.L2Regularization;
import org.nd4j.linalg.learning.regularization.Regularization;

/**
 * The output layer of a network that predicts nodes: a linear layer with a class per node, softmax
 * and cross-entropy, fused, so that the nodes x nodes logits need never be held. Not thread-safe.
 */
abstract class NodeSoftmax implements Trainable {
  /** How many arrays of parameters it has: weights and bias. */
  static final int PARAMETERS = 2;

  final int classes;
  final int units;
  final Workers workers;

  /** A row per class: what is gathered by class is contiguous. */
  final DenseMatrix weights;

  final float[] bias;
  final DenseMatrix weightGradient;
  final float[] biasGradient;

  /** What each node added to the loss when it was last in a batch. */
  final double[] lossPerNode;

  private final List<ParameterUpdater> updaters = new ArrayList<>();
  private int iteration;

  NodeSoftmax(
      int classes, int units, IUpdater updater, double l2, RandomStream random, Workers workers) {
    this.classes = classes;
    this.units = units;
    this.workers = workers;
    this.weights = DenseMatrix.zeros(classes, units);
    this.weightGradient = DenseMatrix.zeros(classes, units);
    this.bias = new float[classes];
    this.biasGradient = new float[classes];
    this.lossPerNode = new double[classes];
    double bound = 1 / Math.sqrt(units);
    fill(weights.data(), bound, random.derive(0));
    fill(bias, bound, random.derive(1));
    List<Regularization> decay = l2 == 0 ? List.of() : List.of(new L2Regularization(l2));
    updaters.add(
        ParameterUpdater.of(
            new Slot("W", weights.data(), weightGradient.data(), updater.clone(), decay)));
    updaters.add(ParameterUpdater.of(new Slot("b", bias, biasGradient, updater.clone(), decay)));
  }

  private static void fill(float[] values, double bound, RandomStream random) {
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  /**
   * Computes the loss -1/n Σ_n Σ_c t_nc log softmax(W h_n + b)_c over the n nodes of a batch, and
   * all its gradients; those of the parameters are kept for {@link #update()}.
   *
   * @param hidden a row per node, what a ReLU gave: columns of zeros are taken for dead units,
   *     whose gradient is not wanted
   * @param targets a row per node; rows need not sum to 1
   * @param batch the nodes that count
   * @param hiddenGradient where the gradient at {@code hidden} goes; rows of other nodes stay
   * @param random the randomness of this step
   * @return the loss
   */
  abstract double lossAndGradient(
      DenseMatrix hidden,
      CsrMatrix targets,
      NodeBatches.Batch batch,
      DenseMatrix hiddenGradient,
      RandomStream random);

  /**
   * Applies a strategy to the logits of all nodes, block by block.
   *
   * @param hidden a row per node
   * @param strategy the strategy; it sees some nodes' logits at a time
   * @param candidates the classes that matter most to each node, for softmaxes that do not look at
   *     all
   * @param limit how many classes a row keeps at most, the likeliest; what they have is scaled to
   *     the row's sum
   * @param random the randomness of the annotation
   * @return the annotations, sparse
   */
  abstract List<CsrMatrix> annotate(
      DenseMatrix hidden,
      ApproximationStrategy strategy,
      CsrMatrix candidates,
      int limit,
      RandomStream random);

  /** The loss of a batch, of what its nodes have added. */
  final double totalLoss(NodeBatches.Batch batch) {
    double loss = 0;
    for (int place = 0; place < batch.size(); place++) {
      loss += lossPerNode[batch.node(place)];
    }
    return loss;
  }

  /** Replaces logits by e<sup>logit - max</sup> and returns their sum. */
  static double exponentials(float[] logits, int from, int to, float max) {
    for (int i = from; i < to; i++) {
      logits[i] -= max;
    }
    Elementwise.exp(logits, from, to);
    return sum(logits, from, to);
  }

  /** In four chains, so that one addition need not wait for the last. */
  private static double sum(float[] values, int from, int to) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      sum0 += values[i];
      sum1 += values[i + 1];
      sum2 += values[i + 2];
      sum3 += values[i + 3];
    }
    for (; i < to; i++) {
      sum0 += values[i];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /**
   * What the encoder before this layer minimises: the loss of predicting {@code targets}.
   *
   * @param targets a row per node
   * @param batch the nodes whose loss counts
   */
  final Objective objective(CsrMatrix targets, NodeBatches.Batch batch) {
    return new Objective() {
      @Override
      public RowSet nodes() {
        return RowSet.all(classes);
      }

      @Override
      public Loss lossAndGradient(Objective.Outputs outputs) {
        double mean =
            NodeSoftmax.this.lossAndGradient(
                outputs.logits(0), targets, batch, outputs.gradient(0), outputs.random());
        return new Loss(mean, 1);
      }
    };
  }

  /** Changes the parameters by the gradients of the last {@link #lossAndGradient}. */
  final void update() {
    for (ParameterUpdater updater : updaters) {
      updater.update(1f, iteration);
    }
    iteration++;
  }

  @Override
  public final boolean isFinite() {
    return NetworkState.areFinite(weights.data()) && NetworkState.areFinite(bias);
  }

  @Override
  public final NetworkState state() {
    return new NetworkState(
        new float[][] {weights.data().clone(), bias.clone()},
        updaters.stream().map(ParameterUpdater::state).toArray(float[][]::new),
        iteration);
  }

  @Override
  public final void restore(NetworkState state) {
    System.arraycopy(state.parameters()[0], 0, weights.data(), 0, weights.data().length);
    System.arraycopy(state.parameters()[1], 0, bias, 0, bias.length);
    for (int i = 0; i < updaters.size(); i++) {
      updaters.get(i).restore(state.updaterState()[i]);
    }
    iteration = state.iteration();
  }
}
