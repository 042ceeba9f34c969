package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.graph.Graph;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What labels are decided by, and which prediction sets are written. */
final class DecisionOptions {
  @Option(
      names = "--decide",
      paramLabel = "RULE",
      converter = RuleConverter.class,
      description =
          "Decide by thresholds that the validation nodes choose, and keep them in the model:"
              + " recall:LABEL:SHARE, precision:LABEL:SHARE, cost:TRUE>DECIDED=COST,... or"
              + " metric:macro-f1. Default: the likeliest label.")
  private DecisionRule rule;

  @Option(
      names = "--sets",
      paramLabel = "LEVEL",
      converter = LevelConverter.class,
      description =
          "Write a column to --predictions with the labels that contain the true one with that"
              + " probability, such as 0.9, by the validation nodes; a bar is between them.")
  private Double level;

  @Option(
      names = "--smooth-sets",
      description =
          "With --sets: mix the distribution of each node with those of its neighbours and of"
              + " similar nodes, for smaller sets where the model is unsure. --predictions then has"
              + " the labels and probabilities of the mixture.")
  private boolean smooth;

  /** The rule; null for the likeliest label. */
  DecisionRule rule() {
    return rule;
  }

  /** The level of prediction sets; null if none are wanted. */
  Double level() {
    return level;
  }

  /** Refuses options that contradict each other. */
  void check() {
    if (smooth && (level == null || rule != null)) {
      throw new IllegalArgumentException(
          "--smooth-sets belongs to --sets, and --decide needs the model's own probabilities");
    }
  }

  /** The predictions as these options want them written. */
  <K> Predictions<K> written(Predictions<K> predictions, Graph<K> graph) {
    return smooth ? predictions.smoothedForSets(graph) : predictions;
  }

  /** The model as it decides by these options. */
  <K> GmnnModel<K> decide(GmnnModel<K> model) {
    try {
      return rule == null ? model : model.deciding(rule);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("--decide: " + e.getMessage(), e);
    }
  }

  private static final class RuleConverter implements ITypeConverter<DecisionRule> {
    @Override
    public DecisionRule convert(String text) {
      try {
        return DecisionRule.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  private static final class LevelConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        double level = Double.parseDouble(text);
        PredictionSets.needed(level); // refuses what is no level
        return level;
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
