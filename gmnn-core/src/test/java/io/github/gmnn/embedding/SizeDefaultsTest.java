package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.training.internal.Settings;
import org.junit.jupiter.api.Test;

class SizeDefaultsTest {
  private static final Settings PREDICTION =
      EmbedderSettings.defaults()
          .with(EmbedderSettings.METHOD, EmbedderSettings.Method.NEIGHBOR_PREDICTION);

  private static Settings of(int nodes) {
    return SizeDefaults.settle(PREDICTION, nodes);
  }

  @Test
  void batchesAndSoftmaxFollowFromTheSizeOfTheGraph() {
    assertThat(of(1_001).get(EmbedderSettings.BATCH_SIZE)).isEqualTo(501);
    assertThat(of(22_470).get(EmbedderSettings.BATCH_SIZE)).isEqualTo(5_618);
    assertThat(of(22_470).get(EmbedderSettings.SOFTMAX))
        .isEqualTo(GmnnEmbedder.SoftmaxMode.SAMPLED);
    assertThat(of(200_000).describe())
        .containsEntry("batchSize", "all nodes")
        .containsEntry("dimensions", "128");
  }

  @Test
  void whatIsSetStays() {
    Settings mine = PREDICTION.with(EmbedderSettings.DIMENSIONS, 7);
    assertThat(SizeDefaults.settle(mine, 200_000).get(EmbedderSettings.DIMENSIONS)).isEqualTo(7);
    assertThat(SizeDefaults.describe(mine))
        .containsEntry("dimensions", "7")
        .containsEntry("depth", "by the size of the graph")
        .containsEntry("dropout", "0.5");
  }

  @Test
  void componentsHaveFewerDimensionsOnLargeGraphs() {
    Settings components = EmbedderSettings.defaults();
    assertThat(SizeDefaults.settle(components, 25_000).get(EmbedderSettings.DIMENSIONS))
        .isEqualTo(512);
    assertThat(SizeDefaults.settle(components, 25_001).get(EmbedderSettings.DIMENSIONS))
        .isEqualTo(256);
    assertThat(SizeDefaults.settle(components, 100_000).get(EmbedderSettings.DIMENSIONS))
        .isEqualTo(256);
    assertThat(SizeDefaults.settle(components, 100_001).get(EmbedderSettings.DIMENSIONS))
        .isEqualTo(128);
    assertThat(SizeDefaults.describe(components))
        .containsEntry("dimensions", "by the size of the graph")
        .containsEntry("hops", "by the graph")
        .doesNotContainKey("depth");
  }
}
