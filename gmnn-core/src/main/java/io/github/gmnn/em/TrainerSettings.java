package io.github.gmnn.em;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
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
import io.github.gmnn.training.internal.SettingGroup;
import io.github.gmnn.training.internal.Settings;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.nn.conf.serde.JsonMappers;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.shade.jackson.databind.JsonNode;

/** The settings of a trainer, each declared here and nowhere else. */
public final class TrainerSettings {
  /** What the JSON of a layer has where nothing was set. */
  private static final Set<String> UNSET = Set.of("null", "\"NaN\"", "NaN", "[]");

  private static final SettingGroup ALL = new SettingGroup();

  /** Settings of the layers that are made where none are named. */
  private static final SettingGroup OF_DEFAULT_LAYERS = ALL.part();

  public static final Setting<Long> SEED =
      ALL.seed("seed", 1).onSpark().means("seed of all randomness");
  public static final Setting<Integer> HIDDEN_UNITS =
      OF_DEFAULT_LAYERS
          .count("hiddenUnits", 16, 1)
          .option("hidden")
          .onSpark()
          .means("units of the hidden layers where no layers are named");
  public static final Setting<Double> DROPOUT =
      OF_DEFAULT_LAYERS
          .rate("dropout", 0.5)
          .option()
          .onSpark()
          .means("probability to drop an input where no layers are named");
  public static final Setting<Boolean> BIAS =
      OF_DEFAULT_LAYERS
          .flag("bias", false)
          .option()
          .onSpark()
          .means("whether layers add a bias where no layers are named");
  public static final Setting<Backbone> BACKBONE =
      OF_DEFAULT_LAYERS
          .choice("backbone", Backbone.CONVOLUTIONS)
          .means("the layers of q where none are named");
  public static final Setting<Double> L2 =
      ALL.notNegative("l2", 5e-4)
          .option("weight-decay")
          .onSpark()
          .means("L2 penalty of the weights of q and p");
  public static final Setting<Double> L2_WITHOUT_FEATURES =
      ALL.notNegative("l2WithoutFeatures", 5e-4)
          .means("what l2 is, unless set, in graphs without features");
  public static final Setting<IUpdater> INFERENCE_UPDATER = updater("inferenceUpdater", "q");
  public static final Setting<IUpdater> LEARNING_UPDATER = updater("learningUpdater", "p");
  public static final Setting<@Nullable List<Layer>> INFERENCE_LAYERS =
      layers("inferenceLayers", "q");
  public static final Setting<@Nullable List<Layer>> LEARNING_LAYERS =
      layers("learningLayers", "p");
  public static final Setting<List<Candidate>> INFERENCE_AMONG =
      ALL.<List<Candidate>>value("inferenceAmong", List.of())
          .checked(List::copyOf)
          .means("the kinds of q that validation chooses from");
  public static final Setting<Integer> TRIAL_EPOCHS =
      ALL.count("trialEpochs", 60, 1)
          .means(
              "epochs after which kinds of q that lag far behind are dropped, if validation"
                  + " chooses among several");
  public static final Setting<Boolean> WHOLE_TRIALS =
      ALL.flag("wholeTrials", false)
          .means("whether kinds of q are also compared after EM, if validation chooses");
  public static final Setting<@Nullable Duration> WITHIN =
      ALL.<@Nullable Duration>value("within", null)
          .printed(time -> time == null ? "unlimited" : time.toString())
          .means("how long kinds of q are tried, if validation chooses among several");
  public static final Setting<Boolean> NEIGHBORS_AS_FEATURES =
      ALL.flag("neighborsAsFeatures", false)
          .means("whether every node is a feature, which its neighbours have");
  public static final Setting<Objective.Factory> INFERENCE_OBJECTIVE =
      ALL.value("inferenceObjective", Objective.Factory.softmaxCrossEntropy())
          .means("what q minimises");
  public static final Setting<Objective.Factory> LEARNING_OBJECTIVE =
      ALL.value("learningObjective", Objective.Factory.softmaxCrossEntropy())
          .means("what p minimises");
  public static final Setting<Boolean> AMORTIZED =
      ALL.flag("amortized", true)
          .means("whether q is a network, and not a free distribution for each node");
  public static final Setting<Boolean> ATTRIBUTES_IN_LEARNING =
      ALL.flag("attributesInLearning", false)
          .onSpark()
          .means("whether p sees the attributes besides the labels");
  public static final Setting<Boolean> OWN_LABEL_IN_LEARNING =
      ALL.flag("ownLabelInLearning", true)
          .onSpark()
          .means("whether p, if no layers are named, sees the annotation of the node it predicts");
  public static final Setting<Boolean> EDGES_IN_LEARNING =
      ALL.flag("edgesInLearning", false)
          .onSpark()
          .means("whether p, if no layers are named, sees the numbers on edges");
  public static final Setting<ApproximationStrategy> APPROXIMATION =
      ALL.value("approximation", Approximations.annealing(0.1))
          .means("how q annotates nodes for p");
  public static final Setting<Teacher> TEACHER =
      ALL.choice("teacher", Teacher.LEARNING_NETWORK)
          .onSpark()
          .means("what gives q its targets on unlabelled nodes");
  public static final Setting<Predictor> PREDICTOR =
      ALL.choice("predictor", Predictor.INFERENCE).means("which network predicts");
  public static final Setting<Integer> PRETRAIN_EPOCHS =
      ALL.count("pretrainEpochs", 100, 1).option().onSpark().means("epochs of q before EM");
  public static final Setting<Integer> EM_ITERATIONS =
      ALL.count("emIterations", 1, 0)
          .option()
          .onSpark()
          .means("how often M-step and E-step alternate; with 0, q is trained by itself");
  public static final Setting<Integer> LEARNING_EPOCHS =
      ALL.count("learningEpochs", 100, 1).onSpark().means("epochs of p in each M-step");
  public static final Setting<Integer> INFERENCE_EPOCHS =
      ALL.count("inferenceEpochs", 100, 1).onSpark().means("epochs of q in each E-step");
  public static final Setting<Integer> BATCH_SIZE =
      ALL.count("batchSize", 0, 0)
          .option()
          .means("how many nodes a training step trains towards, drawn anew for each; 0 for all");
  public static final Setting<Integer> MAX_NEIGHBORS =
      ALL.count("maxNeighbors", 0, 0)
          .option()
          .means("how many neighbours of a node a training step sees, drawn anew; 0 for all");
  public static final Setting<Integer> PATIENCE =
      ALL.count("patience", Integer.MAX_VALUE, 1)
          .printed(epochs -> epochs == Integer.MAX_VALUE ? "unlimited" : epochs.toString())
          .onSpark()
          .means("epochs without a better validation metric after which a phase ends");
  public static final Setting<Integer> VALIDATION_INTERVAL =
      ALL.count("validationInterval", 1, 1).means("epochs from one validation to the next");
  public static final Setting<ValidationMetric> VALIDATION_METRIC =
      ALL.choice("validationMetric", ValidationMetric.ACCURACY)
          .option()
          .onSpark()
          .means("what validation nodes choose the epoch by");
  public static final Setting<Selection> PRETRAIN_SELECTION =
      ALL.choice("pretrainSelection", Selection.METRIC).means("which epoch pre-training ends with");
  public static final Setting<Selection> INFERENCE_SELECTION =
      ALL.choice("inferenceSelection", Selection.METRIC)
          .means("which epoch of the E-steps is kept");
  public static final Setting<Boolean> EM_GUARD =
      ALL.flag("emGuard", true)
          .onSpark()
          .means("whether q from before EM is returned if EM lowers the validation metric");
  public static final Setting<Boolean> FRESH_INFERENCE_NETWORK =
      ALL.flag("freshInferenceNetwork", false)
          .means(
              "whether each E-step trains q from random weights, on sharpened targets that count by"
                  + " how sure they are");
  public static final Setting<Integer> FRESH_LEARNING_NETWORKS =
      ALL.count("freshLearningNetworks", 0, 0)
          .means("networks p that each M-step trains from random weights; 0 for one that goes on");
  public static final Setting<Boolean> FRESH_INFERENCE_UPDATER =
      ALL.flag("freshInferenceUpdater", false)
          .means("whether q's updater starts anew in every E-step");
  public static final Setting<TargetWeighting> TARGET_WEIGHTING =
      ALL.choice("targetWeighting", TargetWeighting.TOGETHER)
          .means("how much labelled and unlabelled nodes count in E-steps, relative to each other");
  public static final Setting<ClassWeighting> CLASS_WEIGHTING =
      ALL.choice("classWeighting", ClassWeighting.UNIFORM)
          .onSpark()
          .means("how much the classes weigh in the loss");
  public static final Setting<Map<String, Double>> CLASS_WEIGHTS =
      ALL.<Map<String, Double>>value("classWeights", Map.of())
          .checked(TrainerSettings::checkedWeights)
          .means("how much each class weighs in the loss, by hand");
  public static final Setting<FeatureScaling> FEATURE_SCALING =
      ALL.choice("featureScaling", FeatureScaling.AUTOMATIC)
          .option("scaling")
          .onSpark()
          .means("how features are scaled");
  public static final Setting<Calibration> CALIBRATION =
      ALL.choice("calibration", Calibration.VALIDATION)
          .option()
          .onSpark()
          .means("what the temperature of probabilities is chosen on");
  public static final Setting<Boolean> HOLD_FOR_SETS =
      ALL.flag("holdForSets", false)
          .option()
          .means(
              "whether half of the validation nodes choose nothing, so that prediction sets keep"
                  + " their level");
  public static final Setting<Integer> THREADS =
      ALL.count("threads", Runtime.getRuntime().availableProcessors(), 1)
          .withoutInfluence()
          .means("threads of a fit at most");
  public static final Setting<@Nullable CheckpointPlan> CHECKPOINT =
      ALL.<@Nullable CheckpointPlan>value("checkpoint", null)
          .checked(plan -> plan)
          .withoutInfluence()
          .means("where and how often checkpoints are written");
  public static final Setting<List<KeyFormat<?>>> KEY_FORMATS =
      ALL.<List<KeyFormat<?>>>value("keyFormats", List.of())
          .checked(List::copyOf)
          .withoutInfluence()
          .means("how keys of the application's own types are written");
  public static final Setting<List<GmnnListener>> LISTENERS = listeners("listeners", "the fit");
  public static final Setting<List<TrainingListener>> INFERENCE_LISTENERS =
      listeners("inferenceListeners", "q");
  public static final Setting<List<TrainingListener>> LEARNING_LISTENERS =
      listeners("learningListeners", "p");

