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
   */
  public static Trial on(Settings settings, Graph<?> sample) {
    Settings ofSample = settings.with(TrainerSettings.FEATURE_SCALING, FeatureScaling.NONE);
    Choice choice = InferenceChoice.of(ofSample, sample).choice();
    if (choice == null) {
      throw new IllegalStateException("nothing was chosen");
    }
    return settled(settings, sample, choice);
  }

  /**
   * Returns what the fit that wrote a checkpoint settled.
   *
   * @throws IllegalArgumentException if the settings do not have its kind of q
   */
  public static Trial of(Checkpoint from, Settings settings, Graph<?> sample) {
    return settled(settings, sample, Choice.in(from));
  }

  private static Trial settled(Settings settings, Graph<?> sample, Choice choice) {
    return new Trial(
        InferenceChoice.settingsOf(FitPlan.kind(choice, settings), settings, sample), choice);
  }
}
