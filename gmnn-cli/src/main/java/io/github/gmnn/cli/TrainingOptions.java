package io.github.gmnn.cli;

import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.PredictingNetwork;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.cli.training.TrainingPreset;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a classifier is trained; its command is given {@link SettingOptions} too. */
final class TrainingOptions {
  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "${COMPLETION-CANDIDATES}; gcn is q without EM. Default: ${DEFAULT-VALUE}.")
  private TrainingMethod method = TrainingMethod.GMNN;

  @Option(
      names = "--q",
      paramLabel = "KIND",
      description =
          "The kind of q: ${COMPLETION-CANDIDATES}. Default: the preset's, which is gc for a"
              + " published one and robust for default.")
  private Architecture q;

  @Option(
      names = "--approximation",
      paramLabel = "STRATEGY",
      description =
          "How q annotates nodes for p: ${COMPLETION-CANDIDATES}. Default: annealing; mean for the"
              + " robust kinds.")
  private Approximation approximation;

  @Option(names = "--attributes-in-p", description = "Let p see the attributes besides the labels.")
  private boolean attributesInP;

  @Option(
      names = "--predictor",
      paramLabel = "NETWORK",
      description = "Which network predicts: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private PredictingNetwork predictor = PredictingNetwork.Q;

  @Option(
      names = "--preset",
      paramLabel = "PRESET",
      description =
          "Settings to start from, the published ones or the library's: ${COMPLETION-CANDIDATES}."
              + " Default: by the folder's name.")
  private TrainingPreset preset;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** What was asked for, on data of that name. */
  TrainingPlan plan(String dataset) {
    return new TrainingPlan(
        preset == null ? TrainingPreset.of(dataset, q) : preset,
        q,
        method,
        approximation,
        attributesInP,
        predictor,
        SettingOptions.read(command));
  }
}
