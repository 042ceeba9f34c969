package io.github.gmnn.training.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EpochLoopTest {
  private static final double NONE = Double.NaN;

  /** What happened, in order. */
  private final List<String> events = new ArrayList<>();

  private final RandomStream random = RandomStream.of(5);

  /** A network whose only parameter is the number of the epochs trained. */
  private static final class Counter implements Trainable {
    float value;

    @Override
    public NetworkState state() {
      return new NetworkState(new float[][] {{value}}, new float[1][0], 0);
    }

    @Override
    public NetworkState state(@Nullable NetworkState spent) {
      if (spent == null) {
        return state();
      }
      spent.parameters()[0][0] = value;
      return spent;
    }

    @Override
    public boolean isFinite() {
      return Float.isFinite(value);
    }

    @Override
    public void restore(NetworkState state) {
      value = state.parameters()[0][0];
    }
  }

  private class Told extends Stage {
    private final String name;
    private final Counter network;
    private final double[] validations;
    private final List<Long> streams = new ArrayList<>();
    private int epoch;
    private double loss = 1;
    private double start = Double.NaN;

    Told(Phase phase, int iteration, Best best, Counter network, double... validations) {
      super(new Phase.Planned(phase, iteration, validations.length), best);
      this.name = phase + " " + iteration;
      this.network = network;
      this.validations = validations;
    }

    @Override
    protected Trainable network() {
      return network;
    }

    @Override
    protected void begin(boolean resumed) {
      events.add((resumed ? "resume " : "begin ") + name);
    }

    @Override
    protected double train(int number, RandomStream stream) {
      epoch = number;
      network.value++;
      streams.add(stream.key());
      events.add("epoch " + number);
      return loss;
    }

    @Override
    protected @Nullable Score validate() {
      double validation = epoch == 0 ? start : validations[epoch - 1];
      return Double.isNaN(validation) ? null : Score.of(validation);
    }

    @Override
    protected boolean startCounts() {
      return !Double.isNaN(start);
    }

    @Override
    protected void kept() {
      events.add("kept");
    }

    @Override
    protected void end() {
      events.add("end");
    }
  }

  private static EpochLoop loop(int patience) {
    return new EpochLoop(patience, List.of(), () -> false);
  }

  private Told stage(double... validations) {
    return new Told(Phase.PRE_TRAINING, 0, new Best("best"), new Counter(), validations);
  }

  private long epochs() {
    return events.stream().filter(event -> event.startsWith("epoch")).count();
  }

  @Test
  void aStartThatCountsIsKeptUntilAnEpochIsBetter() {
    Told stage = stage(0.25, 0.5, 0.75);
    stage.start = 0.5;
    loop(9).run(List.of(stage), random);
    assertThat(events)
        .containsExactly(
            "begin PRE_TRAINING 0", "kept", "epoch 1", "epoch 2", "epoch 3", "kept", "end");
    events.clear();
    Told impatient = stage(0.25, 0.5, 0.75);
    impatient.start = 0.5;
    loop(2).run(List.of(impatient), random);
    assertThat(epochs()).as("patience counts from the start").isEqualTo(2);
  }

  @Test
  void theFirstOfTheBestEpochsIsKept() {
    Told stage = stage(0.25, 0.5, 0.5, 0.25);
    loop(9).run(List.of(stage), random);
    assertThat(events)
        .containsExactly(
            "begin PRE_TRAINING 0",
            "epoch 1",
            "kept",
            "epoch 2",
            "kept",
            "epoch 3",
            "epoch 4",
            "end");
    assertThat(stage.best().score().metric()).isEqualTo(0.5);
    assertThat(stage.network.value).isEqualTo(4);
    stage.best().restoreTo(stage.network);
    assertThat(stage.network.value).isEqualTo(2);
  }

  @Test
  void withoutValidationTheLastEpochIsKeptAndNoStateIsCopied() {
    Told stage = stage(NONE, NONE, NONE);
    loop(1).run(List.of(stage), random);
    assertThat(events)
        .containsExactly("begin PRE_TRAINING 0", "epoch 1", "epoch 2", "epoch 3", "kept", "end");
    assertThat(stage.best().exists()).isTrue();
    assertThat(stage.best().kept().state()).isNull();
  }

  @Test
  void theBestOfStagesThatShareItIsTheBestOfAll() {
    Best best = new Best("best");
    Counter network = new Counter();
    Told first = new Told(Phase.E_STEP, 1, best, network, 0.5, 0.75);
    Told second = new Told(Phase.E_STEP, 2, best, network, 0.75, 0.5);
    loop(9).run(List.of(first, second), random);
    assertThat(best.score().metric()).isEqualTo(0.75);
    assertThat(best.kept().state().parameters()[0]).containsExactly(2);
  }

  @Test
  void aBetterEpochIsCopiedOverTheLastOneButNotOverWhatAnotherFitGave() {
    NetworkState given = new Counter().state();
    Told stage = stage(0.25, 0.5, 0.75);
    stage.best().set(new Best.Kept(Score.of(0.125), given));
    loop(9).run(List.of(stage), random);
    assertThat(given.parameters()[0]).containsExactly(0);
    assertThat(stage.best().kept().state().parameters()[0]).containsExactly(3);
  }

  @Test
  void patienceStartsAnewInEveryStage() {
    Best best = new Best("best");
    Counter network = new Counter();
    Told first = new Told(Phase.E_STEP, 1, best, network, 0.75, 0.5, 0.5, 0.5);
    Told second = new Told(Phase.E_STEP, 2, best, network, 0.25, 0.5, 0.5, 0.25, 0.75);
    loop(2).run(List.of(first, second), random);
    assertThat(first.epoch).isEqualTo(3);
    assertThat(second.epoch).isEqualTo(4);
  }

  @Test
  void everyEpochHasRandomnessOfItsOwnByPhaseIterationAndNumber() {
    Counter network = new Counter();
    Told m = new Told(Phase.M_STEP, 1, new Best("m"), network, NONE, NONE);
    Told e = new Told(Phase.E_STEP, 1, new Best("e"), network, NONE, NONE);
    Told e2 = new Told(Phase.E_STEP, 2, new Best("e2"), network, NONE, NONE);
    loop(9).run(List.of(m, e, e2), random);
    List<Long> all = new ArrayList<>(m.streams);
    all.addAll(e.streams);
    all.addAll(e2.streams);
    assertThat(all).doesNotHaveDuplicates().hasSize(6);
    assertThat(e2.streams.get(1)).isEqualTo(random.derive("E_STEP").derive(2).derive(2).key());
  }

  @Test
  void theFirstEpochEverySoManyAfterItAndTheLastAreValidated() {
    Told stage = stage(0.25, 1, 1, 0.75, 1, 0.5);
    EpochLoop loop = loop(9);
    loop.validateEvery(3);
    loop.run(List.of(stage), random);
    assertThat(loop.history().epochs())
        .extracting(report -> report.validation().getAsDouble())
        .containsExactly(0.25, 0.25, 0.25, 0.75, 0.75, 0.5);
    assertThat(stage.best().score().metric()).isEqualTo(0.75);
    assertThat(stage.best().kept().state().parameters()[0]).containsExactly(4);
  }

  @Test
  void patienceCountsEpochsThatAreNotValidated() {
    Told stage = stage(0.5, 1, 1, 0.25, 1, 1, 1, 1, 1);
    EpochLoop loop = loop(4);
    loop.validateEvery(3);
    loop.run(List.of(stage), random);
    assertThat(epochs()).isEqualTo(5);
    assertThat(stage.best().kept().state().parameters()[0]).containsExactly(1);
  }

  @Test
  void aFitThatGoesOnValidatesTheEpochsThatItWouldHaveValidated() {
    EpochLoop first = loop(9);
    first.validateEvery(3);
    first.runFirst(List.of(stage(0.25, 1, 1, 0.5, 1, 0.75)), 2, random);
    EpochLoop loop = loop(9);
    loop.validateEvery(3);
    loop.resume(first.position(), first.history());
    loop.run(List.of(stage(0.25, 1, 1, 0.5, 1, 0.75)), random);
    assertThat(loop.history().epochs())
        .extracting(report -> report.validation().getAsDouble())
        .containsExactly(0.25, 0.25, 0.25, 0.5, 0.5, 0.75);
  }

  @Test
  void aFitThatIsStoppedBetweenValidationsKeepsTheBestEpoch() {
    Told stage = stage(0.5, 1, 1, 1);
    EpochLoop loop = new EpochLoop(9, List.of(report -> report.epoch() < 2), () -> false);
    loop.validateEvery(3);
    loop.run(List.of(stage), random);
    assertThat(epochs()).isEqualTo(2);
    assertThat(stage.best().score().metric()).isEqualTo(0.5);
  }

  @Test
  void aReportTellsWhatTheEpochBrought() {
    List<EpochReport> reports = new ArrayList<>();
    Told stage = new Told(Phase.M_STEP, 3, new Best("m"), new Counter(), 0.5, NONE);
    stage.loss = 2.5;
    EpochLoop loop = new EpochLoop(9, List.of(reports::add), () -> false);
    loop.run(List.of(stage), random);
    assertThat(reports).hasSize(2);
    EpochReport report = reports.get(0);
    assertThat(report.phase()).isEqualTo(Phase.M_STEP);
    assertThat(report.iteration()).isEqualTo(3);
    assertThat(report.epoch()).isEqualTo(1);
    assertThat(report.epochs()).isEqualTo(2);
    assertThat(report.loss()).isEqualTo(2.5);
    assertThat(report.validation()).hasValue(0.5);
    assertThat(reports.get(1).validation()).isEmpty();
    assertThat(loop.history().epochs()).isEqualTo(reports);
    assertThat(loop.history().completed()).isTrue();
  }

  @Test
  void aListenerOrARequestStopsAfterTheEpochAndItIsKept() {
    Told first = stage(NONE, NONE, NONE);
    EpochLoop byListener = new EpochLoop(9, List.of(report -> report.epoch() < 2), () -> false);
    byListener.run(List.of(first, stage(NONE)), random);
    assertThat(events).containsExactly("begin PRE_TRAINING 0", "epoch 1", "epoch 2", "kept", "end");
    assertThat(byListener.history().completed()).isFalse();

    events.clear();
    EpochLoop byRequest = new EpochLoop(9, List.of(), () -> epochs() == 1);
    byRequest.run(List.of(stage(NONE, NONE)), random);
    assertThat(epochs()).isEqualTo(1);
    assertThat(byRequest.history().completed()).isFalse();
  }

  @Test
  void aRequestBetweenStagesBeginsNoOther() {
    boolean[] stop = {false};
    Told first =
        new Told(Phase.PRE_TRAINING, 0, new Best("best"), new Counter(), NONE) {
          @Override
          protected void end() {
            super.end();
            stop[0] = true;
          }
        };
    EpochLoop loop = new EpochLoop(9, List.of(), () -> stop[0]);
    loop.run(List.of(first, stage(NONE)), random);
    assertThat(events).containsExactly("begin PRE_TRAINING 0", "epoch 1", "kept", "end");
    assertThat(loop.history().completed()).isFalse();

    stop[0] = false;
    EpochLoop whole = new EpochLoop(9, List.of(), () -> stop[0]);
    whole.run(List.of(first), random);
    assertThat(whole.history().completed()).as("nothing was left to do").isTrue();
  }

  @Test
  void whatGoesOnHasNoOtherEpochOnceItIsToStop() {
    Best best = new Best("best");
    EpochLoop first = loop(9);
    first.runFirst(
        List.of(new Told(Phase.PRE_TRAINING, 0, best, new Counter(), 0.25, 0.5)), 1, random);
    events.clear();
    EpochLoop loop = new EpochLoop(9, List.of(), () -> true);
    loop.resume(first.position(), first.history());
    loop.run(List.of(new Told(Phase.PRE_TRAINING, 0, best, new Counter(), 0.25, 0.5)), random);
    assertThat(events).containsExactly("resume PRE_TRAINING 0", "end");
    assertThat(loop.history().completed()).isFalse();

    events.clear();
    EpochLoop nothingYet = new EpochLoop(9, List.of(), () -> true);
    nothingYet.run(List.of(stage(0.5, 0.5)), random);
    assertThat(epochs()).as("there must be something to end with").isEqualTo(1);
  }

  @Test
  void aLossOrNetworkThatIsNotFiniteEndsTheFit() {
    Told infinite = stage(0.5);
    infinite.loss = Double.POSITIVE_INFINITY;
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> loop(9).run(List.of(infinite), random))
        .withMessageContaining("the loss is Infinity in epoch 1 of PRE_TRAINING");
    Told broken = stage(0.5);
    broken.network.value = Float.NaN;
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> loop(9).run(List.of(broken), random))
        .withMessageContaining("no longer finite");
  }

  @Test
  void aStageOfNoEpochsBeginsAndEnds() {
    loop(9).run(List.of(stage(), stage(NONE)), random);
    assertThat(events)
        .containsExactly(
            "begin PRE_TRAINING 0", "end", "begin PRE_TRAINING 0", "epoch 1", "kept", "end");
  }

  @Test
  void checkpointsComeEverySoManyEpochsAcrossStages() {
    List<Position> written = new ArrayList<>();
    EpochLoop loop = loop(9);
    loop.checkpoint(
        new CheckpointPlan(Path.of("unused"), 2, null), path -> written.add(loop.position()));
    loop.run(List.of(stage(0.25, 0.5, 0.25), stage(0.5, NONE)), random);
    assertThat(written).containsExactly(position(0, 2, 0.5, 0), position(1, 1, 0.5, 0));
  }

  private static Position position(
      int stage, int epoch, double highestMetric, int epochsSinceBest) {
    return new Position(stage, epoch, highestMetric, Double.POSITIVE_INFINITY, epochsSinceBest);
  }

  @Test
  void aCheckpointThatCannotBeWrittenIsTriedAgainWhenTheNextIsDue() {
    int[] attempts = {0};
    EpochLoop loop = loop(9);
    loop.checkpoint(
        new CheckpointPlan(Path.of("unused"), 2, null),
        path -> {
          attempts[0]++;
          throw new IOException("full");
        });
    loop.run(List.of(stage(NONE, NONE, NONE, NONE, NONE)), random);
    assertThat(epochs()).isEqualTo(5);
    assertThat(attempts[0]).isEqualTo(2);
    assertThat(loop.history().completed()).isTrue();
  }

  @Test
  void aResumedLoopGoesOnAfterTheEpochItStoodAt() {
    Told first = stage(0.25, 0.25);
    Told second = stage(0.5, 0.25, 0.25, 0.25, 0.75);
    EpochLoop loop = loop(3);
    loop.resume(position(1, 2, 0.5, 1), new TrainingHistory(List.of(), false));
    loop.run(List.of(first, second), random);
    // two more epochs without a better one make three
    assertThat(events)
        .containsExactly("resume PRE_TRAINING 0", "epoch 3", "kept", "epoch 4", "end");
    assertThat(second.streams.get(0))
        .isEqualTo(random.derive("PRE_TRAINING").derive(0).derive(3).key());
  }

  @Test
  void theFirstEpochsLeaveTheirStageOpen() {
    EpochLoop first = loop(9);
    first.runFirst(List.of(stage(0.25, 0.5, 0.25), stage(0.5)), 2, random);
    assertThat(events)
        .containsExactly("begin PRE_TRAINING 0", "epoch 1", "kept", "epoch 2", "kept");
    assertThat(first.position()).isEqualTo(position(0, 2, 0.5, 0));
    assertThat(first.history().epochs()).hasSize(2);
  }

  @Test
  void theFirstEpochsAreNoMoreThanTheStageHas() {
    loop(9).runFirst(List.of(stage(NONE, NONE)), 5, random);
    assertThat(events).containsExactly("begin PRE_TRAINING 0", "epoch 1", "epoch 2", "kept");
  }

  @Test
  void listenersThatWereNotThereHearOfTheEpochsSoFar() {
    EpochLoop first = loop(9);
    first.runFirst(List.of(stage(0.25, 0.5, 0.25)), 2, random);
    List<Integer> heard = new ArrayList<>();
    EpochLoop loop = new EpochLoop(9, List.of(report -> heard.add(report.epoch())), () -> false);
    loop.resume(first.position(), first.history());
    loop.repeatReports();
    loop.run(List.of(stage(0.25, 0.5, 0.25)), random);
    assertThat(heard).containsExactly(1, 2, 3);
    assertThat(loop.history().epochs()).hasSize(3);
  }

  @Test
  void theClockOfALoopThatGoesOnDoesToo() {
    EpochLoop first = loop(9);
    first.runFirst(List.of(stage(0.25, 0.5, 0.25)), 2, random);
    EpochReport second = first.history().epochs().get(1);
    EpochReport late =
        new EpochReport(
            second.phase(),
            second.iteration(),
            second.epoch(),
            second.epochs(),
            second.loss(),
            second.validation(),
            second.step(),
            Duration.ofDays(1));
    EpochLoop loop = loop(9);
    loop.resume(first.position(), new TrainingHistory(List.of(late), false));
    loop.run(List.of(stage(0.25, 0.5, 0.25)), random);
    assertThat(loop.history().epochs().get(1).elapsed()).isGreaterThan(Duration.ofDays(1));
  }

  @Test
  void aListenerStopsByAnEpochItHearsOfLater() {
    EpochLoop first = loop(9);
    first.runFirst(List.of(stage(0.25, 0.5, 0.25)), 2, random);
    events.clear();
    EpochLoop loop = new EpochLoop(9, List.of(report -> report.epoch() < 2), () -> false);
    loop.resume(first.position(), first.history());
    loop.repeatReports();
    loop.run(List.of(stage(0.25, 0.5, 0.25)), random);
    assertThat(events).containsExactly("resume PRE_TRAINING 0", "end");
    assertThat(loop.history().completed()).isFalse();
  }

  @Test
  void onlyTheStageThatWasCutOffIsResumed() {
    EpochLoop loop = loop(9);
    loop.resume(position(0, 1, 0.5, 0), new TrainingHistory(List.of(), false));
    loop.run(List.of(stage(0.5, 0.5), stage(0.5)), random);
    assertThat(events).containsSubsequence("resume PRE_TRAINING 0", "begin PRE_TRAINING 0");
  }

  @Test
  void aPlaceThatIsNotThereIsRefused() {
    for (Position wrong :
        List.of(
            position(2, 0, 0, 0),
            position(-1, 0, 0, 0),
            position(0, 3, 0, 0),
            position(0, -1, 0, 0),
            position(0, 0, 0, -1))) {
      EpochLoop loop = loop(9);
      loop.resume(wrong, new TrainingHistory(List.of(), false));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> loop.check(List.of(stage(NONE, NONE), stage(NONE))))
          .withMessageContaining("is not there to go on from");
    }
  }
}
