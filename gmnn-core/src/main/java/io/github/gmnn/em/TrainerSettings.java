package io.github.gmnn.em;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.model.LayerCodec;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.ObjectiveFactory;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;

/** The settings of a trainer, each declared here and nowhere else. */
public final class TrainerSettings {
  public static final Setting<Long> SEED = Setting.of("seed", 1L);
  public static final Setting<Integer> HIDDEN_UNITS = Setting.count("hiddenUnits", 16, 1);
  public static final Setting<Double> DROPOUT = Setting.rate("dropout", 0.5);
  public static final Setting<Double> L2 = Setting.notNegative("l2", 5e-4);
  public static final Setting<IUpdater> INFERENCE_UPDATER = updater("inferenceUpdater");
  public static final Setting<IUpdater> LEARNING_UPDATER = updater("learningUpdater");
  public static final Setting<@Nullable List<Layer>> INFERENCE_LAYERS = layers("inferenceLayers");
  public static final Setting<@Nullable List<Layer>> LEARNING_LAYERS = layers("learningLayers");
  public static final Setting<List<Candidate>> INFERENCE_AMONG =
      Setting.<List<Candidate>>of("inferenceAmong", List.of()).checked(List::copyOf);
  public static final Setting<String> INFERENCE_CHOSEN =
      Setting.of("inferenceChosen", "nothing to choose");
  public static final Setting<Boolean> NEIGHBORS_AS_FEATURES =
      Setting.of("neighborsAsFeatures", false);
  public static final Setting<ObjectiveFactory> INFERENCE_OBJECTIVE =
      Setting.of("inferenceObjective", ObjectiveFactory.softmaxCrossEntropy());
  public static final Setting<ObjectiveFactory> LEARNING_OBJECTIVE =
      Setting.of("learningObjective", ObjectiveFactory.softmaxCrossEntropy());
  public static final Setting<Boolean> AMORTIZED = Setting.of("amortized", true);
  public static final Setting<Boolean> ATTRIBUTES_IN_LEARNING =
      Setting.of("attributesInLearning", false);
  public static final Setting<Boolean> OWN_LABEL_IN_LEARNING =
      Setting.of("ownLabelInLearning", true);
  public static final Setting<ApproximationStrategy> APPROXIMATION =
      Setting.of("approximation", Approximations.annealing(0.1));
  public static final Setting<Teacher> TEACHER = Setting.of("teacher", Teacher.LEARNING_NETWORK);
  public static final Setting<Predictor> PREDICTOR = Setting.of("predictor", Predictor.INFERENCE);
  public static final Setting<Integer> PRETRAIN_EPOCHS = Setting.count("pretrainEpochs", 100, 1);
  public static final Setting<Integer> EM_ITERATIONS = Setting.count("emIterations", 1, 0);
  public static final Setting<Integer> LEARNING_EPOCHS = Setting.count("learningEpochs", 100, 1);
  public static final Setting<Integer> INFERENCE_EPOCHS = Setting.count("inferenceEpochs", 100, 1);
  public static final Setting<Integer> PATIENCE =
      Setting.count("patience", Integer.MAX_VALUE, 1)
          .printed(epochs -> epochs == Integer.MAX_VALUE ? "unlimited" : epochs.toString());
  public static final Setting<ValidationMetric> VALIDATION_METRIC =
      Setting.of("validationMetric", ValidationMetric.ACCURACY);
  public static final Setting<Selection> PRETRAIN_SELECTION =
      Setting.of("pretrainSelection", Selection.METRIC);
  public static final Setting<Selection> INFERENCE_SELECTION =
      Setting.of("inferenceSelection", Selection.METRIC);
  public static final Setting<Boolean> EM_GUARD = Setting.of("emGuard", true);
  public static final Setting<Integer> FRESH_LEARNING_NETWORKS =
      Setting.count("freshLearningNetworks", 0, 0);
  public static final Setting<Boolean> FRESH_INFERENCE_UPDATER =
      Setting.of("freshInferenceUpdater", false);
  public static final Setting<TargetWeighting> TARGET_WEIGHTING =
      Setting.of("targetWeighting", TargetWeighting.TOGETHER);
  public static final Setting<ClassWeighting> CLASS_WEIGHTING =
      Setting.of("classWeighting", ClassWeighting.UNIFORM);
  public static final Setting<Map<String, Double>> CLASS_WEIGHTS =
      Setting.<Map<String, Double>>of("classWeights", Map.of())
          .checked(TrainerSettings::checkedWeights);
  public static final Setting<FeatureScaling> FEATURE_SCALING =
      Setting.of("featureScaling", FeatureScaling.AUTOMATIC);
  public static final Setting<Calibration> CALIBRATION =
      Setting.of("calibration", Calibration.VALIDATION);
  public static final Setting<Integer> THREADS =
      Setting.count("threads", Runtime.getRuntime().availableProcessors(), 1).withoutInfluence();
  public static final Setting<@Nullable CheckpointPlan> CHECKPOINT =
      Setting.<@Nullable CheckpointPlan>of("checkpoint", null)
          .checked(plan -> plan)
          .withoutInfluence();
  public static final Setting<List<KeyFormat<?>>> KEY_FORMATS =
      Setting.<List<KeyFormat<?>>>of("keyFormats", List.of())
          .checked(List::copyOf)
          .withoutInfluence();
  public static final Setting<List<GmnnListener>> LISTENERS = listeners("listeners");
  public static final Setting<List<TrainingListener>> INFERENCE_LISTENERS =
      listeners("inferenceListeners");
  public static final Setting<List<TrainingListener>> LEARNING_LISTENERS =
      listeners("learningListeners");

