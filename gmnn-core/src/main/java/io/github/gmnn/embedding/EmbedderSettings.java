package io.github.gmnn.embedding;

import io.github.gmnn.GmnnListener;
import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.graph.FeatureScaling;
import java.util.List;
import java.util.function.Consumer;
import org.nd4j.linalg.learning.config.IUpdater;

/** All settings of a {@link GmnnEmbedder}, checked by its builder. */
record EmbedderSettings(
    int dimensions,
    int depth,
    int maxTargets,
    double dropout,
    double weightDecay,
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
    Consumer<NodeEmbeddings> beforeEm) {}
