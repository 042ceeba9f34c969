package io.github.gmnn.em;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.internal.Settings;

/**
 * What kinds of q that are tried on one graph settle for a fit on another: a sample is tried, the
 * fit is of the whole.
 *
 * @param settings the settings of the fit, whose layers leave open what their graph decides
 * @param choice what was chosen
 */
public record Trial(Settings settings, Choice choice) {
  /**
   * Tries the kinds among which settings leave the choice.
   *
   * @param settings of the fit
   * @param sample what to try them on, its features scaled already
   * @param labels what those of the graph tell that the sample is of: of a sample mostly labelled
   *     nodes are taken
   */
  public static Trial on(Settings settings, Graph<?> sample, KnownLabels labels) {
    Settings ofSample = settings.with(TrainerSettings.FEATURE_SCALING, FeatureScaling.NONE);
    Choice choice = InferenceChoice.of(ofSample, sample).choice();
    if (choice == null) {
      throw new IllegalStateException("nothing was chosen");
    }
    return settled(settings, sample, labels, choice);
  }

  /**
   * Returns what the fit that wrote a checkpoint settled.
   *
   * @throws IllegalArgumentException if the settings do not have its kind of q
   */
  public static Trial of(Checkpoint from, Settings settings, Graph<?> sample, KnownLabels labels) {
    return settled(settings, sample, labels, Choice.in(from));
  }

  private static Trial settled(
      Settings settings, Graph<?> sample, KnownLabels labels, Choice choice) {
    Candidate kind = FitPlan.kind(choice, settings);
    return new Trial(InferenceChoice.settingsOf(kind, settings, sample, labels), choice);
  }
}
