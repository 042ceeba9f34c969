package io.github.gmnn.cli.training;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.training.Teacher;
import java.util.LinkedHashMap;
import java.util.Map;
import org.nd4j.linalg.learning.config.Adam;

/**
 * All that is chosen about a training but its data, seed and threads. A setting is the override's
 * where there is one, else that of the kind of q, else the preset's; what nobody names is left to
 * the library, so that a plan without overrides trains what the library does.
 *
 * @param preset the settings to start from
 * @param q what q is made of; null for the preset's
 * @param method what is trained
 * @param approximation how q annotates nodes for p; null for the kind's own
 * @param attributesInP whether p sees the attributes
 * @param predictor which network predicts; null for q
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
  public TrainingPlan {
    q = q == null ? preset.q() : q;
    predictor = predictor == null ? PredictingNetwork.Q : predictor;
  }

  /** GMNN with the preset's settings and a kind of q. */
  public static TrainingPlan of(TrainingPreset preset, Architecture q) {
    return new TrainingPlan(preset, q, TrainingMethod.GMNN, null, false, null, Overrides.NONE);
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
    check();
    GmnnTrainer.Builder builder = preset.builder().inference(q.kind());
    if (approximation != null) {
      builder.approximation(approximation.strategy);
    }
    if (attributesInP) {
      builder.attributesInLearning(true);
    }
    if (predictor != PredictingNetwork.Q) {
      builder.predictor(predictor.predictor);
    }
    if (overrides.learningRate() != null) {
      setLearningRate(builder, overrides.learningRate());
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

  private void check() {
    if (predictor != PredictingNetwork.Q && method != TrainingMethod.GMNN) {
      throw new IllegalArgumentException(
          "--predictor " + predictor + " needs p, which --method " + method + " does not train");
    }
    if (q.isChoice() && preset.isPublished()) {
      throw new IllegalArgumentException(
          "--q " + q + " chooses among kinds that have their own settings: leave out --preset");
    }
    if (!q.takesSingleSettings() && overrides.haveWhatKindsBring()) {
      throw new IllegalArgumentException(
          "--q " + q + " brings its own " + Overrides.whatKindsBring() + ": leave them out");
    }
  }

  /** Of q and p where both have the preset's updater, else of q: p has its own. */
  private void setLearningRate(GmnnTrainer.Builder builder, double rate) {
    if (q == Architecture.GC) {
      builder.updater(preset.updater(rate));
    } else {
      builder.inferenceUpdater(new Adam(rate));
    }
  }

  /** Which settings were taken, in words: {@code the paper's for Cora (--preset cora)}. */
  public String describe() {
    String name = preset.toString();
    String whose =
        preset.isPublished()
            ? "the paper's for " + preset.name().charAt(0) + name.substring(1)
            : q.isChoice() ? "chosen by validation" : "the library's for its kind of q";
    return whose + " (--preset " + name + (q == preset.q() ? "" : " --q " + q) + ")";
  }

  /** What is not as the preset has it, by the names of the options. */
  public Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>();
    if (q != preset.q()) {
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
      case GMNN -> annotation() + ofQ.substring(annotation().isEmpty() ? 1 : 0) + attributes();
      case GCN -> q == Architecture.GC ? method.toString() : q + "-alone";
      case SELF_TRAINING -> method + ofQ;
      case LABEL_PROPAGATION -> method.toString();
    };
  }

  /** The strategy; the robust kinds have one of their own. */
  private String annotation() {
    if (approximation == null) {
      return q.isRobust() ? "" : Approximation.ANNEALING.toString();
    }
    return approximation.toString();
  }

  private String attributes() {
    return attributesInP ? "-attributes-in-p" : "";
  }
}
