package io.github.gmnn.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmbeddingExperimentTest {
  @Test
  void batchesAndSoftmaxFollowFromTheSizeOfTheGraph() {
    assertThat(settingsOf("mine", 1_001)).contains("batchSize=501");
    assertThat(settingsOf("facebook", 22_470)).contains("batchSize=5618", "softmax=SAMPLED");
    assertThat(settingsOf("mine", 200_000)).contains("batchSize=all nodes");
  }

  private static String settingsOf(String name, int nodes) {
    return EmbeddingExperiment.Settings.of(name, nodes).builder().build().toString();
  }
}
