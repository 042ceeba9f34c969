package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Self-training, the paper's comparison: there is no p, q's own annotations are its targets. */
final class SelfTrainingEm extends Em<List<DenseMatrix>, DenseMatrix> {
  private final MatrixEngine engine;

  SelfTrainingEm(
      Schedule schedule,
      MatrixEngine engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(schedule, engine, random, checkpointing, stopRequested);
    this.engine = engine;
  }

  @Override
  List<Stage> mSteps(int iteration) {
    return List.of(new Annotation(iteration));
  }

  @Override
  DenseMatrix targets(Phase.Planned eStep, boolean resumed) {
    return annotations(eStep.iteration()).get(0);
  }

  /** In place of an M-step: nothing is trained. */
  private final class Annotation extends Stage {
    Annotation(int iteration) {
      super(new Phase.Planned(Phase.M_STEP, iteration, 0), new Best("nothing"));
    }

    @Override
    protected Trainable network() {
      return engine.inference();
    }

    @Override
    protected void begin(boolean resumed) {
      annotate(phase().iteration(), 0);
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      throw new IllegalStateException("there is nothing to train");
    }
  }
}
