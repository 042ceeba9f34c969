package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Best;
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
 */
final class ConfidentEm extends Em<List<DenseMatrix>, DenseMatrix> {
  private static final Logger LOG = LoggerFactory.getLogger(ConfidentEm.class);

  private final NetworkEngine engine;
  private final RandomStream random;
  private final Teachers teachers;
  private final boolean guarded;
  private final Guard guard;
  private final DenseMatrix targets;
  private final ValidationTrace before;
  private final List<Refinement> refinements;

  /** An E-step: its best epoch, and what it said of the validation nodes on its way. */
  private record Refinement(Best best, ValidationTrace trace) {}

  ConfidentEm(
      FitPlan<?> plan,
      Schedule schedule,
      NetworkEngine engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    super(schedule, engine, random, checkpointing, stopRequested);
    this.engine = engine;
    this.random = random;
    this.teachers = engine.teachers();
    this.guarded = schedule.guard();
    this.guard =
        new Guard(
            plan.graph(),
            plan.settings().get(TrainerSettings.VALIDATION_METRIC),
            random.derive("guard"));
    this.targets = engine.zeros();
    this.before = engine.validation.trace("before EM");
    this.refinements =
        IntStream.rangeClosed(1, schedule.emIterations())
            .mapToObj(
                iteration ->
                    new Refinement(
                        new Best("bestRefined" + iteration),
                        engine.validation.trace("after E-step " + iteration)))
            .toList();
    engine.validation.record(before);
  }

  @Override
  Best refined(int iteration) {
    return refinements.get(iteration - 1).best;
  }

  @Override
  List<Stage> mSteps(int iteration) {
    return List.of(engine.trainsLearning() ? new FreshMStep(iteration) : new Annotation(iteration));
  }

  /** p from random weights: what it learned of earlier annotations is no use. */
  private final class FreshMStep extends MStep {
    FreshMStep(int iteration) {
      super(iteration, 0);
    }

    @Override
    Training start(boolean resumed) {
      engine.validation.record(null);
      if (!resumed) {
        engine.startLearning(Streams.initialLearning(random).derive(phase().iteration()));
      }
      return super.start(resumed);
    }
  }

  @Override
  Training towards(Phase.Planned eStep, boolean resumed) {
    if (!resumed) {
      engine.validation.record(null);
      DenseMatrix ofQ = engine.inferenceDistributions();
      engine.setTrueLabels(ofQ);
      targets.copyFrom(teachers.choose(ofQ, ofP(eStep)));
      sharpen(targets);
      engine.setTrueLabels(targets);
      engine.startInference(Streams.initialInference(random).derive(eStep.iteration()));
    }
    engine.validation.record(refinements.get(eStep.iteration() - 1).trace);
    return engine.towardsConfident(targets);
  }

  private @Nullable DenseMatrix ofP(Phase.Planned eStep) {
    return engine.trainsLearning() ? targets(eStep, false) : null;
  }

  /** Squares every probability and makes rows sum to one: half the temperature. */
  private static void sharpen(DenseMatrix distributions) {
    float[] data = distributions.data();
    int columns = distributions.columns();
    for (int start = 0; start < data.length; start += columns) {
      double sum = 0;
      for (int c = start; c < start + columns; c++) {
        sum += (double) data[c] * data[c];
      }
      for (int c = start; c < start + columns; c++) {
        data[c] = (float) ((double) data[c] * data[c] / sum);
      }
    }
  }

  /** The next iteration, and the answer, go by the best epoch. */
  @Override
  void ended(Phase.Planned eStep) {
    engine.validation.record(null);
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
    if (!guarded || !engine.validation.exists()) {
      return true;
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
    to.array("targets", targets.data());
    before.save(to);
    refinements.forEach(refinement -> refinement.trace.save(to));
  }

  @Override
  void restore(Checkpoint from) throws ModelFormatException {
    super.restore(from);
    MatrixEngine.copy(from, "targets", targets);
    before.restore(from);
    for (Refinement refinement : refinements) {
      refinement.trace.restore(from);
    }
  }
}
