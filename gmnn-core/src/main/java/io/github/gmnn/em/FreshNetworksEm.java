package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * EM whose M-step trains several networks p, one after the other, each from random weights and on
 * annotations of its own. The mean of what they predict becomes q's target: an average over what
 * one draw of the annotations and one start happen to be like.
 */
final class FreshNetworksEm extends Em<List<DenseMatrix>, DenseMatrix> {
  private final int networks;
  private final MatrixEngine engine;
  private final RandomStream random;
  private final DenseMatrix mean;

  FreshNetworksEm(
      int networks,
      Schedule schedule,
      MatrixEngine engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(schedule, engine, random, checkpointing, stopRequested);
    this.networks = networks;
    this.engine = engine;
    this.random = random;
    this.mean = engine.zeros();
  }

  @Override
  List<Stage> mSteps(int iteration) {
    return IntStream.rangeClosed(1, networks)
        .<Stage>mapToObj(network -> new FreshMStep(iteration, network))
        .toList();
  }

  /** The mean that the M-steps left. */
  @Override
  DenseMatrix targets(Phase.Planned eStep, boolean resumed) {
    engine.setTrueLabels(mean);
    return mean;
  }

  private final class FreshMStep extends MStep {
    private final int network;

    FreshMStep(int iteration, int network) {
      super(iteration, network);
      this.network = network;
    }

    @Override
    Training start(boolean resumed) {
      if (!resumed) {
        engine.startLearning(
            Streams.initialLearning(random).derive(phase().iteration()).derive(network));
      }
      return super.start(resumed);
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return super.train(epoch, epochRandom.derive("network").derive(network));
    }

    @Override
    protected void end() {
      super.end();
      if (network == 1) {
        mean.fill(0f);
      }
      float share = 1f / networks;
      float[] predicted = engine.predictions(annotations(phase().iteration()), phase()).data();
      for (int i = 0; i < predicted.length; i++) {
        mean.data()[i] += share * predicted[i];
      }
    }
  }

  @Override
  void save(Checkpoint.Builder to) {
    super.save(to);
    to.array("targets", mean.data());
  }

  @Override
  void restore(Checkpoint from) throws ModelFormatException {
    super.restore(from);
    MatrixEngine.copy(from, "targets", mean);
  }
}
