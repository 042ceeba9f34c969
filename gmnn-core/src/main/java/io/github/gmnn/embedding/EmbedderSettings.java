package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.SettingGroup;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;

/** The settings of a {@link GmnnEmbedder}, each declared here and nowhere else. */
final class EmbedderSettings {
  static final int L2_UP_TO = 10_000;

  /** How embeddings are learned. */
  enum Method {
    /** In which directions the surroundings of nodes differ most. */
    PRINCIPAL_COMPONENTS,
    /** The paper's: which nodes are near. */
    NEIGHBOR_PREDICTION
  }

  private static final SettingGroup ALL = new SettingGroup();
  private static final SettingGroup OF_COMPONENTS = ALL.part();
  private static final SettingGroup OF_PREDICTION = ALL.part();

  static final Setting<Method> METHOD =
      ALL.choice("method", Method.PRINCIPAL_COMPONENTS).means("how embeddings are learned");
  static final Setting<Long> SEED = ALL.seed("seed", 1).means("seed of all randomness");
  static final Setting<Integer> DIMENSIONS =
      ALL.count("dimensions", 512, 1).means("length of the vectors");
  static final Setting<Integer> HOPS =
      OF_COMPONENTS.count("hops", 4, 1).means("steps around a node whose features count");
  static final Setting<Integer> SMOOTHING =
      OF_COMPONENTS
          .count("smoothing", 4, 0)
          .means("steps over which vectors are averaged at the end");
  static final Setting<Integer> EPOCHS =
      OF_COMPONENTS.count("epochs", 3, 1).means("rounds in which directions are found");
  static final Setting<Integer> DEPTH =
      OF_PREDICTION.count("depth", 3, 0).means("steps within which nodes are predicted");
  static final Setting<Integer> MAX_TARGETS =
      OF_PREDICTION.count("maxTargets", 1_000, 1).means("nodes that a node has to predict at most");
  static final Setting<Double> DROPOUT =
      OF_PREDICTION.rate("dropout", 0.5).means("probability to drop an input");
  static final Setting<@Nullable Double> L2 =
      OF_PREDICTION
          .<@Nullable Double>value("l2", null)
          .checked(l2 -> Checks.notNegative(Objects.requireNonNull(l2), "l2"))
          .printed(l2 -> l2 == null ? "by the size of the graph" : l2.toString())
          .means("L2 penalty of all weights");
  static final Setting<IUpdater> UPDATER =
      OF_PREDICTION
          .<IUpdater>value("updater", new Adam(0.1))
          .checked(IUpdater::clone)
          .means("the updater of q and p");
  static final Setting<ApproximationStrategy> APPROXIMATION =
      OF_PREDICTION
          .value("approximation", Approximations.annealing(0.1))
          .means("how q annotates nodes for p");
  static final Setting<Integer> ANNOTATION_SIZE =
      OF_PREDICTION
          .count("annotationSize", 128, 1)
          .means("nodes that an annotation or a prediction of p keeps at most");
  static final Setting<GmnnEmbedder.SoftmaxMode> SOFTMAX =
      OF_PREDICTION
          .choice("softmax", GmnnEmbedder.SoftmaxMode.AUTOMATIC)
          .means("how the softmax over all nodes is computed");
  static final Setting<Integer> NEGATIVES =
      OF_PREDICTION.count("negatives", 512, 1).means("other nodes that a sampled softmax looks at");
  static final Setting<Integer> BATCH_SIZE =
      OF_PREDICTION
          .count("batchSize", Integer.MAX_VALUE, 1)
          .printed(nodes -> nodes == Integer.MAX_VALUE ? "all nodes" : nodes.toString())
          .means("nodes that an update learns from at most");
  static final Setting<Integer> PRETRAIN_EPOCHS =
      OF_PREDICTION.count("pretrainEpochs", 200, 1).means("epochs of q before EM");
  static final Setting<Integer> EM_ITERATIONS =
      OF_PREDICTION.count("emIterations", 2, 0).means("how often M-step and E-step alternate");
  static final Setting<Integer> LEARNING_EPOCHS =
      OF_PREDICTION.count("learningEpochs", 100, 1).means("epochs of p in each M-step");
  static final Setting<Integer> INFERENCE_EPOCHS =
      OF_PREDICTION.count("inferenceEpochs", 100, 1).means("epochs of q in each E-step");
  static final Setting<Integer> PATIENCE =
      ALL.count("patience", Integer.MAX_VALUE, 1)
          .printed(epochs -> epochs == Integer.MAX_VALUE ? "unlimited" : epochs.toString())
          .means("epochs without a better validation metric after which a phase ends");
  static final Setting<@Nullable ToDoubleFunction<NodeEmbeddings<?>>> VALIDATION =
      ALL.<@Nullable ToDoubleFunction<NodeEmbeddings<?>>>value("validation", null)
          .means("what measures the embeddings after every epoch");
  static final Setting<FeatureScaling> FEATURE_SCALING =
      ALL.choice("featureScaling", FeatureScaling.AUTOMATIC).means("how features are scaled");
  static final Setting<Integer> THREADS =
      ALL.count("threads", Runtime.getRuntime().availableProcessors(), 1)
          .withoutInfluence()
          .means("threads of a fit at most");
  static final Setting<@Nullable CheckpointPlan> CHECKPOINT =
      ALL.<@Nullable CheckpointPlan>value("checkpoint", null)
          .withoutInfluence()
          .means("where and how often checkpoints are written");
  static final Setting<List<GmnnListener>> LISTENERS =
      ALL.<List<GmnnListener>>value("listeners", List.of())
          .checked(List::copyOf)
          .withoutInfluence()
          .means("what is notified of every epoch");
  static final Setting<Consumer<NodeEmbeddings<?>>> BEFORE_EM =
      OF_PREDICTION
          .<Consumer<NodeEmbeddings<?>>>value("beforeEm", embeddings -> {})
          .withoutInfluence()
          .means("what receives the embeddings from before EM");

  private EmbedderSettings() {}

  static Settings defaults() {
    return ALL.defaults();
  }

  /** Settings that are of no use to a method. */
  static List<Setting<?>> foreignTo(Method method) {
    return (method == Method.PRINCIPAL_COMPONENTS ? OF_PREDICTION : OF_COMPONENTS).settings();
  }

  /** All settings in the order of their declaration. */
  static List<Setting<?>> all() {
    return ALL.settings();
  }

  /**
   * The L2 penalty for a graph of that size. The loss is a mean over nodes, so the share of it that
   * trains one node's outputs falls with their number; a penalty that stays wins in the end.
   */
  static double l2(Settings settings, int nodes) {
    Double named = settings.get(L2);
    return named == null ? (nodes <= L2_UP_TO ? 5e-4 : 0) : named;
  }
}
