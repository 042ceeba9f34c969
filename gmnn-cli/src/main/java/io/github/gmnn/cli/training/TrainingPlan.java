package io.github.gmnn.cli.training;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.training.Teacher;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that is chosen about a training but its data, seed and threads. A setting is the override's
 * where there is one, else that of the kind of q, else the preset's.
 *
 * @param preset the settings to start from
 * @param q what q is made of
 * @param method what is trained
 * @param approximation how q annotates nodes for p
 * @param attributesInP whether p sees the attributes
 * @param predictor which network predicts
 * @param overrides single settings
 */
public record TrainingPlan(
    TrainingPreset preset,
    Architecture q,
    TrainingMethod method,
    Approximation approximation,
    boolean attributesInP,
    PredictingNetwork predictor,
    Overrides overrides) {
  private static final int EM_ITERATIONS = 1;

  /** GMNN with the preset's settings and another kind of q. */
  public static TrainingPlan of(TrainingPreset preset, Architecture q) {
    return new TrainingPlan(
        preset,
        q,
        TrainingMethod.GMNN,
        Approximation.ANNEALING,
        false,
        PredictingNetwork.Q,
        Overrides.NONE);
  }

  /** This plan with another method. */
  public TrainingPlan with(TrainingMethod other) {
    return new TrainingPlan(preset, q, other, approximation, attributesInP, predictor, overrides);
  }

  /**
   * A trainer's builder that lacks seed and threads.
   *
   * @throws IllegalArgumentException if a setting is out of range, or settings exclude each other
   */
  public GmnnTrainer.Builder builder() {
    if (predictor != PredictingNetwork.Q && method != TrainingMethod.GMNN) {
      throw new IllegalArgumentException(
          "--predictor " + predictor + " needs p, which --method " + method + " does not train");
    }
    GmnnTrainer.Builder builder =
        preset
            .builder()
            .approximation(approximation.strategy)
            .attributesInLearning(attributesInP)
            .predictor(predictor.predictor);
    builder.emIterations(EM_ITERATIONS);
    if (q != Architecture.GC) {
      ofKind(builder);
    } else if (overrides.learningRate() != null) {
      builder.updater(preset.updater(overrides.learningRate()));
    }
    overrides.applyTo(builder);
    if (method == TrainingMethod.GCN) {
      builder.emIterations(0);
    }
    if (method == TrainingMethod.SELF_TRAINING) {
      builder.teacher(Teacher.SELF);
    }
    return builder;
  }

  /** The settings that the library has for the kind. */
  private void ofKind(GmnnTrainer.Builder builder) {
    if (overrides.haveWhatKindsBring()) {
      throw new IllegalArgumentException(
          "--q " + q + " brings its own " + Overrides.whatKindsBring() + ": leave them out");
    }
    builder.inference(q.kind());
    if (predictor != PredictingNetwork.Q || method == TrainingMethod.GCN) {
      builder.predictor(predictor.predictor); // what the kind leaves to validation
    }
  }

  /** What is not as the preset has it, by the names of the options. */
  public Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>();
    if (q != Architecture.GC) {
      options.put("q", q.toString());
    }
    if (predictor != PredictingNetwork.Q) {
      options.put("predictor", predictor.toString());
    }
    options.putAll(overrides.asMap());
    return options;
  }

  /** The name of the setting in tables and JSON. */
  public String name() {
    String ofQ = q == Architecture.GC ? "" : "-" + q;
    return switch (method) {
      case GMNN -> approximation + ofQ + (attributesInP ? "-attributes-in-p" : "");
      case GCN -> q == Architecture.GC ? method.toString() : q + "-alone";
      case SELF_TRAINING -> method + ofQ;
      case LABEL_PROPAGATION -> method.toString();
    };
  }
}
