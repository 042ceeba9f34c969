package io.github.gmnn.training.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the stages of a fit epoch by epoch: validation, the best epoch, patience, reports, stopping,
 * checkpoints. What the stages compute is theirs. One instance runs one fit, on one thread.
 */
public final class EpochLoop {
  private static final Logger LOG = LoggerFactory.getLogger(EpochLoop.class);

  /** Writes a checkpoint of the fit. */
  @FunctionalInterface
  public interface Checkpointer {
    /** Writes all that the fit needs to go on, {@link EpochLoop#position()} included. */
    void write(Path path) throws IOException;
  }

  private final int patience;
  private final List<GmnnListener> listeners;
  private final BooleanSupplier stopRequested;
  private final long start = System.nanoTime();
  private final List<EpochReport> reports = new ArrayList<>();
  private @Nullable CheckpointPlan plan;
  private Checkpointer checkpointer = path -> {};
  private boolean stopped;
  private boolean resumed;
  private boolean unheard;
  private Duration before = Duration.ZERO;
  private int interval = 1;
  private int epochsSinceCheckpoint;
  private long lastCheckpoint = start;

  private Position position = Position.atStartOf(0);

  /**
   * Makes a loop.
   *
   * @param patience after how many epochs without a better validation metric a stage ends
   * @param listeners told of every epoch
   * @param stopRequested whether the fit is to end after the current epoch
   */
  public EpochLoop(int patience, List<GmnnListener> listeners, BooleanSupplier stopRequested) {
    this.patience = patience;
    this.listeners = List.copyOf(listeners);
    this.stopRequested = stopRequested;
  }

  /**
   * Writes checkpoints. One that cannot be written is logged as a warning and the fit goes on: the
   * work of hours is worth more than a way to repeat it.
   *
   * @param newPlan where and how often
   * @param newCheckpointer writes one
   */
  public void checkpoint(@Nullable CheckpointPlan newPlan, Checkpointer newCheckpointer) {
    plan = newPlan;
    checkpointer = newCheckpointer;
  }

  /**
   * Validates the first epoch of a stage, every so many after it, and the last. Patience counts
   * epochs all the same.
   *
   * @param epochs from one validation to the next
   */
  public void validateEvery(int epochs) {
    interval = epochs;
  }

  /**
   * Returns the randomness of an epoch: all that is random in it derives from this stream.
   *
   * @param ofFit the randomness of the fit
   * @param phase the phase
   * @param epoch the epoch, from 1
   */
  public static RandomStream random(RandomStream ofFit, Phase.Planned phase, int epoch) {
    return ofFit.derive(phase.phase().name()).derive(phase.iteration()).derive(epoch);
  }

  /** Returns where the fit stands, for a checkpoint. */
  public Position position() {
    return position;
  }

  /**
   * Goes on where another loop stood, its clock too.
   *
   * @param newPosition what its {@link #position()} gave
   * @param history its epochs
   */
  public void resume(Position newPosition, TrainingHistory history) {
    position = newPosition;
    reports.addAll(history.epochs());
    before = reports.isEmpty() ? Duration.ZERO : reports.get(reports.size() - 1).elapsed();
    resumed = true;
  }

  /** Lets listeners hear of the epochs so far when the fit goes on: they were not there. */
  public void repeatReports() {
    unheard = true;
  }

  /**
   * Checks that the place to go on from is there.
   *
   * @param stages all stages
   * @throws IllegalArgumentException if it is not
   */
  public void check(List<? extends Stage> stages) {
    if (position.stage() < 0
        || position.stage() >= stages.size()
        || position.epoch() < 0
        || position.epoch() > stages.get(position.stage()).phase().epochs()
        || position.epochsSinceBest() < 0) {
      throw new IllegalArgumentException(
          "epoch "
              + position.epoch()
              + " of stage "
              + position.stage()
              + " is not there to go on from");
    }
  }

  /** Returns the epochs so far. */
  public TrainingHistory history() {
    return new TrainingHistory(reports, !stopped);
  }

  /**
   * Runs the stages that are still to do, until the last one ends or the fit is stopped.
   *
   * @param stages all stages
   * @param random the randomness of the fit, from which every epoch derives its own
   * @throws ArithmeticException if a loss or a kept state is not finite
   */
  public void run(List<? extends Stage> stages, RandomStream random) {
    check(stages);
    List<Phase.Planned> phases = stages.stream().map(Stage::phase).toList();
    listeners.forEach(listener -> listener.onStart(phases));
    if (unheard) {
      reports.forEach(this::tell);
    }
    while (true) {
      Stage stage = stages.get(position.stage());
      stage.begin(resumed && position.epoch() > 0);
      resumed = false;
      runEpochs(stage, stage.phase().epochs(), random);
      stage.end();
      if (stopped || position.stage() == stages.size() - 1) {
        return;
      }
      if (stopRequested.getAsBoolean()) {
        stopped = true; // rather than begin another stage
        return;
      }
      position = Position.atStartOf(position.stage() + 1);
    }
  }

