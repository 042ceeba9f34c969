package io.github.gmnn.spark;

import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.ValidationMetric;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decides a fit, beside the graph.
 *
 * @param seed of all randomness
 * @param inference q
 * @param learning p
 * @param attributesInLearning whether p sees attributes too
 * @param annotation how q annotates nodes for p
 * @param pretrainEpochs epochs on the labels alone
 * @param emIterations how often M-step and E-step alternate
 * @param learningEpochs epochs of an M-step
 * @param inferenceEpochs epochs of an E-step
 * @param patience after how many epochs without a better metric a phase ends
 * @param metric what validation goes by
 * @param pretrainSelection which epoch of pre-training is kept
 * @param inferenceSelection which epoch of the E-steps is kept
 * @param weighting what classes weigh
 * @param emGuard whether q returns to before EM where validation holds that for better
 * @param calibration how probabilities are calibrated
 * @param blocks how many blocks
 * @param targets the share of the unlabelled nodes that are targets
 * @param maxNeighbors how many neighbours of a node are seen; 0 for all
 * @param checkpoint where checkpoints go, or null
 * @param checkpointInterval after how many epochs
 * @param listeners told of every epoch
 * @param described the settings by name
 */
record FitSettings(
    long seed,
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean attributesInLearning,
    Annotation annotation,
    int pretrainEpochs,
    int emIterations,
    int learningEpochs,
    int inferenceEpochs,
    int patience,
    ValidationMetric metric,
    Selection pretrainSelection,
    Selection inferenceSelection,
    ClassWeighting weighting,
    boolean emGuard,
    Calibration calibration,
    int blocks,
    double targets,
    int maxNeighbors,
    @Nullable String checkpoint,
    int checkpointInterval,
    List<GmnnListener> listeners,
    Map<String, String> described) {}
