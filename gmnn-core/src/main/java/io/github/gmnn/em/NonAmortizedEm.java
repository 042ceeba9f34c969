package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.PlannedPhase;
import io.github.gmnn.training.internal.Score;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * EM whose q is no network but a free distribution for each node, the paper's "non-amortized"
 * comparison. It takes over what a network learns in many epochs, and begins with the labels.
 *
 * @param <A> annotations of all nodes
 * @param <T> a target distribution of every node
 */
final class NonAmortizedEm<A, T> extends Em<A, T> {
  private final Engine<A, T> engine;

  NonAmortizedEm(
      Schedule schedule,
      Engine<A, T> engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(schedule, engine, random, checkpointing, stopRequested);
    this.engine = engine;
    engine.towardsLabels(new PlannedPhase(Phase.PRE_TRAINING, 0, 1)).train(1, random);
  }

  @Override
  List<Stage> pretraining() {
    return List.of();
  }

  @Override
  Training towards(PlannedPhase eStep, boolean resumed) {
    return new FixedPoint(eStep);
  }

  /**
   * The mean-field fixed point log q(y_n) = E[log p(y_n | y_NB(n))] + const (Eq. 8), iterated. Each
   * round draws annotations from q anew; labelled nodes keep their labels.
   */
  private final class FixedPoint implements Training {
    private final PlannedPhase phase;

    @SuppressWarnings("NullAway.Init") // a round trains before it validates
    private Training step;

    FixedPoint(PlannedPhase phase) {
      this.phase = phase;
    }

    @Override
    public double train(int round, RandomStream random) {
      A annotations = engine.annotate(phase.iteration(), round);
      step = engine.towardsTargets(engine.predictions(annotations, phase), phase, false);
      return step.train(round, random);
    }

    @Override
    public @Nullable Score validate(boolean withLoss) {
      return step.validate(withLoss);
    }
  }
}
