package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Score;
import io.github.gmnn.training.internal.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pseudolikelihood variational EM of the paper, section 4: a stage for pre-training and for
 * each M-step and E-step. An {@link Engine} computes what they ask for. Subclasses are the variants
 * of the algorithm. One instance runs one fit, on one thread.
 *
 * <p>The bound of Eq. 2 is optimised by turns: the E-step brings q<sub>θ</sub> nearer to the
 * posterior of the unknown labels, the M-step fits p<sub>φ</sub> to labels drawn from
 * q<sub>θ</sub>. Weights and updater state of q and p go on from stage to stage; the one exception
 * is the end of pre-training, where both of q return to the epoch with the best validation score. q
 * is given back as it was after the best epoch of all E-steps; as it was before them where
 * validation prefers that, unless the guard is off, as it is in the released code.
 *
 * @param <A> annotations of all nodes
 * @param <T> a target distribution of every node
 */
public class Em<A, T> {
  private static final Logger LOG = LoggerFactory.getLogger(Em.class);
  private static final String ANNOTATING = "annotating";
  private static final String WARM_START = "warmStart";

  /** Updates until the rate is whole, where updaters warm up; in short fits half of all. */
  private static final int WARM_UP = 10;

  private final Schedule schedule;
  private final Engine<A, T> engine;
  private final RandomStream random;
  private final Checkpointing checkpointing;
  private final EpochLoop loop;
  private final Best bestPretrained = new Best("bestPretrained");
  private final Best bestInference = new Best("bestInference");
  private final Best bestLearning = new Best("bestLearning");

  private boolean warmInference;
  private boolean warmLearning;

  /** What the M-step drew and the E-step goes by. */
  private @Nullable A annotations;

  /**
   * q as it was when it annotated: an E-step that goes on from a checkpoint needs its annotations
   * again, which may be too large to keep.
   */
  private @Nullable NetworkState annotating;

  /**
   * Makes a fit.
   *
   * @param schedule what to run
   * @param engine computes it
   * @param random the randomness of the fit
   * @param checkpointing what checkpoints say, and where they go
   * @param stopRequested whether the fit is to end after the current epoch
   */
  public Em(
      Schedule schedule,
      Engine<A, T> engine,
      RandomStream random,
      Checkpointing checkpointing,
      BooleanSupplier stopRequested) {
    this.schedule = schedule;
    this.engine = engine;
    this.random = random;
    this.checkpointing = checkpointing;
    this.loop = new EpochLoop(schedule.patience(), schedule.listeners(), stopRequested);
    loop.validateEvery(schedule.validationInterval());
    loop.checkpoint(checkpointing.plan(), path -> checkpointing.writer().write(checkpoint(), path));
  }

  /**
   * Says that q has learned already, and p too or not: as they are they count as epochs of their
   * first stages, and their updaters warm up.
   */
  final void warmStart(boolean learning) {
    engine.inference().warmUp(Math.min(WARM_UP, (schedule.pretrainEpochs() + 1) / 2));
    if (learning) {
      engine.learning().warmUp(WARM_UP);
    }
    warmInference = true;
    warmLearning = learning;
  }

  /** Runs the stages and leaves q and p in their best states; as they are when stopped. */
  public final void run() {
    loop.run(stages(), random);
    restoreBest();
  }

  /** Runs the first epochs of pre-training alone. */
  final TrainingHistory runFirst(int epochs) {
    loop.runFirst(stages(), epochs, random);
    return loop.history();
  }

  /** Returns the epochs so far. */
  public final TrainingHistory history() {
    return loop.history();
  }

  /** Returns whether p was trained. */
  public final boolean hasLearned() {
    return bestLearning.exists();
  }

  /** What pre-training ended with. */
  final Best pretrained() {
    return bestPretrained;
  }

  /** The best epoch of q's E-steps, or of one of them. */
  Best refined(int iteration) {
    return bestInference;
  }

  /** All best epochs, each once. */
  private List<Best> bests() {
    Set<Best> bests = new LinkedHashSet<>(List.of(bestPretrained, bestInference));
    for (int iteration = 1; iteration <= schedule.emIterations(); iteration++) {
      bests.add(refined(iteration));
    }
    bests.add(bestLearning);
    return List.copyOf(bests);
  }

