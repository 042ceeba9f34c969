package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.persistence.ModelData;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and makes what a model file holds: the networks and what belongs to them, without nodes.
 */
final class ModelParts {
  private static final String SCALING = "featureScaling";
  private static final String PREDICTOR = "predictor";
  private static final String ATTRIBUTES = "attributesInLearning";
  private static final String TEMPERATURE = "temperature";

  private ModelParts() {}

  static ModelData<Object> of(FitSettings settings, PartitionedGraph graph, SparkFit fit) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(SCALING, graph.scaler().scaling().name());
    options.put(PREDICTOR, Predictor.INFERENCE.name());
    options.put(ATTRIBUTES, "" + settings.attributesInLearning());
    double temperature = fit.temperature();
    options.put(TEMPERATURE, "" + temperature);
    Map<String, String> described = new LinkedHashMap<>(settings.described());
    if (settings.calibration() != Calibration.NONE) {
      described.put("calibration.temperature", "" + temperature);
    }
    return new ModelData<>(
        fit.inference(),
        fit.learning(),
        options,
        graph.classes(),
        NodeIndex.of(List.of()),
        DenseMatrix.zeros(0, graph.classes().size()),
        null,
        new ModelData.Features(graph.features(), graph.hasFeatures(), FeatureSchema.UNNAMED),
        fit.inferenceParameters(),
        fit.learningParameters(),
        fit.history(),
        graph.scaler().scaling() == FeatureScaling.STANDARD
            ? new float[][] {graph.scaler().means(), graph.scaler().deviations()}
            : null,
        List.of(),
        List.of(),
        Provenance.of(described, "", fit.history()));
  }

  /** The same model without the nodes of its training graph. */
  static ModelData<Object> withoutNodes(ModelData<?> model) {
    return new ModelData<>(
        model.inference(),
        model.learning(),
        model.options(),
        model.classes(),
        NodeIndex.of(List.of()),
        DenseMatrix.zeros(0, model.classes().size()),
        null,
        model.features(),
        model.inferenceParameters(),
        model.learningParameters(),
        model.history(),
        model.scales(),
        model.warnings(),
        List.of(),
        model.provenance());
  }

  static ScalerArrays scaler(ModelData<?> model) {
    float[][] scales = model.scales() == null ? new float[2][0] : model.scales();
    return new ScalerArrays(
        FeatureScaling.valueOf(model.options().get(SCALING)), scales[0], scales[1]);
  }

  static double temperature(ModelData<?> model) {
    return Double.parseDouble(model.options().getOrDefault(TEMPERATURE, "1"));
  }

  static Predictor predictor(ModelData<?> model) {
    return Predictor.valueOf(model.options().get(PREDICTOR));
  }
}