  /**
   * Runs the first epochs of the first stage and leaves it open, so that a loop that {@link
   * #resume}s from its position goes on as if there had been no pause.
   *
   * @param stages all stages
   * @param epochs how many epochs at most
   * @param random the randomness of the fit
   * @throws ArithmeticException if a loss or a kept state is not finite
   */
  public void runFirst(List<? extends Stage> stages, int epochs, RandomStream random) {
    Stage stage = stages.get(0);
    stage.begin(false);
    runEpochs(stage, Math.min(epochs, stage.phase().epochs()), random);
  }

  private void runEpochs(Stage stage, int last, RandomStream random) {
    Score start = position.epoch() == 0 && stage.startCounts() ? stage.validate() : null;
    if (start != null) {
      select(stage, start);
    }
    if (stage.best().exists() && position.epoch() > 0) {
      stopped |= stopRequested.getAsBoolean(); // there is something to end with
    }
    while (position.epoch() < last && !stopped && position.epochsSinceBest() < patience) {
      position = position.afterEpoch();
      int epoch = position.epoch();
      long before = System.nanoTime();
      double loss = stage.train(epoch, random(random, stage.phase(), epoch));
      long step = System.nanoTime() - before;
      if (!Double.isFinite(loss)) {
        throw diverged("the loss is " + loss, stage);
      }
      boolean due = (epoch - 1) % interval == 0 || epoch == stage.phase().epochs();
      Score score = due ? stage.validate() : null;
      report(stage, loss, due ? metric(score) : lastReported(), step);
      if (score != null) {
        select(stage, score);
      } else if (!due && stage.best().score() != null) {
        position = position.afterUnvalidated();
      } else if (epoch == stage.phase().epochs() || stopped) {
        keep(stage, null);
      }
      checkpointIfDue();
    }
  }

  private void select(Stage stage, Score score) {
    if (stage.best().yieldsTo(score, stage.selection())) {
      keep(stage, score);
    }
    boolean progress =
        stage
            .selection()
            .isProgress(
                score.metric(), score.loss(), position.highestMetric(), position.lowestLoss());
    position = position.after(score, progress);
  }

  private void keep(Stage stage, @Nullable Score score) {
    if (!stage.network().isFinite()) {
      throw diverged("the network's parameters are no longer finite", stage);
    }
    stage.best().keep(score, stage.network());
    stage.kept();
  }

  private ArithmeticException diverged(String what, Stage stage) {
    return new ArithmeticException(
        what
            + " in epoch "
            + position.epoch()
            + " of "
            + stage.phase().phase()
            + ": lower the updater's learning rate, or check the scale of the features");
  }

  private static OptionalDouble metric(@Nullable Score score) {
    return score == null ? OptionalDouble.empty() : OptionalDouble.of(score.metric());
  }

  /** What the epoch before said: one of the same stage, whose first epoch is always validated. */
  private OptionalDouble lastReported() {
    return reports.get(reports.size() - 1).validation();
  }

  private void report(Stage stage, double loss, OptionalDouble validation, long stepNanos) {
    Phase.Planned phase = stage.phase();
    EpochReport report =
        new EpochReport(
            phase.phase(),
            phase.iteration(),
            position.epoch(),
            phase.epochs(),
            loss,
            validation,
            Duration.ofNanos(stepNanos),
            before.plusNanos(System.nanoTime() - start));
    reports.add(report);
    tell(report);
    stopped |= stopRequested.getAsBoolean();
  }

  private void tell(EpochReport report) {
    for (GmnnListener listener : listeners) {
      stopped |= !listener.onEpoch(report);
    }
  }

  private void checkpointIfDue() {
    epochsSinceCheckpoint++;
    long now = System.nanoTime();
    if (plan == null || !plan.isDue(epochsSinceCheckpoint, now - lastCheckpoint)) {
      return;
    }
    try {
      checkpointer.write(plan.path());
    } catch (IOException e) {
      LOG.warn(
          "Training goes on without the checkpoint {}, which cannot be written", plan.path(), e);
    }
    epochsSinceCheckpoint = 0;
    lastCheckpoint = now;
  }
}