  private List<Stage> stages() {
    List<Stage> stages = new ArrayList<>(pretraining());
    for (int iteration = 1; iteration <= schedule.emIterations(); iteration++) {
      stages.addAll(mSteps(iteration));
      stages.add(new EStep(iteration));
    }
    return stages;
  }

  /** What comes before EM. */
  List<Stage> pretraining() {
    return List.of(new PreTraining());
  }

  /** The stages of an M-step. */
  List<Stage> mSteps(int iteration) {
    return List.of(new MStep(iteration, 0));
  }

  /** What q is trained towards in an E-step. */
  Training towards(Phase.Planned eStep, boolean resumed) {
    return engine.towardsTargets(targets(eStep, resumed), eStep, resumed);
  }

  /** The targets of an E-step: what p predicts (Eq. 10), and the labels where they are known. */
  T targets(Phase.Planned eStep, boolean resumed) {
    A given = annotations(eStep.iteration());
    T targets = engine.predictions(given, eStep);
    engine.release(given);
    annotations = null;
    return targets;
  }

  /** A stage that trains a network towards what it is given when the stage begins. */
  private abstract static class TrainingStage extends Stage {
    @SuppressWarnings("NullAway.Init") // begin() comes before all else
    private Training training;

    TrainingStage(Phase.Planned phase, Best best) {
      super(phase, best);
    }

    abstract Training start(boolean resumed);

    @Override
    protected final void begin(boolean resumed) {
      training = start(resumed);
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return training.train(epoch, epochRandom);
    }

    @Override
    protected final @Nullable Score validate() {
      return training.validate(needsLoss());
    }

    boolean needsLoss() {
      return false;
    }

    @Override
    protected final void kept() {
      training.kept();
    }

    @Override
    protected void end() {
      training.end();
    }
  }

  /** Pre-training: q learns the labels of the labelled nodes alone (Eq. 11). */
  private final class PreTraining extends TrainingStage {
    PreTraining() {
      super(new Phase.Planned(Phase.PRE_TRAINING, 0, schedule.pretrainEpochs()), bestPretrained);
    }

    @Override
    protected Trainable network() {
      return engine.inference();
    }

    @Override
    protected boolean startCounts() {
      return warmInference;
    }

    @Override
    Training start(boolean resumed) {
      return engine.towardsLabels(phase());
    }

    @Override
    boolean needsLoss() {
      return schedule.needsLoss();
    }

    @Override
    protected Selection selection() {
      return schedule.pretrainSelection();
    }

    @Override
    protected void end() {
      super.end();
      bestPretrained.restoreTo(engine.inference());
      engine.pretrained();
    }
  }

  /**
   * M-step: p learns to predict the annotation of every node from those around it (Eq. 13), the
   * expectation over q approximated by the strategy's samples (Eq. 14).
   */
  class MStep extends TrainingStage {
    private final int round;

    MStep(int iteration, int round) {
      super(new Phase.Planned(Phase.M_STEP, iteration, schedule.learningEpochs()), bestLearning);
      this.round = round;
    }

    @Override
    protected final Trainable network() {
      return engine.learning();
    }

    @Override
    protected final boolean startCounts() {
      return warmLearning && phase().iteration() == 1;
    }

    @Override
    Training start(boolean resumed) {
      return engine.towardsAnnotations(annotate(phase().iteration(), round), phase());
    }
  }

  /**
   * E-step: q learns p's predictions on unlabelled nodes (Eq. 10) and the labels on labelled ones
   * (Eq. 11), both together (Eq. 12).
   */
  private final class EStep extends TrainingStage {
    EStep(int iteration) {
      super(
          new Phase.Planned(Phase.E_STEP, iteration, schedule.inferenceEpochs()),
          refined(iteration));
    }

    @Override
    protected Trainable network() {
      return engine.inference();
    }

    @Override
    Training start(boolean resumed) {
      return towards(phase(), resumed);
    }

    @Override
    boolean needsLoss() {
      return schedule.needsLoss();
    }

    @Override
    protected Selection selection() {
      return schedule.inferenceSelection();
    }

    @Override
    protected void end() {
      super.end();
      ended(phase());
    }
  }

  /** Called after an E-step. */
  void ended(Phase.Planned eStep) {}