  private static final Settings DEFAULTS =
      Settings.of(
          List.of(
              SEED,
              HIDDEN_UNITS,
              DROPOUT,
              L2,
              INFERENCE_UPDATER,
              LEARNING_UPDATER,
              INFERENCE_LAYERS,
              LEARNING_LAYERS,
              INFERENCE_AMONG,
              INFERENCE_CHOSEN,
              NEIGHBORS_AS_FEATURES,
              INFERENCE_OBJECTIVE,
              LEARNING_OBJECTIVE,
              AMORTIZED,
              ATTRIBUTES_IN_LEARNING,
              OWN_LABEL_IN_LEARNING,
              APPROXIMATION,
              TEACHER,
              PREDICTOR,
              PRETRAIN_EPOCHS,
              EM_ITERATIONS,
              LEARNING_EPOCHS,
              INFERENCE_EPOCHS,
              PATIENCE,
              VALIDATION_METRIC,
              PRETRAIN_SELECTION,
              INFERENCE_SELECTION,
              EM_GUARD,
              FRESH_LEARNING_NETWORKS,
              FRESH_INFERENCE_UPDATER,
              TARGET_WEIGHTING,
              CLASS_WEIGHTING,
              CLASS_WEIGHTS,
              FEATURE_SCALING,
              CALIBRATION,
              THREADS,
              CHECKPOINT,
              KEY_FORMATS,
              LISTENERS,
              INFERENCE_LISTENERS,
              LEARNING_LISTENERS));

  private TrainerSettings() {}

  public static Settings defaults() {
    return DEFAULTS;
  }

  /** Sorted, so that equal weights have one text. */
  private static Map<String, Double> checkedWeights(Map<String, Double> weights) {
    Map<String, Double> copy = new TreeMap<>(weights);
    copy.forEach((label, weight) -> Checks.positive(weight, "the weight of class " + label));
    return Collections.unmodifiableMap(copy);
  }

  private static Setting<IUpdater> updater(String name) {
    return Setting.<IUpdater>of(name, new RmsProp(0.05, 0.99, 1e-8)).checked(IUpdater::clone);
  }

  private static Setting<@Nullable List<Layer>> layers(String name) {
    return Setting.<@Nullable List<Layer>>of(name, null)
        .checked(layers -> layers.stream().map(Layer::clone).toList())
        .printed(layers -> layers == null ? "two graph convolutions" : layers.toString());
  }

  private static <T> Setting<List<T>> listeners(String name) {
    return Setting.<List<T>>of(name, List.of()).checked(List::copyOf).withoutInfluence();
  }

  /** q's layers, updater and penalty. */
  public static NetworkDefinition inference(Settings settings) {
    List<Layer> named = settings.get(INFERENCE_LAYERS);
    return new NetworkDefinition(
        named == null ? convolutions(settings) : named,
        settings.get(INFERENCE_UPDATER),
        settings.get(L2));
  }

  /** p's layers, updater and penalty. */
  public static NetworkDefinition learning(Settings settings) {
    List<Layer> named = settings.get(LEARNING_LAYERS);
    if (named == null) {
      named =
          settings.get(OWN_LABEL_IN_LEARNING) ? convolutions(settings) : neighborsAlone(settings);
    }
    return new NetworkDefinition(named, settings.get(LEARNING_UPDATER), settings.get(L2));
  }

  /** The paper's networks: two graph convolutions with a ReLU between them. */
  private static List<Layer> convolutions(Settings settings) {
    return List.of(hidden(settings).build(), GraphConvLayer.builder().build());
  }

  /** p(y_n | y_NB(n)) to the letter: a sum over the neighbours alone, then each node by itself. */
  private static List<Layer> neighborsAlone(Settings settings) {
    return List.of(hidden(settings).selfLoops(false).build(), LinearLayer.builder().build());
  }

  private static GraphConvLayer.Builder hidden(Settings settings) {
    GraphConvLayer.Builder hidden =
        GraphConvLayer.builder().nOut(settings.get(HIDDEN_UNITS)).activation(Activation.RELU);
    return settings.get(DROPOUT) > 0 ? hidden.inputDropout(settings.get(DROPOUT)) : hidden;
  }

  /** The weight of each class in the loss, or null if all weigh 1. */
  public static float @Nullable [] classWeights(Settings settings, Graph<?> graph) {
    Map<String, Double> byHand = settings.get(CLASS_WEIGHTS);
    if (byHand.isEmpty()) {
      return settings.get(CLASS_WEIGHTING) == ClassWeighting.BALANCED ? balanced(graph) : null;
    }
    float[] weights = new float[graph.classes().size()];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = byHand.getOrDefault(graph.classes().get(c), 1.0).floatValue();
    }
    return weights;
  }

  /** Every class counts the same in sum, however many labels it has. */
  private static float[] balanced(Graph<?> graph) {
    int[] nodes = graph.trainingNodes();
    float[] counts = new float[graph.classes().size()];
    for (int node : nodes) {
      counts[graph.label(node)]++;
    }
    float[] weights = new float[counts.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = nodes.length / (weights.length * Math.max(1f, counts[c]));
    }
    return weights;
  }

  /** Settings and layers as one text, to tell whether a checkpoint belongs to them. */
  public static String fingerprint(Settings settings) {
    return settings.describe()
        + " "
        + LayerCodec.text(inference(settings))
        + " "
        + LayerCodec.text(learning(settings));
  }
}
