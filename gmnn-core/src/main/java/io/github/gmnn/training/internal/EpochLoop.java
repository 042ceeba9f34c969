package io.github.gmnn.training.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.PlannedPhase;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private Checkpointer checkpointer;
  private boolean stopped;
  private boolean resumed;
  private boolean unheard;
  private int epochsSinceCheckpoint;
  private long lastCheckpoint = start;

  // Where the fit stands: what a checkpoint keeps beside the networks.
  private int stageIndex;
  private int epoch;
  private double bestOfStage = Double.NEGATIVE_INFINITY;
  private double lowestLossOfStage = Double.POSITIVE_INFINITY;
  private int epochsSinceBest;

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

  /** Returns where the fit stands, by name, for a checkpoint. */
  public Map<String, Double> position() {
    Map<String, Double> position = new LinkedHashMap<>();
    position.put("stage", (double) stageIndex);
    position.put("epoch", (double) epoch);
    position.put("bestOfStage", bestOfStage);
    position.put("lowestLossOfStage", lowestLossOfStage);
    position.put("epochsSinceBest", (double) epochsSinceBest);
    return position;
  }

  /**
   * Goes on where another loop stood.
   *
   * @param position what its {@link #position()} gave
   * @param history its epochs
   * @throws IllegalArgumentException if a number is missing
   */
  public void resume(Map<String, Double> position, TrainingHistory history) {
    if (!position.keySet().containsAll(position().keySet())) {
      throw new IllegalArgumentException(
          "expected the numbers " + position().keySet() + ", found " + position.keySet());
    }
    stageIndex = position.get("stage").intValue();
    epoch = position.get("epoch").intValue();
    bestOfStage = position.get("bestOfStage");
    lowestLossOfStage = position.get("lowestLossOfStage");
    epochsSinceBest = position.get("epochsSinceBest").intValue();
    reports.addAll(history.epochs());
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
    if (stageIndex < 0
        || stageIndex >= stages.size()
        || epoch < 0
        || epoch > stages.get(stageIndex).epochs()
        || epochsSinceBest < 0) {
      throw new IllegalArgumentException(
          "epoch " + epoch + " of stage " + stageIndex + " is not there to go on from");
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
    List<PlannedPhase> phases =
        stages.stream()
            .map(stage -> new PlannedPhase(stage.phase(), stage.iteration(), stage.epochs()))
            .toList();
    listeners.forEach(listener -> listener.onStart(phases));
    if (unheard) {
      reports.forEach(this::tell);
    }
    while (true) {
      Stage stage = stages.get(stageIndex);
      stage.begin(resumed && epoch > 0);
      resumed = false;
      runEpochs(stage, stage.epochs(), random);
      stage.end();
      if (stopped || stageIndex == stages.size() - 1) {
        return;
      }
      stageIndex++;
      epoch = 0;
      bestOfStage = Double.NEGATIVE_INFINITY;
      lowestLossOfStage = Double.POSITIVE_INFINITY;
      epochsSinceBest = 0;
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
    runEpochs(stage, Math.min(epochs, stage.epochs()), random);
  }

  private void runEpochs(Stage stage, int last, RandomStream ofFit) {
    RandomStream random = ofFit.derive(stage.phase().name()).derive(stage.iteration());
    while (epoch < last && !stopped && epochsSinceBest < patience) {
      epoch++;
      long before = System.nanoTime();
      double loss = stage.train(epoch, random.derive(epoch));
      long step = System.nanoTime() - before;
      if (!Double.isFinite(loss)) {
        throw diverged("the loss is " + loss, stage);
      }
      double validation = stage.validate();
      boolean validated = !Double.isNaN(validation);
      report(stage, loss, validation, step);
      if (validated) {
        select(stage, validation, stage.validationLoss());
      } else if (epoch == stage.epochs() || stopped) {
        keep(stage, validation, Double.NaN);
      }
      checkpointIfDue();
    }
  }

  private void select(Stage stage, double metric, double loss) {
    if (stage.best().yieldsTo(metric, loss, stage.selection())) {
      keep(stage, metric, loss);
    }
    boolean progress = stage.selection().isProgress(metric, loss, bestOfStage, lowestLossOfStage);
    epochsSinceBest = progress ? 0 : epochsSinceBest + 1;
    bestOfStage = Math.max(bestOfStage, metric);
    lowestLossOfStage = loss < lowestLossOfStage ? loss : lowestLossOfStage;
  }

  private void keep(Stage stage, double metric, double loss) {
    if (!stage.network().isFinite()) {
      throw diverged("the network is no longer finite", stage);
    }
    stage.best().keep(metric, loss, stage.network());
    stage.kept();
  }

  private ArithmeticException diverged(String what, Stage stage) {
    return new ArithmeticException(
        what
            + " in epoch "
            + epoch
            + " of "
            + stage.phase()
            + ": lower the updater's learning rate, or check the scale of the features");
  }

  private void report(Stage stage, double loss, double validation, long stepNanos) {
    EpochReport report =
        new EpochReport(
            stage.phase(),
            stage.iteration(),
            epoch,
            stage.epochs(),
            loss,
            Double.isNaN(validation) ? OptionalDouble.empty() : OptionalDouble.of(validation),
            Duration.ofNanos(stepNanos),
            Duration.ofNanos(System.nanoTime() - start));
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
