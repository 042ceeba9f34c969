package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * EM whose E-step trains a fresh q on what is nearly certain. A q that goes on keeps the errors of
 * the one that annotated; a fresh one has to learn them again, which it does for what is consistent
 * and not for what was chance. The {@link Teachers targets} are squared, so that the likeliest
 * label stands out, and count by how little entropy is left in them; labelled nodes together count
 * as much as all others.
 *
 * <p>A {@link Guard} decides which iteration to believe, on validation nodes that chose no epoch.
 *
 * @param <A> annotations of all nodes
 * @param <T> a target distribution of every node
 */
public final class ConfidentEm<A, T> extends Em<A, T> {
  private static final Logger LOG = LoggerFactory.getLogger(ConfidentEm.class);

  private final ConfidentEngine<A, T> engine;
  private final RandomStream random;
  private final Teachers<T> teachers;
  private final ValidationMetric metric;
  private final boolean guarded;
  private final ValidationTrace before;
  private final List<Refinement> refinements;
  private @Nullable Guard guard;

  /** An E-step: its best epoch, and what it said of the validation nodes on its way. */
  private record Refinement(Best best, ValidationTrace trace) {}

  /**
   * Makes a fit.
   *
   * @param settings what to run
   * @param engine computes it
   * @param random the randomness of the fit
   * @param checkpointing what checkpoints say, and where they go
   * @param stopRequested whether the fit is to end after the current epoch
   */
  public ConfidentEm(
      Settings settings,
      ConfidentEngine<A, T> engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(Schedule.of(settings), engine, random, checkpointing, stopRequested);
    this.engine = engine;
    this.random = random;
    this.teachers =
        new Teachers<>(
            settings.get(TrainerSettings.TEACHER),
            engine.validation().exists(),
            engine.distributions());
    this.metric = settings.get(TrainerSettings.VALIDATION_METRIC);
    this.guarded = settings.get(TrainerSettings.EM_GUARD);
    int interval = settings.get(TrainerSettings.VALIDATION_INTERVAL);
    this.before = engine.validation().trace("before EM", interval);
    this.refinements =
        IntStream.rangeClosed(1, settings.get(TrainerSettings.EM_ITERATIONS))
            .mapToObj(
                iteration ->
                    new Refinement(
                        new Best("bestRefined" + iteration),
                        engine.validation().trace("after E-step " + iteration, interval)))
            .toList();
    engine.validation().record(before);
  }

  @Override
  Best refined(int iteration) {
    return refinements.get(iteration - 1).best;
  }

  @Override
  List<Stage> mSteps(int iteration) {
    return List.of(engine.trainsLearning() ? new FreshMStep(iteration) : new Pause(iteration));
  }

  /** In place of an M-step where there is no p: teachers ask q itself, who draws nothing. */
  private final class Pause extends Annotation {
    Pause(int iteration) {
      super(iteration);
    }

    @Override
    protected void begin(boolean resumed) {
      keepAnnotator();
    }
  }

  /** p from random weights: what it learned of earlier annotations is no use. */
  private final class FreshMStep extends MStep {
    FreshMStep(int iteration) {
      super(iteration, 0);
    }

    @Override
    Training start(boolean resumed) {
      engine.validation().record(null);
      if (!resumed) {
        engine.startLearning(Streams.initialLearning(random).derive(phase().iteration()));
      }
      return super.start(resumed);
    }
  }

  /** A stage that goes on from a checkpoint asks its teachers again: targets may be large. */
  @Override
  Training towards(Phase.Planned eStep, boolean resumed) {
    engine.validation().record(null);
    T targets = resumed ? byAnnotator(() -> chosen(eStep)) : chosen(eStep);
    if (!resumed) {
      engine.startInference(Streams.initialInference(random).derive(eStep.iteration()));
    }
    engine.validation().record(refinements.get(eStep.iteration() - 1).trace);
    return engine.towardsConfident(targets, eStep);
  }

  /** The sharpened targets by q as it annotated. */
  private T chosen(Phase.Planned eStep) {
    @Nullable T ofP = engine.trainsLearning() ? targets(eStep, false) : null;
    T ofBest = teachers.choose(engine.distributionsWithLabels(), ofP);
    return engine.distributions().sharpened(ofBest);
  }

  /** The next iteration, and the answer, go by the best epoch. */
  @Override
  void ended(Phase.Planned eStep) {
    engine.validation().record(null);
    refined(eStep.iteration()).restoreTo(engine.inference());
  }

  /** Returns q to the last iteration that validation is for, else to what it was before EM. */
  @Override
  void restoreInference() {
    for (int i = refinements.size() - 1; i >= 0; i--) {
      Refinement refinement = refinements.get(i);
      if (refinement.best.exists() && accepts(refinement, i + 1)) {
        refinement.best.restoreTo(engine.inference());
        return;
      }
    }
    pretrained().restoreTo(engine.inference());
  }

  private boolean accepts(Refinement refinement, int iteration) {
    if (!guarded || !engine.validation().exists()) {
      return true;
    }
    if (guard == null) {
      guard = new Guard(metric, engine.labelAgreement(), random.derive("guard"));
    }
    Guard.Verdict verdict = guard.judge(before, refinement.trace);
    boolean accepted = guard.accepts(verdict);
    LOG.info(
        "E-step {} moved validation by {}: {}", iteration, verdict, accepted ? "kept" : "not kept");
    return accepted;
  }

  @Override
  void save(Checkpoint.Builder to) {
    super.save(to);
    before.save(to);
    refinements.forEach(refinement -> refinement.trace.save(to));
  }

  @Override
  void restore(Checkpoint from) throws ModelFormatException {
    super.restore(from);
    before.restore(from);
    for (Refinement refinement : refinements) {
      refinement.trace.restore(from);
    }
  }
}
