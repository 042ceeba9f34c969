package io.github.gmnn.spark;

import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decides a fit, beside the graph: a trainer's settings, and those that Spark alone has.
 *
 * @param trainer the settings that one machine has too
 * @param annotation how q annotates nodes for p
 * @param directed whether edges keep their direction
 * @param blocks how many blocks
 * @param targets the share of the unlabelled nodes that are targets
 * @param maxNeighbors how many neighbours of a node are seen; 0 for all
 * @param checkpoint where checkpoints go, or null
 * @param checkpointInterval after how many epochs
 */
record FitSettings(
    Settings trainer,
    Annotation annotation,
    boolean directed,
    int blocks,
    double targets,
    int maxNeighbors,
    @Nullable String checkpoint,
    int checkpointInterval) {
  long seed() {
    return trainer.get(TrainerSettings.SEED);
  }

  /** q. */
  NetworkDefinition inference() {
    return TrainerSettings.inference(trainer);
  }

  /** p. */
  NetworkDefinition learning() {
    return TrainerSettings.learning(trainer);
  }

  boolean attributesInLearning() {
    return trainer.get(TrainerSettings.ATTRIBUTES_IN_LEARNING);
  }

  int pretrainEpochs() {
    return trainer.get(TrainerSettings.PRETRAIN_EPOCHS);
  }

  int emIterations() {
    return trainer.get(TrainerSettings.EM_ITERATIONS);
  }

  int learningEpochs() {
    return trainer.get(TrainerSettings.LEARNING_EPOCHS);
  }

  int inferenceEpochs() {
    return trainer.get(TrainerSettings.INFERENCE_EPOCHS);
  }

  int patience() {
    return trainer.get(TrainerSettings.PATIENCE);
  }

  ValidationMetric metric() {
    return trainer.get(TrainerSettings.VALIDATION_METRIC);
  }

  Selection pretrainSelection() {
    return trainer.get(TrainerSettings.PRETRAIN_SELECTION);
  }

  Selection inferenceSelection() {
    return trainer.get(TrainerSettings.INFERENCE_SELECTION);
  }

  ClassWeighting weighting() {
    return trainer.get(TrainerSettings.CLASS_WEIGHTING);
  }

  boolean emGuard() {
    return trainer.get(TrainerSettings.EM_GUARD);
  }

  Calibration calibration() {
    return trainer.get(TrainerSettings.CALIBRATION);
  }

  FeatureScaling featureScaling() {
    return trainer.get(TrainerSettings.FEATURE_SCALING);
  }

  List<GmnnListener> listeners() {
    return trainer.get(TrainerSettings.LISTENERS);
  }

  /** The settings as text by name, for people and to recognise a checkpoint by. */
  Map<String, String> described() {
    Map<String, String> text = new LinkedHashMap<>(trainer.describe());
    text.put("spark.directed", "" + directed);
    text.put("spark.blocks", "" + blocks);
    text.put("spark.targets", "" + targets);
    text.put("spark.maxNeighbors", "" + maxNeighbors);
    return text;
  }
}
