package io.github.gmnn.spark;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.ValidationMetric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
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
 * its defaults, for graphs that one machine does not hold.
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
    implements TypedGraphParams<GmnnClassifier>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;
  private static final List<String> UPDATERS = List.of("rmsprop", "adam", "sgd");

  /** Settings of a trainer that a fit on Spark leaves at their defaults. */
  private static final List<String> NOT_ON_SPARK =
      List.of(
          "inferenceAmong",
          "neighborsAsFeatures",
          "inferenceObjective",
          "learningObjective",
          "freshLearningNetworks",
          "freshInferenceUpdater",
          "targetWeighting");

  private final String uid;
  private transient @Nullable Dataset<?> edges;
  private transient @Nullable Layer[] inferenceLayers;
  private transient @Nullable Layer[] learningLayers;
  private transient List<GmnnListener> listeners = List.of();

  /** Makes a classifier with the paper's settings. */
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
    setDefault(labelCol(), "label");
    setDefault(validationIndicatorCol(), "");
    setDefault(seed(), 1L);
    setDefault(inferenceKind(), "gc");
    setDefault(hiddenUnits(), 16);
    setDefault(dropout(), 0.5);
    setDefault(l2(), 5e-4);
    setDefault(updater(), "rmsprop");
    setDefault(learningRate(), 0.05);
    setDefault(pretrainEpochs(), 100);
    setDefault(emIterations(), 1);
    setDefault(learningEpochs(), 100);
    setDefault(inferenceEpochs(), 100);
    setDefault(patience(), Integer.MAX_VALUE);
    setDefault(approximation(), "annealing");
    setDefault(temperature(), 0.1);
    setDefault(samples(), 10);
    setDefault(attributesInLearning(), false);
    setDefault(ownLabelInLearning(), true);
    setDefault(emGuard(), true);
    setDefault(validationMetric(), ValidationMetric.ACCURACY.name());
    setDefault(calibration(), Calibration.VALIDATION.name());
    setDefault(classWeighting(), ClassWeighting.UNIFORM.name());
    setDefault(featureScaling(), FeatureScaling.AUTOMATIC.name());
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

  /** Column of the labels. */
  public Param<String> labelCol() {
    return new Param<>(this, "labelCol", "column of the labels; null where there is none");
  }

  /** Sets {@link #labelCol}. */
  public GmnnClassifier setLabelCol(String value) {
    return ParamAccess.set(this, labelCol(), value);
  }

  /** Column that says which labels are held for validation. */
  public Param<String> validationIndicatorCol() {
    return new Param<>(
        this,
        "validationIndicatorCol",
        "boolean column: labels where it is true are held for validation; empty for none");
  }

  /** Sets {@link #validationIndicatorCol}. */
  public GmnnClassifier setValidationIndicatorCol(String value) {
    return ParamAccess.set(this, validationIndicatorCol(), value);
  }

  /** Seed of all randomness. */
  public LongParam seed() {
    return new LongParam(this, "seed", "seed of all randomness");
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
        "what q is, by its name in InferenceKinds: gc, sage, mlp, decoupled, ...; it brings layers,"
            + " updaters, epochs and patience along, which parameters that are set replace");
  }

  /** Sets {@link #inferenceKind}. */
  public GmnnClassifier setInferenceKind(String value) {
    return ParamAccess.set(this, inferenceKind(), value);
  }

  /** Width of the hidden layers. */
  public IntParam hiddenUnits() {
    return new IntParam(
        this,
        "hiddenUnits",
        "width of the hidden layers where no layers are named",
        ParamValidators.gtEq(1));
  }

  /** Sets {@link #hiddenUnits}. */
  public GmnnClassifier setHiddenUnits(int value) {
    return ParamAccess.set(this, hiddenUnits(), value);
  }

  /** Probability to drop an input. */
  public DoubleParam dropout() {
    return new DoubleParam(
        this, "dropout", "probability to drop an input where no layers are named");
  }

  /** Sets {@link #dropout}. */
  public GmnnClassifier setDropout(double value) {
    return ParamAccess.set(this, dropout(), value);
  }

  /** L2 penalty. */
  public DoubleParam l2() {
    return new DoubleParam(this, "l2", "L2 penalty of all weights", ParamValidators.gtEq(0));
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
    return new IntParam(
        this, "pretrainEpochs", "epochs of q on the labels alone", ParamValidators.gtEq(1));
  }

  /** Sets {@link #pretrainEpochs}. */
  public GmnnClassifier setPretrainEpochs(int value) {
    return ParamAccess.set(this, pretrainEpochs(), value);
  }

  /** How often M-step and E-step alternate. */
  public IntParam emIterations() {
    return new IntParam(
        this,
        "emIterations",
        "how often M-step and E-step alternate; with 0, q is trained by itself",
        ParamValidators.gtEq(0));
  }

  /** Sets {@link #emIterations}. */
  public GmnnClassifier setEmIterations(int value) {
    return ParamAccess.set(this, emIterations(), value);
  }

  /** Epochs of an M-step. */
  public IntParam learningEpochs() {
    return new IntParam(
        this, "learningEpochs", "epochs of p in each M-step", ParamValidators.gtEq(1));
  }

  /** Sets {@link #learningEpochs}. */
  public GmnnClassifier setLearningEpochs(int value) {
    return ParamAccess.set(this, learningEpochs(), value);
  }

  /** Epochs of an E-step. */
  public IntParam inferenceEpochs() {
    return new IntParam(
        this, "inferenceEpochs", "epochs of q in each E-step", ParamValidators.gtEq(1));
  }

  /** Sets {@link #inferenceEpochs}. */
  public GmnnClassifier setInferenceEpochs(int value) {
    return ParamAccess.set(this, inferenceEpochs(), value);
  }

  /** When a phase ends early. */
  public IntParam patience() {
    return new IntParam(
        this,
        "patience",
        "ends a phase after so many epochs without a better validation metric",
        ParamValidators.gtEq(1));
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
    return new BooleanParam(
        this, "attributesInLearning", "whether p sees the attributes beside the labels");
  }

  /** Sets {@link #attributesInLearning}. */
  public GmnnClassifier setAttributesInLearning(boolean value) {
    return ParamAccess.set(this, attributesInLearning(), value);
  }

  /** Whether p sees the annotation of the node it predicts. */
  public BooleanParam ownLabelInLearning() {
    return new BooleanParam(
        this,
        "ownLabelInLearning",
        "whether p, where no layers are named, sees the annotation of the very node it predicts");
  }

  /** Sets {@link #ownLabelInLearning}. */
  public GmnnClassifier setOwnLabelInLearning(boolean value) {
    return ParamAccess.set(this, ownLabelInLearning(), value);
  }

  /** Whether q may return to before EM. */
  public BooleanParam emGuard() {
    return new BooleanParam(
        this, "emGuard", "whether q is returned as before EM where validation holds it for worse");
  }

  /** Sets {@link #emGuard}. */
  public GmnnClassifier setEmGuard(boolean value) {
    return ParamAccess.set(this, emGuard(), value);
  }

  /** What validation goes by. */
  public Param<String> validationMetric() {
    return new Param<>(
        this, "validationMetric", "what validation chooses the epoch by: ACCURACY or MACRO_F1");
  }

  /** Sets {@link #validationMetric}. */
  public GmnnClassifier setValidationMetric(String value) {
    return ParamAccess.set(this, validationMetric(), value);
  }

  /** How probabilities are calibrated. */
  public Param<String> calibration() {
    return new Param<>(
        this,
        "calibration",
        "how probabilities are calibrated: VALIDATION, by a temperature that the validation nodes"
            + " choose, or NONE");
  }

  /** Sets {@link #calibration}. */
  public GmnnClassifier setCalibration(String value) {
    return ParamAccess.set(this, calibration(), value);
  }

  /** How much the classes weigh. */
  public Param<String> classWeighting() {
    return new Param<>(
        this, "classWeighting", "how much the classes weigh in the loss: UNIFORM or BALANCED");
  }

  /** Sets {@link #classWeighting}. */
  public GmnnClassifier setClassWeighting(String value) {
    return ParamAccess.set(this, classWeighting(), value);
  }

  /** How features are scaled. */
  public Param<String> featureScaling() {
    return new Param<>(
        this, "featureScaling", "how features are scaled: a constant of FeatureScaling");
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
        "how many blocks the targets are dealt to, a task of a step each; models depend on it, in"
            + " rounding; 0 for Spark's default parallelism",
        ParamValidators.gtEq(0));
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

  /** Where checkpoints go. */
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
    return fit(vertices, requiredEdges());
  }

  private Dataset<?> requiredEdges() {
    if (edges == null) {
      throw new IllegalStateException(
          "there are no edges: call setEdges before fit(vertices), or fit(vertices, edges)");
    }
    return edges;
  }

  /**
   * Fits a model.
   *
   * @param vertices the vertices
   * @param newEdges the edges
   * @return the model, which knows the edges too
   * @throws IllegalArgumentException if columns are missing or of another type, an id stands twice,
   *     an edge ends at no vertex, there is nothing to train on, or a layer cannot be run in parts
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
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(vertices.sparkSession().sparkContext());
    try {
      return fit(vertices, newEdges, ClusterFiles.read(context, path, Checkpoint::read));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GmnnSparkModel fit(
      Dataset<?> vertices, Dataset<?> newEdges, @Nullable Checkpoint checkpoint) {
    FitSettings settings = settings(vertices);
    try (PartitionedGraph graph = PartitionedGraph.of(source(vertices, newEdges, settings));
        SparkFit fit = new SparkFit(settings, checked(graph))) {
      if (checkpoint != null) {
        fit.resume(checkpoint);
      }
      fit.run();
      GmnnSparkModel model = new GmnnSparkModel(uid, ModelParts.of(settings, graph, fit), newEdges);
      return copyValues(model, ParamMap.empty()).setParent(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return graph;
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
            this,
            NetworkPlan.isRelational(settings.inference())
                || NetworkPlan.isRelational(settings.learning())),
        FeatureScaling.valueOf(ParamAccess.text(this, featureScaling())),
        null,
        null,
        parallelism(vertices, ParamAccess.number(this, numPartitions())),
        settings.maxNeighbors() == 0 ? 0 : ParamAccess.number(this, splitDegree()),
        settings.maxNeighbors(),
        ParamAccess.number(this, identityColumns()),
        ParamAccess.longNumber(this, seed()));
  }

  static int parallelism(Dataset<?> vertices, int wanted) {
    return wanted > 0 ? wanted : vertices.sparkSession().sparkContext().defaultParallelism();
  }

  /** The same settings for one machine, which checks them and knows what they mean. */
  private GmnnTrainer trainer() {
    GmnnTrainer.Builder builder = GmnnTrainer.builder();
    builder.inference(InferenceKinds.named(ParamAccess.text(this, inferenceKind())));
    builder
        .seed(ParamAccess.longNumber(this, seed()))
        .emIterations(ParamAccess.number(this, emIterations()))
        .approximation(annotation().strategy())
        .attributesInLearning(ParamAccess.flag(this, attributesInLearning()))
        .ownLabelInLearning(ParamAccess.flag(this, ownLabelInLearning()))
        .emGuard(ParamAccess.flag(this, emGuard()))
        .validationMetric(ValidationMetric.valueOf(ParamAccess.text(this, validationMetric())))
        .classWeighting(ClassWeighting.valueOf(ParamAccess.text(this, classWeighting())))
        .featureScaling(FeatureScaling.valueOf(ParamAccess.text(this, featureScaling())))
        .calibration(Calibration.valueOf(ParamAccess.text(this, calibration())));
    // What a kind of q brings along is replaced by what was set, not by defaults.
    if (isSet(hiddenUnits())) {
      builder.hiddenUnits(ParamAccess.number(this, hiddenUnits()));
    }
    if (isSet(dropout())) {
      builder.dropout(ParamAccess.real(this, dropout()));
    }
    if (isSet(l2())) {
      builder.l2(ParamAccess.real(this, l2()));
    }
    if (isSet(updater()) || isSet(learningRate())) {
      builder.updater(newUpdater());
    }
    if (isSet(pretrainEpochs())) {
      builder.pretrainEpochs(ParamAccess.number(this, pretrainEpochs()));
    }
    if (isSet(learningEpochs())) {
      builder.learningEpochs(ParamAccess.number(this, learningEpochs()));
    }
    if (isSet(inferenceEpochs())) {
      builder.inferenceEpochs(ParamAccess.number(this, inferenceEpochs()));
    }
    if (isSet(patience())) {
      builder.patience(ParamAccess.number(this, patience()));
    }
    if (inferenceLayers != null) {
      builder.inferenceLayers(inferenceLayers);
    }
    if (learningLayers != null) {
      builder.learningLayers(learningLayers);
    }
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
  private void checkSupported(GmnnTrainer trainer, Map<String, String> chosen) {
    if (ParamAccess.flag(this, attributesInLearning())
        && (isDecoupled(trainer.inferenceNetwork()) || isDecoupled(trainer.learningNetwork()))) {
      throw new IllegalArgumentException(
          "attributesInLearning must be false where q or p starts with a DecoupledConvLayer: on"
              + " Spark p would need other features than those that were propagated for q");
    }
    if (ParamAccess.text(this, calibration()).equals(Calibration.CROSS_FITTED.name())) {
      throw new IllegalArgumentException(
          "calibration CROSS_FITTED fits three times more, which Spark does not do: hold some"
              + " labels for validation and take VALIDATION, or NONE");
    }
    Map<String, String> defaults = GmnnTrainer.builder().build().describe();
    for (String name : NOT_ON_SPARK) {
      if (!Objects.equals(chosen.get(name), defaults.get(name))) {
        throw new IllegalArgumentException(
            "inferenceKind "
                + ParamAccess.text(this, inferenceKind())
                + " needs "
                + name
                + " "
                + chosen.get(name)
                + ", which Spark does not have: fit on one machine, or choose another kind");
      }
    }
  }

  private static boolean isDecoupled(NetworkDefinition network) {
    return network.layers().get(0) instanceof DecoupledConvLayer;
  }

  private FitSettings settings(Dataset<?> vertices) {
    GmnnTrainer trainer = trainer();
    Map<String, String> chosen = trainer.describe();
    checkSupported(trainer, chosen);
    int blockCount = parallelism(vertices, ParamAccess.number(this, blocks()));
    Map<String, String> described = new LinkedHashMap<>(chosen);
    described.put("spark.directed", "" + ParamAccess.flag(this, directed()));
    described.put("spark.blocks", "" + blockCount);
    described.put("spark.targets", "" + ParamAccess.real(this, targets()));
    described.put("spark.maxNeighbors", "" + ParamAccess.number(this, maxNeighbors()));
    return new FitSettings(
        ParamAccess.longNumber(this, seed()),
        trainer.inferenceNetwork(),
        trainer.learningNetwork(),
        ParamAccess.flag(this, attributesInLearning()),
        annotation(),
        Integer.parseInt(chosen.get("pretrainEpochs")),
        ParamAccess.number(this, emIterations()),
        Integer.parseInt(chosen.get("learningEpochs")),
        Integer.parseInt(chosen.get("inferenceEpochs")),
        chosen.get("patience").equals("unlimited")
            ? Integer.MAX_VALUE
            : Integer.parseInt(chosen.get("patience")),
        ValidationMetric.valueOf(ParamAccess.text(this, validationMetric())),
        Selection.valueOf(chosen.get("pretrainSelection")),
        Selection.valueOf(chosen.get("inferenceSelection")),
        ClassWeighting.valueOf(ParamAccess.text(this, classWeighting())),
        ParamAccess.flag(this, emGuard()),
        Calibration.valueOf(ParamAccess.text(this, calibration())),
        blockCount,
        ParamAccess.real(this, targets()),
        ParamAccess.number(this, maxNeighbors()),
        ParamAccess.textOrNull(this, checkpointPath()),
        ParamAccess.number(this, checkpointInterval()),
        listeners,
        described);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Answers.schema(schema, this);
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
    return new DefaultParamsReader<>();
  }

  /** Loads a saved classifier. */
  public static GmnnClassifier load(String path) {
    return read().load(path);
  }
}
