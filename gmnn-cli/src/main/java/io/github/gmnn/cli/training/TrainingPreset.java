package io.github.gmnn.cli.training;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.SettingsAccess;
import io.github.gmnn.training.internal.ValueType;
import java.util.stream.Stream;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;

/** The settings of the published runs. */
public enum TrainingPreset {
  CORA(0.05, 100),
  CITESEER(0.05, 200),
  PUBMED(0.01, 200),
  /** The library's defaults: {@link Gmnn#builder()}, where validation chooses what q is. */
  DEFAULT(0.05, 100);

  private final double learningRate;
  private final int pretrainEpochs;

  TrainingPreset(double learningRate, int pretrainEpochs) {
    this.learningRate = learningRate;
    this.pretrainEpochs = pretrainEpochs;
  }

  /**
   * The preset where none is named: that of the data's name, or the default one, also for a q that
   * is itself a choice between kinds with settings of their own.
   *
   * @param q what q is; null if it is the preset's
   */
  public static TrainingPreset of(String dataset, Architecture q) {
    return q != null && q.isChoice() ? DEFAULT : ofDataset(dataset);
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

  /** Whether its settings are published ones. */
  public boolean isPublished() {
    return this != DEFAULT;
  }

  /** What q is where nothing else is named. */
  Architecture q() {
    return isPublished() ? Architecture.GC : Architecture.ROBUST;
  }

  public GmnnTrainer.Builder builder() {
    return isPublished()
        ? Gmnn.paper()
            .updater(updater(learningRate))
            .emGuard(false) // the released code returns what EM gives in any case
            .pretrainEpochs(pretrainEpochs)
        : Gmnn.builder();
  }

  /** Whether the default of a setting differs between presets, or the kinds of q they have. */
  public static boolean decide(Setting<?> setting) {
    return Stream.of(CORA, DEFAULT)
        .map(preset -> TrainerSettings.ofFirstKind(SettingsAccess.of(preset.builder().build())))
        .anyMatch(settings -> settings.isSet(setting));
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
