package io.github.gmnn;

import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.model.ModelState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What labels and prediction sets are decided by.
 *
 * @param thresholds what decides for a label; null for the likeliest one
 * @param sets what makes sets of labels; null if nothing does
 */
record Decisions(@Nullable Thresholds thresholds, @Nullable PredictionSets sets) {
  private static final Logger LOG = LoggerFactory.getLogger(GmnnModel.class);
  static final Decisions NONE = new Decisions(null, null);

  static Decisions of(List<String> classes, ModelState.Decisions state) {
    Map<String, Double> byClass = new LinkedHashMap<>();
    for (int c = 0; c < state.thresholds().length; c++) {
      byClass.put(classes.get(c), state.thresholds()[c]);
    }
    return new Decisions(
        byClass.isEmpty() ? null : Thresholds.of(byClass),
        state.labels().length == 0
            ? null
            : PredictionSets.of(classes, state.labels(), state.distributions()));
  }

  /** The index of the label of a distribution. */
  int decide(float[] distribution) {
    return thresholds == null
        ? Elementwise.argMax(distribution, 0, distribution.length)
        : thresholds.decide(distribution);
  }

  static Thresholds choose(ModelState<?> model, DecisionRule rule) {
    int[] labels = model.decisions().labels();
    if (labels.length == 0) {
      throw new IllegalStateException(
          "thresholds are chosen on validation nodes, and the model was fitted with none: hold some"
              + " labels for validation");
    }
    float[][] rows = new float[labels.length][];
    Arrays.setAll(rows, i -> Predictions.row(model.decisions().distributions(), i));
    return Thresholds.choose(model.classes(), labels, rows, rule);
  }

  /** A model that decides by thresholds, and warns of what they warn of. */
  static <K> ModelState<K> with(Thresholds thresholds, ModelState<K> model) {
    if (!thresholds.classes().equals(model.classes())) {
      throw new IllegalArgumentException(
          "the thresholds are of the classes "
              + thresholds.classes()
              + ", not of "
              + model.classes());
    }
    ModelState.Training training = model.training();
    Set<String> warnings = new LinkedHashSet<>(training.warnings());
    for (String warning : thresholds.warnings()) {
      LOG.warn(warning);
      warnings.add(warning);
    }
    return model.deciding(
        model.decisions().with(thresholds.values()),
        new ModelState.Training(training.history(), List.copyOf(warnings), training.provenance()));
  }
}
