package io.github.gmnn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressListenerTest {
  private static final List<Phase.Planned> PHASES =
      List.of(
          new Phase.Planned(Phase.PRE_TRAINING, 0, 10),
          new Phase.Planned(Phase.M_STEP, 1, 5),
          new Phase.Planned(Phase.E_STEP, 1, 5));

  private final List<ProgressListener.Progress> told = new ArrayList<>();
  private final ProgressListener listener = ProgressListener.every(Duration.ZERO, told::add);

  private ProgressListener.Progress after(Phase phase, int epoch, long elapsedMillis) {
    int epochs = phase == Phase.PRE_TRAINING ? 10 : 5;
    listener.onEpoch(report(phase, epoch, epochs, elapsedMillis));
    return told.get(told.size() - 1);
  }

  private static EpochReport report(Phase phase, int epoch, int epochs, long elapsedMillis) {
    return new EpochReport(
        phase,
        phase == Phase.PRE_TRAINING ? 0 : 1,
        epoch,
        epochs,
        1,
        OptionalDouble.empty(),
        Duration.ofMillis(1),
        Duration.ofMillis(elapsedMillis));
  }

  @Test
  void phasesNotSeenYetAreTakenToBeLikeThoseSeen() {
    listener.onStart(PHASES);
    after(Phase.PRE_TRAINING, 1, 100);
    ProgressListener.Progress progress = after(Phase.PRE_TRAINING, 2, 200);
    assertThat(progress.left()).contains(Duration.ofMillis(1800)); // 8 + 5 + 5 epochs
    assertThat(progress.fraction()).isEqualTo(0.1);
    assertThat(progress.percent()).isEqualTo(10);
  }

  @Test
  void aSlowFirstEpochTellsNothingOfOthers() {
    listener.onStart(PHASES);
    ProgressListener.Progress first = after(Phase.PRE_TRAINING, 1, 10_000);
    assertThat(first.left()).isEmpty();
    assertThat(first.percent()).isZero();
    assertThat(first).hasToString("0 %, pre-training of q, epoch 1 of 10");
    assertThat(after(Phase.PRE_TRAINING, 2, 10_010).left()).contains(Duration.ofMillis(180));
  }

  @Test
  void oneSlowEpochAmongOthersIsNotTakenForTheRule() {
    listener.onStart(PHASES);
    for (int epoch = 1; epoch <= 5; epoch++) {
      after(Phase.PRE_TRAINING, epoch, 100 * epoch);
    }
    ProgressListener.Progress afterPause = after(Phase.PRE_TRAINING, 6, 60_000);
    assertThat(afterPause.left()).contains(Duration.ofMillis(1400));
  }

  @Test
  void everyPhaseHasATimeOfItsOwn() {
    listener.onStart(PHASES);
    for (int epoch = 1; epoch <= 10; epoch++) {
      after(Phase.PRE_TRAINING, epoch, 100 * epoch);
    }
    ProgressListener.Progress progress =
        after(Phase.M_STEP, 1, 1300); // 300 ms, three times as long
    assertThat(progress.left()).contains(Duration.ofMillis(4 * 300 + 5 * 200));
  }

  @Test
  void theFractionNeverFallsAndEndsAtOne() {
    listener.onStart(PHASES);
    for (int epoch = 1; epoch <= 10; epoch++) {
      after(Phase.PRE_TRAINING, epoch, 10 * epoch);
    }
    double before = told.get(told.size() - 1).fraction();
    ProgressListener.Progress slower = after(Phase.M_STEP, 1, 10_000);
    assertThat(slower.fraction()).isGreaterThanOrEqualTo(before);
    for (int epoch = 2; epoch <= 5; epoch++) {
      after(Phase.M_STEP, epoch, 10_000 * epoch);
    }
    for (int epoch = 1; epoch <= 4; epoch++) {
      assertThat(after(Phase.E_STEP, epoch, 50_000 + epoch).percent()).isLessThan(100);
    }
    ProgressListener.Progress end = after(Phase.E_STEP, 5, 50_005);
    assertThat(end.fraction()).isEqualTo(1);
    assertThat(end.left()).contains(Duration.ZERO);
  }

  @Test
  void aPhaseThatEndsSoonerLetsTheFractionJump() {
    listener.onStart(PHASES);
    after(Phase.PRE_TRAINING, 1, 100);
    ProgressListener.Progress inPreTraining = after(Phase.PRE_TRAINING, 2, 200);
    assertThat(inPreTraining.fraction()).isEqualTo(0.1);
    ProgressListener.Progress inMStep = after(Phase.M_STEP, 1, 300);
    assertThat(inMStep.fraction()).isEqualTo(300.0 / (300 + 900));
  }

  @Test
  void severalNetworksPOfOneIterationAreSeveralPhases() {
    listener.onStart(
        List.of(
            new Phase.Planned(Phase.M_STEP, 1, 5),
            new Phase.Planned(Phase.M_STEP, 1, 5),
            new Phase.Planned(Phase.E_STEP, 1, 5)));
    for (int epoch = 1; epoch <= 5; epoch++) {
      after(Phase.M_STEP, epoch, 100 * epoch);
    }
    assertThat(after(Phase.M_STEP, 1, 600).left()).contains(Duration.ofMillis(900));
  }

  @Test
  void callsAreNoMoreFrequentThanAsked() {
    ProgressListener seldom = ProgressListener.every(Duration.ofMillis(250), told::add);
    seldom.onStart(PHASES);
    for (int epoch = 1; epoch <= 10; epoch++) {
      seldom.onEpoch(report(Phase.PRE_TRAINING, epoch, 10, 100 * epoch));
    }
    assertThat(told).extracting(ProgressListener.Progress::epoch).containsExactly(1, 4, 7, 10);
  }

  @Test
  void aLineSaysWhereTheFitIs() {
    assertThat(
            new ProgressListener.Progress(
                Phase.E_STEP,
                2,
                30,
                100,
                0.429,
                Duration.ofSeconds(1),
                Optional.of(Duration.ofMillis(1234))))
        .hasToString("42 %, E-step 2, epoch 30 of 100, 1.2 s left");
    assertThat(
            new ProgressListener.Progress(
                Phase.PRE_TRAINING,
                0,
                1,
                2,
                0,
                Duration.ZERO,
                Optional.of(Duration.ofSeconds(3725))))
        .hasToString("0 %, pre-training of q, epoch 1 of 2, 1 h 2 min left");
    assertThat(
            new ProgressListener.Progress(
                Phase.M_STEP, 1, 1, 2, 0, Duration.ZERO, Optional.of(Duration.ofSeconds(61))))
        .hasToString("0 %, M-step 1, epoch 1 of 2, 1 min 1 s left");
  }

  @Test
  void aFitIsFollowedToItsEnd() {
    Graph<Integer> graph = CitationGraphGenerator.builder().nodes(500).build().generate().graph();
    Gmnn.paper()
        .seed(1)
        .pretrainEpochs(4)
        .learningEpochs(3)
        .inferenceEpochs(3)
        .emIterations(2)
        .listener(listener)
        .fit(graph);
    assertThat(told).hasSize(4 + 2 * (3 + 3));
    assertThat(told)
        .extracting(ProgressListener.Progress::fraction)
        .isSorted()
        .startsWith(0.0)
        .endsWith(1.0);
    assertThat(told.get(told.size() - 2).fraction()).isLessThan(1);
  }

  @Test
  void wrongUseIsSaid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProgressListener.every(Duration.ofNanos(-1), told::add))
        .withMessageContainingAll("interval", "-1");
    assertThatIllegalStateException()
        .isThrownBy(() -> listener.onEpoch(report(Phase.M_STEP, 1, 5, 1)))
        .withMessageContaining("onStart");
  }
}