  private TrainerSettings() {}

  public static Settings defaults() {
    return ALL.defaults();
  }

  /** All settings in the order of their declaration. */
  public static List<Setting<?>> all() {
    return ALL.settings();
  }

  /** Those that layers do not heed which are named, or which a kind of q brings along. */
  public static List<Setting<?>> ofDefaultLayers() {
    return OF_DEFAULT_LAYERS.settings();
  }

  /** Sorted, so that equal weights have one text. */
  private static Map<String, Double> checkedWeights(Map<String, Double> weights) {
    Map<String, Double> copy = new TreeMap<>(weights);
    copy.forEach((label, weight) -> Checks.positive(weight, "the weight of class " + label));
    return Collections.unmodifiableMap(copy);
  }

  private static Setting<IUpdater> updater(String name, String network) {
    return ALL.<IUpdater>value(name, new RmsProp(0.05, 0.99, 1e-8))
        .checked(IUpdater::clone)
        .means("the updater of " + network);
  }

  private static Setting<@Nullable List<Layer>> layers(String name, String network) {
    return ALL.<@Nullable List<Layer>>value(name, null)
        .checked(layers -> Objects.requireNonNull(layers, name).stream().map(Layer::clone).toList())
        .printed(TrainerSettings::text)
        .means("the layers of " + network);
  }

