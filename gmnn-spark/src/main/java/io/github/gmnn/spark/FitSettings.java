package io.github.gmnn.spark;

import io.github.gmnn.em.Candidate;
import io.github.gmnn.em.Choice;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.em.Trial;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What decides a fit, beside the graph: a trainer's settings, and those that Spark alone has.
 *
 * @param trainer the settings that one machine has too
 * @param choice what was chosen among several kinds of q, or null if q was named or is left open
 * @param annotation how q annotates nodes for p
 * @param directed whether edges keep their direction
 * @param blocks how many blocks; 0 where that is left open
 * @param targets the share of the unlabelled nodes that are targets
 * @param maxNeighbors how many neighbours of a node are seen; 0 for all
 * @param checkpoint where checkpoints go, or null
 * @param checkpointInterval after how many epochs
 * @param driver what the driver gives to training
 */
record FitSettings(
    Settings trainer,
    @Nullable Choice choice,
    Annotation annotation,
    boolean directed,
    int blocks,
    double targets,
    int maxNeighbors,
    @Nullable String checkpoint,
    int checkpointInterval,
    DriverShare driver) {
  /** Settings of a trainer that a fit on Spark leaves at their defaults. */
  private static final List<Setting<?>> NOT_ON_SPARK =
      List.of(
          TrainerSettings.NEIGHBORS_AS_FEATURES,
          TrainerSettings.INFERENCE_OBJECTIVE,
          TrainerSettings.LEARNING_OBJECTIVE,
          TrainerSettings.FRESH_LEARNING_NETWORKS,
          TrainerSettings.FRESH_INFERENCE_UPDATER,
          TrainerSettings.TARGET_WEIGHTING);

  /** A setting of a trainer that Spark does not have. */
  static Optional<Setting<?>> unsupported(Settings trainer) {
    return NOT_ON_SPARK.stream()
        .filter(setting -> !Objects.equals(trainer.get(setting), setting.defaultValue()))
        .findFirst();
  }

  /** The kinds of q among which the choice is left; empty if q is known. */
  List<Candidate> kinds() {
    return choice == null ? trainer.get(TrainerSettings.INFERENCE_AMONG) : List.of();
  }

  /** The same with what was chosen. */
  FitSettings settled(Trial trial) {
    Settings chosen = trial.settings();
    return new FitSettings(
        chosen,
        trial.choice(),
        Annotation.of(
            chosen.get(TrainerSettings.APPROXIMATION),
            annotation.temperature(),
            annotation.samples()),
        directed,
        blocks,
        targets,
        maxNeighbors,
        checkpoint,
        checkpointInterval,
        driver);
  }

  /** The same with so many blocks. */
  FitSettings withBlocks(int count) {
    return new FitSettings(
        trainer,
        choice,
        annotation,
        directed,
        count,
        targets,
        maxNeighbors,
        checkpoint,
        checkpointInterval,
        driver);
  }

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

  ValidationMetric metric() {
    return trainer.get(TrainerSettings.VALIDATION_METRIC);
  }

  ClassWeighting weighting() {
    return trainer.get(TrainerSettings.CLASS_WEIGHTING);
  }

  /** Whether p is trained. */
  boolean trainsLearning() {
    return TrainerSettings.trainsLearning(trainer);
  }

  /** Whether each E-step trains a fresh q. */
  boolean freshInference() {
    return trainer.get(TrainerSettings.FRESH_INFERENCE_NETWORK);
  }

  Calibration calibration() {
    return trainer.get(TrainerSettings.CALIBRATION);
  }

  FeatureScaling featureScaling() {
    return trainer.get(TrainerSettings.FEATURE_SCALING);
  }

  /** The settings as text by name, for people and to recognise a checkpoint by. */
  Map<String, String> described() {
    Map<String, String> text = new LinkedHashMap<>(trainer.describe());
    if (choice != null) {
      text.put("inferenceChosen", choice.toString());
    }
    text.put("spark.directed", "" + directed);
    text.put("spark.blocks", "" + blocks);
    text.put("spark.targets", "" + targets);
    text.put("spark.maxNeighbors", "" + maxNeighbors);
    return text;
  }
}
