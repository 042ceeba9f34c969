package io.github.gmnn.cli.training;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.graph.FeatureScaling;
import java.util.Locale;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;

/** The settings of the published runs. */
public enum Preset {
  CORA(0.05, 100),
  CITESEER(0.05, 200),
  PUBMED(0.01, 200),
  /** The library's defaults: Cora's, but features are scaled by what they are. */
  DEFAULT(0.05, 100);

  private final double learningRate;
  private final int pretrainEpochs;

  Preset(double learningRate, int pretrainEpochs) {
    this.learningRate = learningRate;
    this.pretrainEpochs = pretrainEpochs;
  }

  /** The preset of that name, or the default one. */
  public static Preset ofDataset(String name) {
    for (Preset preset : values()) {
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

  /** The preset's kind of updater with another learning rate. */
  public IUpdater updater(double rate) {
    return this == PUBMED ? new Adam(rate) : new RmsProp(rate, 0.99, 1e-8);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