  /** The layers by their classes and settings, both of which DL4J's own text leaves out. */
  private static String text(@Nullable List<Layer> layers) {
    return layers == null
        ? "two graph convolutions"
        : layers.stream().map(TrainerSettings::text).toList().toString();
  }

  private static String text(Layer layer) {
    Class<?> type = layer.getClass();
    boolean ofLibrary = type.getPackage() == GraphConvLayer.class.getPackage();
    return (ofLibrary ? type.getSimpleName() : type.getName()) + settingsOf(layer);
  }

  /** What JSON says of a layer; its own text where there is no JSON of it. */
  private static Object settingsOf(Layer layer) {
    JsonNode fields;
    try {
      fields = JsonMappers.getMapper().valueToTree(layer);
    } catch (IllegalArgumentException e) {
      return "{" + layer + "}";
    }
    Map<String, String> settings = new LinkedHashMap<>();
    fields
        .fields()
        .forEachRemaining(
            field -> {
              String value = field.getValue().toString();
              if (!field.getKey().equals("@class") && !UNSET.contains(value)) {
                settings.put(field.getKey(), value);
              }
            });
    return settings;
  }

  private static <T> Setting<List<T>> listeners(String name, String of) {
    return ALL.<List<T>>value(name, List.of())
        .checked(List::copyOf)
        .withoutInfluence()
        .means("what is notified of every epoch of " + of);
  }

