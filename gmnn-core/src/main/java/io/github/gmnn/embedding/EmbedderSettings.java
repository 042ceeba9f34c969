package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;

/** The settings of a {@link GmnnEmbedder}, each declared here and nowhere else. */
final class EmbedderSettings {
  static final int L2_UP_TO = 10_000;

  static final Setting<Long> SEED = Setting.of("seed", 1L);
  static final Setting<Integer> DIMENSIONS = Setting.count("dimensions", 512, 1);
  static final Setting<Integer> DEPTH = Setting.count("depth", 3, 0);
  static final Setting<Integer> MAX_TARGETS = Setting.count("maxTargets", 1_000, 1);
  static final Setting<Double> DROPOUT = Setting.rate("dropout", 0.5);
  static final Setting<Double> L2 =
      Setting.notNegative("l2", Double.NaN)
          .printed(l2 -> Double.isNaN(l2) ? "by the size of the graph" : l2.toString());
  static final Setting<IUpdater> UPDATER =
      Setting.<IUpdater>of("updater", new Adam(0.1)).checked(IUpdater::clone);
  static final Setting<ApproximationStrategy> APPROXIMATION =
      Setting.of("approximation", Approximations.annealing(0.1));
  static final Setting<Integer> ANNOTATION_SIZE = Setting.count("annotationSize", 128, 1);
  static final Setting<SoftmaxMode> SOFTMAX = Setting.of("softmax", SoftmaxMode.AUTOMATIC);
  static final Setting<Integer> NEGATIVES = Setting.count("negatives", 512, 1);
  static final Setting<Integer> BATCH_SIZE =
      Setting.count("batchSize", Integer.MAX_VALUE, 1)
          .printed(nodes -> nodes == Integer.MAX_VALUE ? "all nodes" : nodes.toString());
  static final Setting<Integer> PRETRAIN_EPOCHS = Setting.count("pretrainEpochs", 200, 1);
  static final Setting<Integer> EM_ITERATIONS = Setting.count("emIterations", 2, 0);
  static final Setting<Integer> LEARNING_EPOCHS = Setting.count("learningEpochs", 100, 1);
  static final Setting<Integer> INFERENCE_EPOCHS = Setting.count("inferenceEpochs", 100, 1);
  static final Setting<Integer> PATIENCE =
      Setting.count("patience", Integer.MAX_VALUE, 1)
          .printed(epochs -> epochs == Integer.MAX_VALUE ? "unlimited" : epochs.toString());
  static final Setting<@Nullable ToDoubleFunction<NodeEmbeddings<?>>> VALIDATION =
      Setting.of("validation", null);
  static final Setting<FeatureScaling> FEATURE_SCALING =
      Setting.of("featureScaling", FeatureScaling.AUTOMATIC);
  static final Setting<Integer> THREADS =
      Setting.count("threads", Runtime.getRuntime().availableProcessors(), 1).withoutInfluence();
  static final Setting<@Nullable CheckpointPlan> CHECKPOINT =
      Setting.<@Nullable CheckpointPlan>of("checkpoint", null).withoutInfluence();
  static final Setting<List<GmnnListener>> LISTENERS =
      Setting.<List<GmnnListener>>of("listeners", List.of())
          .checked(List::copyOf)
          .withoutInfluence();
  static final Setting<Consumer<NodeEmbeddings<?>>> BEFORE_EM =
      Setting.<Consumer<NodeEmbeddings<?>>>of("beforeEm", embeddings -> {}).withoutInfluence();

  private static final Settings DEFAULTS =
      Settings.of(
          List.of(
              SEED,
              DIMENSIONS,
              DEPTH,
              MAX_TARGETS,
              DROPOUT,
              L2,
              UPDATER,
              APPROXIMATION,
              ANNOTATION_SIZE,
              SOFTMAX,
              NEGATIVES,
              BATCH_SIZE,
              PRETRAIN_EPOCHS,
              EM_ITERATIONS,
              LEARNING_EPOCHS,
              INFERENCE_EPOCHS,
              PATIENCE,
              VALIDATION,
              FEATURE_SCALING,
              THREADS,
              CHECKPOINT,
              LISTENERS,
              BEFORE_EM));

  private EmbedderSettings() {}

  static Settings defaults() {
    return DEFAULTS;
  }

  /**
   * The L2 penalty for a graph of that size. The loss is a mean over nodes, so the share of it that
   * trains one node's outputs falls with their number; a penalty that stays wins in the end.
   */
  static double l2(Settings settings, int nodes) {
    double named = settings.get(L2);
    return Double.isNaN(named) ? (nodes <= L2_UP_TO ? 5e-4 : 0) : named;
  }
}
