package io.github.gmnn;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.NeighborLabelLayer;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.ValidationMetric;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;

/** The settings of {@link Gmnn#links()}; validation links of the Bitcoin networks chose them. */
final class LinkSettings {
  private static final int UNITS = 16;
  private static final double L2_OF_Q = 0.1;
  private static final double L2_OF_P = 1e-3;

  private LinkSettings() {}

  static GmnnTrainer.Builder builder() {
    return new GmnnTrainer.Builder()
        .featureScaling(FeatureScaling.STANDARD)
        .inferenceLayers(
            LinearLayer.builder()
                .nOut(UNITS)
                .hasBias(true)
                .activation(Activation.RELU)
                .l2(L2_OF_Q)
                .build(),
            LinearLayer.builder().hasBias(true).l2(L2_OF_Q).build())
        .learningLayers(
            NeighborLabelLayer.builder()
                .nOut(UNITS)
                .hasBias(true)
                .activation(Activation.RELU)
                .l2(L2_OF_P)
                .build(),
            LinearLayer.builder().hasBias(true).l2(L2_OF_P).build())
        .attributesInLearning(true)
        .updater(new Adam(0.01))
        .freshInferenceUpdater(true)
        .approximation(Approximations.meanPooling())
        .classWeighting(ClassWeighting.BALANCED)
        .targetWeighting(TargetWeighting.APART)
        .validationMetric(ValidationMetric.MACRO_F1)
        .pretrainEpochs(120)
        .emIterations(4)
        .learningEpochs(15)
        .inferenceEpochs(15);
  }
}
