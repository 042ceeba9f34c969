package io.github.gmnn.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.SettingsAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.RmsProp;

class TrainingPlanTest {
  private static Settings settings(GmnnTrainer.Builder builder) {
    return SettingsAccess.of(builder.build());
  }

  private static Settings settings(TrainingPreset preset, Architecture q, Double rate) {
    Overrides overrides = new Overrides(TrainerSettings.defaults(), rate, null);
    return settings(
        new TrainingPlan(preset, q, TrainingMethod.GMNN, null, false, null, overrides).builder());
  }

  @Test
  void theDefaultSetsNothingOnTopOfTheLibrarys() {
    Settings plain = settings(TrainingPlan.of(TrainingPreset.DEFAULT, null).builder());
    assertThat(plain.given().keySet())
        .isEqualTo(settings(Gmnn.builder()).given().keySet())
        .containsExactly("inferenceAmong");
    assertThat(plain.describe()).isEqualTo(settings(Gmnn.builder()).describe());
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void aNamedKindIsTheLibrarysOfThatName(Architecture q) {
    assertThat(settings(TrainingPlan.of(TrainingPreset.DEFAULT, q).builder()).describe())
        .isEqualTo(
            settings(Gmnn.builder().inference(InferenceKinds.named(q.toString()))).describe());
  }

  @Test
  void publishedPresetsHaveThePapersSettings() {
    Settings pubmed = settings(TrainingPreset.PUBMED, null, null);
    assertThat(pubmed.describe())
        .isEqualTo(
            settings(Gmnn.paper().updater(new Adam(0.01)).emGuard(false).pretrainEpochs(200))
                .describe());
  }

  @Test
  void aLearningRateIsThatOfBothNetworksOfThePaper() {
    Settings cora = settings(TrainingPreset.CORA, null, 0.02);
    assertThat(cora.get(TrainerSettings.INFERENCE_UPDATER))
        .isEqualTo(new RmsProp(0.02, 0.99, 1e-8));
    assertThat(cora.get(TrainerSettings.LEARNING_UPDATER)).isEqualTo(new RmsProp(0.02, 0.99, 1e-8));
  }

  @Test
  void aLearningRateOfTheRobustChoiceIsAdamsForEveryCandidate() {
    Settings chosen = settings(TrainingPreset.DEFAULT, null, 0.02);
    assertThat(chosen.isSet(TrainerSettings.LEARNING_UPDATER)).isFalse();
    assertThat(TrainerSettings.ofFirstKind(chosen).get(TrainerSettings.INFERENCE_UPDATER))
        .isEqualTo(new Adam(0.02));
  }

  @Test
  void theFoldersNameDecidesUnlessQIsAChoiceOfItsOwn() {
    assertThat(TrainingPreset.of("citeseer", null)).isEqualTo(TrainingPreset.CITESEER);
    assertThat(TrainingPreset.of("citeseer", Architecture.GAT)).isEqualTo(TrainingPreset.CITESEER);
    assertThat(TrainingPreset.of("citeseer", Architecture.AUTO)).isEqualTo(TrainingPreset.DEFAULT);
    assertThat(TrainingPreset.of("customers", null)).isEqualTo(TrainingPreset.DEFAULT);
  }
}
