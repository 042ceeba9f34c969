package io.github.gmnn;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.GmnnListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.optimize.api.TrainingListener;

/** All settings of a {@link GmnnTrainer}, checked by its builder. */
record TrainerSettings(
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean amortized,
    boolean attributesInLearning,
    ApproximationStrategy approximation,
    Teacher teacher,
    Predictor predictor,
    int pretrainEpochs,
    int emIterations,
    int learningEpochs,
    int inferenceEpochs,
    int patience,
    ValidationMetric validationMetric,
    ClassWeighting classWeighting,
    FeatureScaling featureScaling,
    int threads,
    long seed,
    CheckpointPlan checkpoint,
    List<GmnnListener> listeners,
    List<TrainingListener> inferenceListeners,
    List<TrainingListener> learningListeners) {

  /** All that decides the result of a fit, by name. */
  Map<String, String> describe() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("seed", "" + seed);
    // a lambda's name differs from process to process
    map.put(
        "approximation",
        approximation.getClass().isHidden() ? "of the application" : "" + approximation);
    map.put("attributesInLearning", "" + attributesInLearning);
    map.put("amortized", "" + amortized);
    map.put("teacher", "" + teacher);
    map.put("predictor", "" + predictor);
    map.put("pretrainEpochs", "" + pretrainEpochs);
    map.put("emIterations", "" + emIterations);
    map.put("learningEpochs", "" + learningEpochs);
    map.put("inferenceEpochs", "" + inferenceEpochs);
    map.put("patience", "" + patience);
    map.put("validationMetric", "" + validationMetric);
    map.put("classWeighting", "" + classWeighting);
    map.put("featureScaling", "" + featureScaling);
    return map;
  }

  /** Settings and layers as one text, to tell whether a checkpoint belongs to them. */
  String fingerprint() {
    return describe() + " " + LayerCodec.encode(inference) + " " + LayerCodec.encode(learning);
  }
}
