package io.github.gmnn;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import java.util.List;
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
    List<GmnnListener> listeners,
    List<TrainingListener> inferenceListeners,
    List<TrainingListener> learningListeners) {}
