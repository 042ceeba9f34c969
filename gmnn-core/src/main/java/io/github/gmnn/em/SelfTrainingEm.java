package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Self-training, the paper's comparison: there is no p, q's own annotations are its targets. */
final class SelfTrainingEm extends Em<List<DenseMatrix>, DenseMatrix> {
  SelfTrainingEm(
      Schedule schedule,
      MatrixEngine engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(schedule, engine, random, checkpointing, stopRequested);
  }

  @Override
  List<Stage> mSteps(int iteration) {
    return List.of(new Annotation(iteration));
  }

  @Override
  DenseMatrix targets(Phase.Planned eStep, boolean resumed) {
    return annotations(eStep.iteration()).get(0);
  }
}
