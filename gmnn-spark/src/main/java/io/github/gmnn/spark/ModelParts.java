package io.github.gmnn.spark;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts together what a fit on Spark gives: the networks and what belongs to them, no nodes. */
final class ModelParts {
  private ModelParts() {}

  static ModelState<Object> of(FitSettings settings, PartitionedGraph graph, SparkFit fit) {
    ValidationPredictions validation = fit.validationPredictions();
    double temperature = settings.calibration() == Calibration.NONE ? 1 : validation.temperature();
    Map<String, String> described = new LinkedHashMap<>(settings.described());
    if (settings.calibration() != Calibration.NONE) {
      described.put("calibration.temperature", "" + temperature);
    }
    return new ModelState<>(
        graph.classes(),
        new ModelState.Networks(
            new ModelState.Network(fit.inference(), fit.inferenceParameters()),
            new ModelState.Network(fit.learning(), fit.learningParameters()),
            settings.attributesInLearning(),
            Predictor.INFERENCE,
            temperature),
        new ModelState.Features(
            graph.features(),
            graph.hasFeatures(),
            FeatureSchema.UNNAMED,
            graph.scaler().scaler(),
            0,
            graph.types().numbers() == null
                ? FeatureSchema.UNNAMED
                : FeatureSchema.ofNames(graph.types().numbers().names())),
        ModelState.Nodes.none(graph.classes().size()),
        validation.decisions(temperature),
        new ModelState.Training(
            fit.history(), List.of(), Provenance.of(described, "", fit.history())));
  }
}
