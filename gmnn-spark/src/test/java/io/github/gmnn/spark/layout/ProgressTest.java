package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final List<String> jobs = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private long seconds;

  private final Progress progress =
      new Progress(jobs::add, lines::add, () -> seconds * 1_000_000_000);

  @Test
  void aPhaseSaysThatItBeginsAndHowLongItTook() {
    progress.begin("lay out the graph");
    seconds = 7;
    progress.begin("make blocks");
    seconds = 9;
    progress.begin(null);
    progress.begin(null);

    assertThat(lines)
        .containsExactly(
            "lay out the graph",
            "lay out the graph took 7.0 s",
            "make blocks",
            "make blocks took 2.0 s");
    assertThat(jobs).containsExactly("GMNN: lay out the graph", "GMNN: make blocks", null, null);
  }

  @Test
  void aLongPhaseSaysNowAndThenHowFarItIs() {
    for (int epoch = 1; epoch <= 5; epoch++) {
      progress.step("pre-training", "epoch " + epoch);
      seconds += 12;
    }
    progress.begin(null);

    assertThat(lines)
        .containsExactly(
            "pre-training",
            "pre-training, epoch 3, after 24.0 s",
            "pre-training, epoch 5, after 48.0 s",
            "pre-training took 60.0 s");
    assertThat(jobs).hasSize(7).contains("GMNN: pre-training, epoch 4");
  }
}
