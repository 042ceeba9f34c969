package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.GmnnListener;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.nd4j.linalg.learning.config.IUpdater;

/** All settings of a {@link GmnnEmbedder}, checked by its builder. */
record EmbedderSettings(
    int dimensions,
    int depth,
    int maxTargets,
    double dropout,
    OptionalDouble weightDecay,
    IUpdater updater,
    ApproximationStrategy approximation,
    int annotationSize,
    SoftmaxMode softmax,
    int negatives,
    int pretrainEpochs,
    int emIterations,
    int learningEpochs,
    int inferenceEpochs,
    FeatureScaling featureScaling,
    int threads,
    long seed,
    List<GmnnListener> listeners,
    Consumer<NodeEmbeddings> beforeEm) {
  /**
   * The L2 penalty for a graph of that size. The loss is a mean over nodes, so the share of it that
   * trains one node's outputs falls with their number; a penalty that stays wins in the end.
   */
  double weightDecay(int nodes) {
    return weightDecay.orElse(nodes <= GmnnEmbedder.Builder.WEIGHT_DECAY_UP_TO ? 5e-4 : 0);
  }
}
