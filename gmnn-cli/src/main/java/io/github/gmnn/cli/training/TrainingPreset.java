package io.github.gmnn.cli.training;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.ValueType;
import java.util.Optional;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;

/** The settings of the published runs. */
public enum TrainingPreset {
  CORA(0.05, 100),
  CITESEER(0.05, 200),
  PUBMED(0.01, 200),
  /** The library's defaults: Cora's, but features are scaled by what they are. */
  DEFAULT(0.05, 100);

  private final double learningRate;
  private final int pretrainEpochs;

  TrainingPreset(double learningRate, int pretrainEpochs) {
    this.learningRate = learningRate;
    this.pretrainEpochs = pretrainEpochs;
  }

  /** The preset of that name, or the default one. */
  public static TrainingPreset ofDataset(String name) {
    for (TrainingPreset preset : values()) {
      if (preset.toString().equalsIgnoreCase(name)) {
        return preset;
      }
    }
    return DEFAULT;
  }

  public GmnnTrainer.Builder builder() {
    return Gmnn.builder()
        .featureScaling(this == DEFAULT ? FeatureScaling.AUTOMATIC : FeatureScaling.BINARY_ROW)
        .updater(updater(learningRate))
        .emGuard(this == DEFAULT) // the released code returns what EM gives in any case
        .pretrainEpochs(pretrainEpochs);
  }

  /** What a help text says of the default of a setting that presets decide. */
  public static Optional<String> defaultOf(Setting<?> setting) {
    return setting == TrainerSettings.FEATURE_SCALING
            || setting == TrainerSettings.PRETRAIN_EPOCHS
            || setting == TrainerSettings.EM_GUARD
        ? Optional.of("the preset's")
        : Optional.empty();
  }

  /** The preset's kind of updater with another learning rate. */
  public IUpdater updater(double rate) {
    return this == PUBMED ? new Adam(rate) : new RmsProp(rate, 0.99, 1e-8);
  }

  @Override
  public String toString() {
    return ValueType.word(this);
  }
}
