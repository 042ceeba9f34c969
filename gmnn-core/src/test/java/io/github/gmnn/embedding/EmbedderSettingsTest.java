package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import org.junit.jupiter.api.Test;

class EmbedderSettingsTest {
  /** A default of NaN was no penalty that the setting itself would have taken. */
  @Test
  void everyDefaultThatIsNotLeftOpenIsAValueTheSettingTakes() {
    for (Setting<?> setting : EmbedderSettings.all()) {
      if (setting.defaultValue() != null) {
        assertThat(taken(setting)).as(setting.name()).isNotNull();
      }
    }
  }

  private static <T> Object taken(Setting<T> setting) {
    return EmbedderSettings.defaults().with(setting, setting.defaultValue()).get(setting);
  }

  @Test
  void thePenaltyIsLeftToTheSizeOfTheGraphUnlessItIsNamed() {
    Settings open = EmbedderSettings.defaults();
    assertThat(EmbedderSettings.l2(open, EmbedderSettings.L2_UP_TO)).isEqualTo(5e-4);
    assertThat(EmbedderSettings.l2(open, EmbedderSettings.L2_UP_TO + 1)).isZero();
    assertThat(open.describe()).containsEntry("l2", "by the size of the graph");

    Settings named = open.with(EmbedderSettings.L2, 0.1);
    assertThat(EmbedderSettings.l2(named, EmbedderSettings.L2_UP_TO + 1)).isEqualTo(0.1);
    assertThat(named.describe()).containsEntry("l2", "0.1");
  }

  @Test
  void noPenaltyIsNotANumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GmnnEmbedder.neighborPrediction().l2(Double.NaN))
        .withMessageContaining("l2 must be");
  }
}
