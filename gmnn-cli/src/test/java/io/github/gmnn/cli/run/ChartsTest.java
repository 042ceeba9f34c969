package io.github.gmnn.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChartsTest {
  /** A run of so many epochs, all of the same validation accuracy. */
  private static Run run(int epochs, double validation) {
    List<EpochReport> history =
        IntStream.rangeClosed(1, epochs)
            .mapToObj(
                epoch ->
                    new EpochReport(
                        Phase.PRE_TRAINING,
                        0,
                        epoch,
                        10,
                        1,
                        OptionalDouble.of(validation),
                        Duration.ofMillis(1),
                        Duration.ofMillis(epoch)))
            .toList();
    return new Run("", 1, Map.of(), 1, 1, 1, "", history, null);
  }

  private static double[] drawn(Run... runs) {
    return Charts.overEpochs("runs", List.of(runs)).getSeriesMap().get("q").getYData();
  }

  @Test
  void runsAreDrawnAsTheirMean() {
    assertThat(drawn(run(2, 0.5), run(2, 0.75))).containsExactly(62.5, 62.5);
  }

  @Test
  void runsThatPatienceEndedSoonerAreLeftOut() {
    assertThat(drawn(run(3, 0.5), run(2, 0.75), run(3, 0.25))).containsExactly(37.5, 37.5, 37.5);
  }
}