  /** The settings with what depends on the graph. */
  static Settings suited(Settings settings, Graph<?> graph) {
    return graph.hasFeatures() || settings.isSet(L2)
        ? settings
        : settings.with(L2, settings.get(L2_WITHOUT_FEATURES));
  }

  /** q's layers, updater and penalty. */
  public static NetworkDefinition inference(Settings settings) {
    List<Layer> named = settings.get(INFERENCE_LAYERS);
    IUpdater updater = settings.get(INFERENCE_UPDATER);
    if (named != null) {
      return new NetworkDefinition(named, updater, settings.get(L2));
    }
    Backbone backbone = settings.get(BACKBONE);
    return new NetworkDefinition(
        backbone.layers(settings), updater, backbone.penaltyOfAll(settings));
  }

  /** p's layers, updater and penalty. */
  public static NetworkDefinition learning(Settings settings) {
    List<Layer> named = settings.get(LEARNING_LAYERS);
    if (named == null) {
      Settings ofP = ofDefaultLearning(settings);
      named =
          settings.get(EDGES_IN_LEARNING)
              ? overEdges(ofP)
              : settings.get(OWN_LABEL_IN_LEARNING)
                  ? Backbone.CONVOLUTIONS.layers(ofP)
                  : neighborsAlone(ofP);
    }
    return new NetworkDefinition(named, settings.get(LEARNING_UPDATER), settings.get(L2));
  }

  /** Units, dropout and bias of another q than the paper's are not meant for p. */
  private static Settings ofDefaultLearning(Settings settings) {
    return settings.get(BACKBONE) == Backbone.CONVOLUTIONS
        ? settings
        : settings.without(HIDDEN_UNITS).without(DROPOUT).without(BIAS);
  }

  /** p(y_n | y_NB(n)) to the letter: a sum over the neighbours alone, then each node by itself. */
  private static List<Layer> neighborsAlone(Settings settings) {
    return List.of(
        hidden(settings).selfLoops(false).build(),
        LinearLayer.builder().hasBias(settings.get(BIAS)).build());
  }

  /** p with messages that see the numbers on edges, then each node by itself. */
  private static List<Layer> overEdges(Settings settings) {
    EdgeAwareConvLayer.Builder first =
        EdgeAwareConvLayer.builder()
            .selfWeight(settings.get(OWN_LABEL_IN_LEARNING))
            .nOut(settings.get(HIDDEN_UNITS))
            .hasBias(settings.get(BIAS))
            .activation(Activation.RELU)
            .weightInit(GraphLayers.glorotUniform());
    return List.of(
        settings.get(DROPOUT) > 0
            ? first.inputDropout(settings.get(DROPOUT)).build()
            : first.build(),
        LinearLayer.builder()
            .hasBias(settings.get(BIAS))
            .weightInit(GraphLayers.glorotUniform())
            .build());
  }

  /** The first of two graph convolutions, with a ReLU after it. */
  static GraphConvLayer.Builder hidden(Settings settings) {
    GraphConvLayer.Builder hidden =
        GraphConvLayer.builder()
            .nOut(settings.get(HIDDEN_UNITS))
            .hasBias(settings.get(BIAS))
            .activation(Activation.RELU);
    return settings.get(DROPOUT) > 0 ? hidden.inputDropout(settings.get(DROPOUT)) : hidden;
  }

  /** The settings with the first of the kinds of q, where there are several. */
  public static Settings ofFirstKind(Settings settings) {
    List<Candidate> kinds = settings.get(INFERENCE_AMONG);
    return kinds.isEmpty() ? settings : settings.over(kinds.get(0).settings());
  }

  /** Whether p is trained. */
  public static boolean trainsLearning(Settings settings) {
    return settings.get(EM_ITERATIONS) > 0 && settings.get(TEACHER).needsLearningNetwork();
  }

  /** What a fit has that only serves another one: it tells nobody, and leaves no file. */
  static Settings silent(Settings settings) {
    return settings
        .without(LISTENERS)
        .without(INFERENCE_LISTENERS)
        .without(LEARNING_LISTENERS)
        .without(CHECKPOINT);
  }
}
