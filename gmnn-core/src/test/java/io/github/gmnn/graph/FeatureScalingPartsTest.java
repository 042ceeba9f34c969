package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How {@link FeatureScaling.Automatic} puts together what parts of a graph tell. */
class FeatureScalingPartsTest {
  @Test
  void numbersThatOtherPartsAloneHaveCount() {
    FeatureScaling.Automatic all = new FeatureScaling.Automatic(3, 2, false);
    assertThat(all.choice()).isEqualTo(FeatureScaling.UNIT);
    FeatureScaling.Automatic part = new FeatureScaling.Automatic(3, 2, false);
    part.add(0, 43);
    part.add(0, 21);
    all.add(part);
    assertThat(all.choice()).isEqualTo(FeatureScaling.STANDARD_LOG);
  }
}
