package io.github.gmnn.spark;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.SettingsAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;
import org.nd4j.linalg.learning.config.Sgd;

/**
 * Fits GMNN to a graph of DataFrames on Spark: what {@link GmnnTrainer} does on one machine, with
 * its defaults, for graphs that do not fit on one machine.
 *
 * <p>Vertices have an id, features and, some of them, a label; edges join two ids, and may have
 * types and directions. {@code fit(vertices, edges)} fits, or {@link #setEdges} and {@code
 * fit(vertices)}, as a pipeline does.
 *
 * <p>With {@link #targets} 1 and no {@link #maxNeighbors} it is the algorithm of one machine, its
 * sums rounded in another order. Large graphs want both: a few percent of the unlabelled nodes as
 * targets of the loss, with ten neighbours each. Predictions are exact in any case.
 *
 * <p>The same data, settings, number of blocks and kernels give bit-identical models, whatever
 * partitions, executors and failures.
 */
public final class GmnnClassifier extends Estimator<GmnnSparkModel>
    implements GraphParams.OfTypedEdges<GmnnClassifier>,
        GraphParams.OfLabels<GmnnClassifier>,
        DefaultParamsWritable {
  private static final long serialVersionUID = 1L;
  private static final List<String> UPDATERS = List.of("rmsprop", "adam", "sgd");

  private static final String ROBUST = InferenceKinds.robust().name();

  private final String uid;
  private transient @Nullable Dataset<?> edges;
  private transient Layer @Nullable [] inferenceLayers;
  private transient Layer @Nullable [] learningLayers;
  private transient List<GmnnListener> listeners = List.of();

  /** Makes a classifier that lets validation choose what q is. */
  public GmnnClassifier() {
    this(Identifiable$.MODULE$.randomUID("gmnn"));
  }

  /**
   * Makes a classifier of a name.
   *
   * @param uid what Spark tells it from others by
   */
  public GmnnClassifier(String uid) {
    this.uid = uid;
    ParamAccess.setTypeDefaults(this);
    ParamAccess.setLabelDefaults(this);
    SettingParams.setDefaults(this);
    setDefault(inferenceKind(), ROBUST);
    setDefault(updater(), "rmsprop");
    setDefault(learningRate(), 0.05);
    setDefault(approximation(), "annealing");
    setDefault(temperature(), 0.1);
    setDefault(samples(), 10);
    setDefault(blocks(), 0);
    setDefault(targets(), 1.0);
    setDefault(maxNeighbors(), 0);
    setDefault(checkpointPath(), "");
    setDefault(checkpointInterval(), 10);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Returns all parameters: those with a method here, and those of the other settings. */
  @Override
  public Param<?>[] params() {
    return SettingParams.joined(this, super.params());
  }

  /** Seed of all randomness. */
  public LongParam seed() {
    return SettingParams.of(this, TrainerSettings.SEED);
  }

  /** Sets {@link #seed}. */
  public GmnnClassifier setSeed(long value) {
    return ParamAccess.set(this, seed(), value);
  }

  /** What q is. */
  public Param<String> inferenceKind() {
    return new Param<>(
        this,
        "inferenceKind",
        "what q is, by its name in InferenceKinds: robust, gc, sage, mlp, ...; robust tries some"
            + " kinds and lets validation choose; a kind brings layers, updaters, epochs and"
            + " patience along, which parameters that are set replace");
  }

  /** Sets {@link #inferenceKind}. */
  public GmnnClassifier setInferenceKind(String value) {
    return ParamAccess.set(this, inferenceKind(), value);
  }

  /** Width of the hidden layers. */
  public IntParam hiddenUnits() {
    return SettingParams.of(this, TrainerSettings.HIDDEN_UNITS);
  }

  /** Sets {@link #hiddenUnits}. */
  public GmnnClassifier setHiddenUnits(int value) {
    return ParamAccess.set(this, hiddenUnits(), value);
  }

  /** Probability to drop an input. */
  public DoubleParam dropout() {
    return SettingParams.of(this, TrainerSettings.DROPOUT);
  }

  /** Sets {@link #dropout}. */
  public GmnnClassifier setDropout(double value) {
    return ParamAccess.set(this, dropout(), value);
  }

  /** L2 penalty. */
  public DoubleParam l2() {
    return SettingParams.of(this, TrainerSettings.L2);
  }

  /** Sets {@link #l2}. */
  public GmnnClassifier setL2(double value) {
    return ParamAccess.set(this, l2(), value);
  }

  /** The updater. */
  public Param<String> updater() {
    return new Param<>(this, "updater", "updater of both networks: rmsprop, adam or sgd");
  }

  /** Sets {@link #updater}. */
  public GmnnClassifier setUpdater(String value) {
    return ParamAccess.set(this, updater(), value);
  }

  /** The updater's learning rate. */
  public DoubleParam learningRate() {
    return new DoubleParam(
        this, "learningRate", "learning rate of the updater", ParamValidators.gt(0));
  }

  /** Sets {@link #learningRate}. */
  public GmnnClassifier setLearningRate(double value) {
    return ParamAccess.set(this, learningRate(), value);
  }

  /** Epochs on the labels alone. */
  public IntParam pretrainEpochs() {
    return SettingParams.of(this, TrainerSettings.PRETRAIN_EPOCHS);
  }

  /** Sets {@link #pretrainEpochs}. */
  public GmnnClassifier setPretrainEpochs(int value) {
    return ParamAccess.set(this, pretrainEpochs(), value);
  }

  /** How often M-step and E-step alternate. */
  public IntParam emIterations() {
    return SettingParams.of(this, TrainerSettings.EM_ITERATIONS);
  }

  /** Sets {@link #emIterations}. */
  public GmnnClassifier setEmIterations(int value) {
    return ParamAccess.set(this, emIterations(), value);
  }

  /** Epochs of an M-step. */
  public IntParam learningEpochs() {
    return SettingParams.of(this, TrainerSettings.LEARNING_EPOCHS);
  }

  /** Sets {@link #learningEpochs}. */
  public GmnnClassifier setLearningEpochs(int value) {
    return ParamAccess.set(this, learningEpochs(), value);
  }

  /** Epochs of an E-step. */
  public IntParam inferenceEpochs() {
    return SettingParams.of(this, TrainerSettings.INFERENCE_EPOCHS);
  }

  /** Sets {@link #inferenceEpochs}. */
  public GmnnClassifier setInferenceEpochs(int value) {
    return ParamAccess.set(this, inferenceEpochs(), value);
  }

  /** When a phase ends early. */
  public IntParam patience() {
    return SettingParams.of(this, TrainerSettings.PATIENCE);
  }

  /** Sets {@link #patience}. */
  public GmnnClassifier setPatience(int value) {
    return ParamAccess.set(this, patience(), value);
  }

  /** How q annotates the nodes for p. */
  public Param<String> approximation() {
    return new Param<>(
        this, "approximation", "how q annotates nodes for p: one of " + Annotation.NAMES);
  }

  /** Sets {@link #approximation}. */
  public GmnnClassifier setApproximation(String value) {
    return ParamAccess.set(this, approximation(), value);
  }

  /** The temperature of annealing. */
  public DoubleParam temperature() {
    return new DoubleParam(this, "temperature", "temperature of annealing", ParamValidators.gt(0));
  }

  /** Sets {@link #temperature}. */
  public GmnnClassifier setTemperature(double value) {
    return ParamAccess.set(this, temperature(), value);
  }

  /** How many samples the approximation "multi" draws. */
  public IntParam samples() {
    return new IntParam(
        this, "samples", "how many annotations \"multi\" draws", ParamValidators.gtEq(1));
  }

  /** Sets {@link #samples}. */
  public GmnnClassifier setSamples(int value) {
    return ParamAccess.set(this, samples(), value);
  }

  /** Whether p sees attributes. */
  public BooleanParam attributesInLearning() {
    return SettingParams.of(this, TrainerSettings.ATTRIBUTES_IN_LEARNING);
  }

  /** Sets {@link #attributesInLearning}. */
  public GmnnClassifier setAttributesInLearning(boolean value) {
    return ParamAccess.set(this, attributesInLearning(), value);
  }

  /** Whether p sees the annotation of the node it predicts. */
  public BooleanParam ownLabelInLearning() {
    return SettingParams.of(this, TrainerSettings.OWN_LABEL_IN_LEARNING);
  }

  /** Sets {@link #ownLabelInLearning}. */
  public GmnnClassifier setOwnLabelInLearning(boolean value) {
    return ParamAccess.set(this, ownLabelInLearning(), value);
  }

  /** Whether q may return to before EM. */
  public BooleanParam emGuard() {
    return SettingParams.of(this, TrainerSettings.EM_GUARD);
  }

  /** Sets {@link #emGuard}. */
  public GmnnClassifier setEmGuard(boolean value) {
    return ParamAccess.set(this, emGuard(), value);
  }

  /** What validation goes by. */
  public Param<String> validationMetric() {
    return SettingParams.of(this, TrainerSettings.VALIDATION_METRIC);
  }

  /** Sets {@link #validationMetric}. */
  public GmnnClassifier setValidationMetric(String value) {
    return ParamAccess.set(this, validationMetric(), value);
  }

  /** How probabilities are calibrated. */
  public Param<String> calibration() {
    return SettingParams.of(this, TrainerSettings.CALIBRATION);
  }

  /** Sets {@link #calibration}. */
  public GmnnClassifier setCalibration(String value) {
    return ParamAccess.set(this, calibration(), value);
  }

  /** How much the classes weigh. */
  public Param<String> classWeighting() {
    return SettingParams.of(this, TrainerSettings.CLASS_WEIGHTING);
  }

  /** Sets {@link #classWeighting}. */
  public GmnnClassifier setClassWeighting(String value) {
    return ParamAccess.set(this, classWeighting(), value);
  }

  /** How features are scaled. */
  public Param<String> featureScaling() {
    return SettingParams.of(this, TrainerSettings.FEATURE_SCALING);
  }

  /** Sets {@link #featureScaling}. */
  public GmnnClassifier setFeatureScaling(String value) {
    return ParamAccess.set(this, featureScaling(), value);
  }

  /** How many blocks the targets are dealt to. */
  public IntParam blocks() {
    return new IntParam(
        this,
        "blocks",
        "how many blocks the targets are dealt to, a task of a step each, at most 100000; models"
            + " depend on it, in rounding; 0 for one block of a small graph, and for Spark's"
            + " default parallelism of another",
        ParamValidators.inRange(0, 100_000));
  }

  /** Sets {@link #blocks}. */
  public GmnnClassifier setBlocks(int value) {
    return ParamAccess.set(this, blocks(), value);
  }

  /** The share of the unlabelled nodes that are targets. */
  public DoubleParam targets() {
    return new DoubleParam(
        this,
        "targets",
        "the share of the unlabelled nodes that are targets of the loss; labelled ones all are",
        ParamValidators.inRange(0, 1));
  }

  /** Sets {@link #targets}. */
  public GmnnClassifier setTargets(double value) {
    return ParamAccess.set(this, targets(), value);
  }

  /** How many neighbours of a node training sees. */
  public IntParam maxNeighbors() {
    return new IntParam(
        this,
        "maxNeighbors",
        "how many neighbours of a node training sees, in each hop; 0 for all",
        ParamValidators.gtEq(0));
  }

  /** Sets {@link #maxNeighbors}. */
  public GmnnClassifier setMaxNeighbors(int value) {
    return ParamAccess.set(this, maxNeighbors(), value);
  }

  /** Where checkpoints go. Not taken from a saved classifier. */
  public Param<String> checkpointPath() {
    return new Param<>(
        this,
        "checkpointPath",
        "file that checkpoints are written to, on any file system Spark knows; empty for none");
  }

  /** Sets {@link #checkpointPath}. */
  public GmnnClassifier setCheckpointPath(String value) {
    return ParamAccess.set(this, checkpointPath(), value);
  }

  /** After how many epochs a checkpoint is written. */
  public IntParam checkpointInterval() {
    return new IntParam(
        this,
        "checkpointInterval",
        "after how many epochs a checkpoint is written",
        ParamValidators.gtEq(1));
  }

  /** Sets {@link #checkpointInterval}. */
  public GmnnClassifier setCheckpointInterval(int value) {
    return ParamAccess.set(this, checkpointInterval(), value);
  }

  /** Sets the edges, for {@link #fit(Dataset)} and pipelines. They are not saved. */
  public GmnnClassifier setEdges(Dataset<?> newEdges) {
    edges = Objects.requireNonNull(newEdges, "edges");
    return this;
  }

  /** Sets the layers of q; two graph convolutions by default. They are not saved. */
  public GmnnClassifier setInferenceLayers(Layer... layers) {
    inferenceLayers = layers.clone();
    return this;
  }

  /** Sets the layers of p; two graph convolutions by default. They are not saved. */
  public GmnnClassifier setLearningLayers(Layer... layers) {
    learningLayers = layers.clone();
    return this;
  }

  /** Adds a listener, called on the driver after every epoch; one that says no ends the fit. */
  public GmnnClassifier addListener(GmnnListener listener) {
    List<GmnnListener> all = new ArrayList<>(listeners);
    all.add(listener);
    listeners = List.copyOf(all);
    return this;
  }

  @Override
  public GmnnSparkModel fit(Dataset<?> vertices) {
    return fit(vertices, ParamAccess.required(edges, "fit"));
  }

  /**
   * Fits a model.
   *
   * @param vertices the vertices
   * @param newEdges the edges
   * @return the model, which knows the edges too
   * @throws IllegalArgumentException if columns are missing or of another type, an id is there
   *     twice, an edge ends at no vertex, there is nothing to train on, or a layer cannot be run in
   *     parts
   */
  public GmnnSparkModel fit(Dataset<?> vertices, Dataset<?> newEdges) {
    return fit(vertices, newEdges, null);
  }

  /**
   * Goes on with a fit that was cut off, from the last checkpoint it wrote; ends with the model
   * that the uninterrupted fit would have given, bit for bit.
   *
   * @param vertices the vertices of that fit
   * @param newEdges its edges
   * @return the model
   * @throws IllegalArgumentException if the checkpoint belongs to other settings or another graph
   * @throws UncheckedIOException if it cannot be read
   */
  public GmnnSparkModel resume(Dataset<?> vertices, Dataset<?> newEdges) {
    String path = ParamAccess.textOrNull(this, checkpointPath());
    if (path == null) {
      throw new IllegalStateException("checkpointPath is empty: there is nothing to resume from");
    }
    Configuration configuration = vertices.sparkSession().sparkContext().hadoopConfiguration();
    try {
      return fit(vertices, newEdges, ClusterFiles.read(configuration, path, Checkpoint::read));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GmnnSparkModel fit(
      Dataset<?> vertices, Dataset<?> newEdges, @Nullable Checkpoint checkpoint) {
    FitSettings open = settings(vertices);
    try (PartitionedGraph graph = PartitionedGraph.of(source(vertices, newEdges, open))) {
      FitSettings settings = KindTrial.settled(withBlocks(open, checked(graph)), graph, checkpoint);
      try (SparkFit fit = SparkFit.of(settings, graph)) {
        if (checkpoint != null) {
          fit.resume(checkpoint);
        }
        fit.run();
        GmnnSparkModel model =
            new GmnnSparkModel(uid, ModelParts.of(settings, graph, fit), newEdges);
        return copyValues(model, ParamMap.empty()).setParent(this);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One block for a small graph: several would each have most of it. */
  private static FitSettings withBlocks(FitSettings open, PartitionedGraph graph) {
    return open.blocks() > 0
        ? open
        : open.withBlocks(graph.isSmall() ? 1 : graph.context().defaultParallelism());
  }

  private PartitionedGraph checked(PartitionedGraph graph) {
    for (String type : getOrDefault(undirectedTypes())) {
      if (!graph.types().names().contains(type)) {
        throw new IllegalArgumentException(
            "undirectedTypes names the type \""
                + type
                + "\", but edges have the types "
                + graph.types().named());
      }
    }
    SparkFit.check(graph);
    return graph;
  }

  /** Whether something holds of q or p, or of one of the kinds that q may become. */
  private static boolean any(FitSettings settings, Predicate<NetworkDefinition> what) {
    return what.test(settings.inference())
        || what.test(settings.learning())
        || settings.kinds().stream()
            .map(kind -> TrainerSettings.inference(settings.trainer().over(kind.settings())))
            .anyMatch(what);
  }

  private GraphSource source(Dataset<?> vertices, Dataset<?> newEdges, FitSettings settings) {
    return new GraphSource(
        vertices,
        newEdges,
        ParamAccess.text(this, idCol()),
        ParamAccess.textOrNull(this, featuresCol()),
        ParamAccess.text(this, labelCol()),
        ParamAccess.textOrNull(this, validationIndicatorCol()),
        ParamAccess.text(this, srcCol()),
        ParamAccess.text(this, dstCol()),
        ParamAccess.textOrNull(this, edgeWeightCol()),
        ParamAccess.kinds(
            this, any(settings, NetworkPlan::isRelational), any(settings, NetworkPlan::readsEdges)),
        settings.featureScaling(),
        null,
        null,
        ParamAccess.number(this, numPartitions()),
        settings.maxNeighbors() == 0 ? 0 : ParamAccess.number(this, splitDegree()),
        settings.maxNeighbors(),
        ParamAccess.number(this, identityColumns()),
        settings.seed());
  }

  /** The same settings for one machine, which checks them and knows what they mean. */
  GmnnTrainer trainer() {
    GmnnTrainer.Builder builder =
        GmnnTrainer.builder()
            .inference(InferenceKinds.named(ParamAccess.text(this, inferenceKind())));
    if (isSet(approximation()) || isSet(temperature()) || isSet(samples())) {
      builder.approximation(annotation().strategy());
    }
    SettingParams.apply(this, builder);
    if (isSet(updater()) || isSet(learningRate())) {
      builder.updater(newUpdater());
    }
    if (inferenceLayers != null) {
      builder.inferenceLayers(inferenceLayers);
    }
    if (learningLayers != null) {
      builder.learningLayers(learningLayers);
    }
    listeners.forEach(builder::listener);
    return builder.build();
  }

  private IUpdater newUpdater() {
    double rate = ParamAccess.real(this, learningRate());
    return switch (ParamAccess.text(this, updater())) {
      case "rmsprop" -> new RmsProp(rate, 0.99, 1e-8);
      case "adam" -> new Adam(rate);
      case "sgd" -> new Sgd(rate);
      default ->
          throw new IllegalArgumentException(
              "expected updater to be one of "
                  + UPDATERS
                  + ", found "
                  + ParamAccess.text(this, updater()));
    };
  }

  private Annotation annotation() {
    return new Annotation(
        ParamAccess.text(this, approximation()),
        ParamAccess.real(this, temperature()),
        ParamAccess.number(this, samples()));
  }

  /** Refuses what a kind of q asks for and Spark does not have. */
  private void checkSupported(FitSettings settings) {
    if (settings.attributesInLearning()
        && (isDecoupled(settings.inference()) || isDecoupled(settings.learning()))) {
      throw new IllegalArgumentException(
          "attributesInLearning must be false where q or p starts with a DecoupledConvLayer: on"
              + " Spark p would need other features than those that were propagated for q");
    }
    if (settings.calibration() == Calibration.CROSS_FITTED) {
      throw new IllegalArgumentException(
          "calibration CROSS_FITTED fits three times more, which Spark does not do: hold some"
              + " labels for validation and take VALIDATION, or NONE");
    }
    if (settings.trainer().get(TrainerSettings.TEACHER) == Teacher.SELF
        && !settings.freshInference()
        && settings.kinds().isEmpty()) {
      throw new IllegalArgumentException(
          "teacher SELF needs a kind whose E-steps train a fresh q on Spark, such as "
              + InferenceKinds.robustOwnWeights().name());
    }
    if (settings.metric().ranks()) {
      throw new IllegalArgumentException(
          "validationMetric "
              + settings.metric()
              + " ranks all validation nodes, which Spark does not do: take ACCURACY, MACRO_F1 or"
              + " BALANCED_ACCURACY");
    }
    boolean readsEdges =
        NetworkPlan.readsEdges(settings.learning())
            || settings.kinds().isEmpty() && NetworkPlan.readsEdges(settings.inference());
    if (readsEdges && ParamAccess.edgeNumbers(this).isEmpty()) {
      throw new IllegalArgumentException(
          "inferenceKind edge and other layers that read numbers on edges need edgeNumberCols: name"
              + " the columns of edges that have them");
    }
    FitSettings.unsupported(settings.trainer())
        .ifPresent(
            setting -> {
              throw new IllegalArgumentException(
                  "inferenceKind "
                      + ParamAccess.text(this, inferenceKind())
                      + " needs "
                      + setting.name()
                      + " "
                      + settings.trainer().print(setting)
                      + ", which Spark does not have: fit on one machine, or choose another kind");
            });
  }

  private static boolean isDecoupled(NetworkDefinition network) {
    return network.layers().get(0) instanceof DecoupledConvLayer;
  }

  private FitSettings settings(Dataset<?> vertices) {
    Settings trainer = SettingsAccess.of(trainer());
    FitSettings settings =
        new FitSettings(
            trainer,
            null,
            Annotation.of(
                trainer.get(TrainerSettings.APPROXIMATION),
                ParamAccess.real(this, temperature()),
                ParamAccess.number(this, samples())),
            ParamAccess.flag(this, directed()),
            ParamAccess.number(this, blocks()),
            ParamAccess.real(this, targets()),
            ParamAccess.number(this, maxNeighbors()),
            ParamAccess.textOrNull(this, checkpointPath()),
            ParamAccess.number(this, checkpointInterval()),
            DriverShare.of(vertices.sparkSession()));
    checkSupported(settings);
    return settings;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return PredictionRows.schema(schema, this);
  }

  @Override
  public GmnnClassifier copy(ParamMap extra) {
    GmnnClassifier copy = new GmnnClassifier(uid);
    copy.edges = edges;
    copy.inferenceLayers = inferenceLayers;
    copy.learningLayers = learningLayers;
    copy.listeners = listeners;
    return copyValues(copy, extra);
  }

  /** Returns a reader of saved classifiers. */
  public static MLReader<GmnnClassifier> read() {
    return new Reader();
  }

  /** Loads a saved classifier. */
  public static GmnnClassifier load(String path) {
    return read().load(path);
  }

  /**
   * Knows the class that it reads: Spark's own reader makes an object of whatever class the file
   * names. Where a fit writes to is not taken from a file either.
   */
  private static final class Reader extends MLReader<GmnnClassifier> {
    @Override
    public GmnnClassifier load(String path) {
      try {
        return read(sparkSession().sparkContext().hadoopConfiguration(), path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static GmnnClassifier read(Configuration configuration, String path) throws IOException {
    SavedParams saved = SavedParams.read(configuration, path, GmnnClassifier.class);
    GmnnClassifier classifier = new GmnnClassifier(saved.uid());
    saved.applyTo(classifier);
    classifier.clear(classifier.checkpointPath());
    classifier.setDefault(classifier.checkpointPath(), "");
    return classifier;
  }
}