  /** In place of an M-step where there is no p: q annotates, and nothing is trained. */
  class Annotation extends Stage {
    Annotation(int iteration) {
      super(new Phase.Planned(Phase.M_STEP, iteration, 0), new Best("nothing"));
    }

    @Override
    protected final Trainable network() {
      return engine.inference();
    }

    @Override
    protected void begin(boolean resumed) {
      annotate(phase().iteration(), 0);
    }

    @Override
    protected final double train(int epoch, RandomStream epochRandom) {
      throw new IllegalStateException("there is nothing to train");
    }
  }

  /** Annotates all nodes by q as it is, and keeps that q for checkpoints. */
  final A annotate(int iteration, int round) {
    keepAnnotator();
    annotations = engine.annotate(iteration, round);
    return annotations;
  }

  /** Keeps q as it is for checkpoints. */
  final void keepAnnotator() {
    annotating = engine.inference().state();
  }

  /** The annotations of the iteration, drawn again where its E-step goes on from a checkpoint. */
  final A annotations(int iteration) {
    if (annotations == null) {
      annotations = byAnnotator(() -> engine.annotate(iteration, 0));
    }
    return annotations;
  }

  /** What q gives as it was when it annotated, where an E-step goes on from a checkpoint. */
  final <R> R byAnnotator(Supplier<R> given) {
    NetworkState now = engine.inference().state();
    engine.inference().restore(Objects.requireNonNull(annotating, ANNOTATING));
    R result = given.get();
    engine.inference().restore(now);
    return result;
  }

  private void restoreBest() {
    restoreInference();
    if (bestLearning.exists()) {
      bestLearning.restoreTo(engine.learning());
    }
  }

  /** Returns q to the best epoch of the E-steps, or to what it was before if that was better. */
  void restoreInference() {
    boolean worse = bestInference.isWorseThan(bestPretrained, schedule.inferenceSelection());
    if (worse && schedule.guard()) {
      LOG.info(
          "q is returned as it was before EM: validation {} before it, {} after it",
          bestPretrained.score(),
          bestInference.score());
      bestPretrained.restoreTo(engine.inference());
    } else {
      bestInference.restoreTo(engine.inference()); // unless q is what pre-training left
    }
  }

  /** Returns where the fit stands, for another one to go on from. */
  final Checkpoint checkpoint() {
    Checkpoint.Builder builder =
        new Checkpoint.Builder()
            .texts(checkpointing.chosen())
            .texts(warmInference ? Map.of(WARM_START, "" + warmLearning) : Map.of())
            .loop(loop, bests())
            .state(ANNOTATING, annotating);
    save(builder);
    return builder.build(
        checkpointing.kind(),
        checkpointing.settings().get(),
        checkpointing.data().get(),
        loop.history());
  }

  /** Adds to a checkpoint what the fit needs to go on, beside where it stands. */
  void save(Checkpoint.Builder to) {
    engine.save(to);
  }

  /** Takes over what {@link #save} added. */
  void restore(Checkpoint from) throws ModelFormatException {
    engine.restore(from);
  }

  /**
   * Goes on from a checkpoint of the same settings and graph.
   *
   * @throws IllegalArgumentException if it is of others
   * @throws ModelFormatException if something is missing or does not fit
   */
  public final void resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(
        checkpointing.kind(), checkpointing.settings().get(), checkpointing.data().get());
    goOn(from);
  }

  /** Goes on from the first epochs of the same fit, of which listeners are told now. */
  final void goOnFrom(Checkpoint first) {
    loop.repeatReports();
    try {
      goOn(first);
    } catch (ModelFormatException e) {
      throw new IllegalStateException(e); // it was never a file
    }
  }

  private void goOn(Checkpoint from) throws ModelFormatException {
    from.resume(loop, bests());
    try {
      if (from.texts().containsKey(WARM_START)) {
        warmStart(Boolean.parseBoolean(from.texts().get(WARM_START)));
      }
      List<Stage> stages = stages();
      loop.check(stages);
      // a state of another shape is noticed now, not after hours
      for (Best best : bests()) {
        if (best.exists()) {
          best.restoreTo(best == bestLearning ? engine.learning() : engine.inference());
        }
      }
      if (loop.position().stage() > 0) {
        annotating = from.state(ANNOTATING);
        engine.inference().restore(annotating);
      }
      restore(from);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
  }
}
