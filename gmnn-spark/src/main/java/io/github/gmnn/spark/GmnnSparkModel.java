package io.github.gmnn.spark;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.model.ModelAccess;
import io.github.gmnn.model.ModelFile;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.ScalerArrays;
import io.github.gmnn.spark.layout.TaskFailures;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * A fitted model on Spark: predicts all vertices of a graph of DataFrames, exactly, even if
 * training sampled. Made by {@link GmnnClassifier}, or from a model of one machine.
 *
 * <p>It holds the networks, no nodes: {@link #transform(Dataset, Dataset)} predicts any graph of
 * the same features.
 */
public final class GmnnSparkModel extends Model<GmnnSparkModel>
    implements GraphParams.OfTypedEdges<GmnnSparkModel>, MLWritable {
  private static final long serialVersionUID = 1L;
  private static final String FILE = "model.gmnn";

  private final String uid;
  private final transient ModelState<Object> state;
  private transient @Nullable Dataset<?> edges;

  GmnnSparkModel(String uid, ModelState<Object> state, @Nullable Dataset<?> edges) {
    this.uid = uid;
    this.state = state;
    this.edges = edges;
    ParamAccess.setTypeDefaults(this);
    if (!state.features().present()) {
      setDefault(featuresCol(), "");
      setDefault(identityColumns(), state.features().count());
    }
    setDefault(edgeNumberCols(), state.features().edges().names().toArray(String[]::new));
  }

  /**
   * Returns a model of one machine as one of Spark. The nodes it was trained on stay behind.
   *
   * @param model the model, whose predictor is q
   * @throws IllegalArgumentException if it cannot be run in parts
   */
  public static GmnnSparkModel of(GmnnModel<?> model) {
    GmnnSparkModel made =
        new GmnnSparkModel(
            Identifiable$.MODULE$.randomUID("gmnn"),
            ModelAccess.stateOf(model).withoutNodes(),
            null);
    made.check();
    return made;
  }

  private void check() {
    Predictor predictor = state.networks().predictor();
    if (predictor != Predictor.INFERENCE) {
      throw new IllegalArgumentException(
          "on Spark q predicts; the model's predictor is " + predictor);
    }
    if (!state.networks().inference().isTrained()) {
      throw new IllegalArgumentException("a non-amortized model has no network to predict with");
    }
    plan(null).onGraph().propagations(false); // says which layer it is that cannot
  }

  /**
   * Returns the model for one machine, without nodes of its own: {@link
   * GmnnModel#predict(io.github.gmnn.graph.Graph)} predicts graphs.
   *
   * @throws IllegalStateException if it was trained without features: its columns stand for the
   *     vertices of its own graph
   */
  public GmnnModel<Object> toGmnnModel() {
    if (!state.features().present()) {
      throw new IllegalStateException(
          "a model without features knows only the vertices of its own graph");
    }
    return ofOneMachine().keyedBy(Object.class);
  }

  private NetworkPlan plan(@Nullable EdgeTypes types) {
    return NetworkPlan.of(
        state.networks().inference().definition(),
        state.features().count(),
        state.classes().size(),
        types);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Returns the classes, in the order of probabilities. */
  public List<String> classes() {
    return state.classes();
  }

  /** Returns the temperature that predictions are divided by; 1 if they are not. */
  public double temperature() {
    return state.networks().temperature();
  }

  /** Returns how the model was trained. */
  public TrainingHistory history() {
    return state.training().history();
  }

  /** Returns where the model comes from. */
  public Provenance provenance() {
    return state.training().provenance();
  }

  /** Returns a hash of q's parameters, bit by bit: equal for models that predict the same. */
  public long checksum() {
    long hash = 17;
    for (float[] parameter : state.networks().inference().trainedParameters()) {
      for (float value : parameter) {
        hash = Long.rotateLeft((hash ^ Float.floatToIntBits(value)) * 0x9E3779B97F4A7C15L, 29);
      }
    }
    return hash;
  }

  /** Sets the edges, for {@link #transform(Dataset)} and pipelines. They are not saved. */
  public GmnnSparkModel setEdges(Dataset<?> newEdges) {
    edges = Objects.requireNonNull(newEdges, "edges");
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> vertices) {
    return transform(vertices, ParamAccess.required(edges, "transform"));
  }

  /**
   * Predicts all vertices of a graph. The work is done when it returns.
   *
   * @param vertices the vertices, with the features of training
   * @param ofVertices the edges
   * @return the vertices with columns for the distribution, the class decided for by number and by
   *     name, the embedding and the prediction set if their columns are named
   * @throws IllegalArgumentException if columns are missing or of another type, an id is there
   *     twice, an edge ends at no vertex or is of a type that training did not have, or the
   *     features are not as many as in training
   */
  public Dataset<Row> transform(Dataset<?> vertices, Dataset<?> ofVertices) {
    PredictionRows.schema(vertices.schema(), this);
    check();
    boolean embeds = ParamAccess.textOrNull(this, embeddingCol()) != null;
    if (embeds && state.networks().inference().definition().layers().size() == 1) {
      throw new IllegalArgumentException("q has no hidden layer, so there are no embeddings");
    }
    PredictionRows.Answers answers = answers();
    int classes = state.classes().size();
    double temperature = temperature();
    try (PartitionedGraph graph = PartitionedGraph.of(source(vertices, ofVertices))) {
      if (graph.features() != state.features().count()) {
        throw new IllegalArgumentException(
            "the vertices have "
                + graph.features()
                + " features, the model was trained with "
                + state.features().count());
      }
      NetworkPlan plan = plan(graph.types());
      plan.onGraph().propagations(false); // says which type of edges there are no weights for
      graph.describeJobs("q on the whole graph");
      JavaRDD<float[][]> nothing = graph.parts().map(part -> new float[0][]);
      FullGraphInference exact = new FullGraphInference(graph);
      JavaRDD<PredictionRows> predictions =
          TaskFailures.unwrap(
              () -> {
                JavaRDD<float[]> logits = evaluate(exact, plan, nothing, false);
                JavaRDD<float[]> hidden =
                    embeds
                        ? evaluate(exact, plan, nothing, true)
                        : nothing.map(none -> new float[0]);
                JavaRDD<PredictionRows> made =
                    graph
                        .parts()
                        .zip(logits)
                        .zip(hidden)
                        .map(
                            all ->
                                new PredictionRows(
                                    all._1._1.vertices().ids(),
                                    PredictionRows.softmax(all._1._2, classes, temperature),
                                    classes,
                                    embeds ? all._2 : null,
                                    all._2.length / all._1._1.nodes()))
                        .persist(StorageLevel.MEMORY_AND_DISK());
                made.count();
                logits.unpersist();
                hidden.unpersist();
                return made;
              });
      graph.describeJobs(null);
      return PredictionRows.beside(vertices, predictions, graph.hasLongIds(), answers, this);
    }
  }

  /** What answers are; sets of a level that there are too few validation nodes for are refused. */
  private PredictionRows.Answers answers() {
    GmnnModel<?> model = ofOneMachine();
    double level = ParamAccess.real(this, predictionSetLevel());
    PredictionSets sets = null;
    if (PredictionRows.setsCol(this) != null) {
      sets =
          model.predictionSets().orElseThrow(() -> new IllegalStateException(PredictionSets.NONE));
      sets.of(new float[state.classes().size()], level);
    }
    return new PredictionRows.Answers(
        new ArrayList<>(state.classes()), model.thresholds().orElse(null), sets, level);
  }

  private GmnnModel<?> ofOneMachine() {
    return ModelAccess.modelOf(state, GmnnModel.class);
  }

  /**
   * Returns this model, its labels decided by the thresholds that a rule chooses on the validation
   * nodes of the fit; see {@link GmnnModel#deciding(DecisionRule)}.
   *
   * @param rule what they shall bring about
   * @throws IllegalStateException if the model was fitted without validation nodes
   */
  public GmnnSparkModel deciding(DecisionRule rule) {
    return with(ofOneMachine().deciding(rule));
  }

  /** Returns this model, its labels decided by thresholds. */
  public GmnnSparkModel deciding(Thresholds thresholds) {
    return with(ofOneMachine().deciding(thresholds));
  }

  private GmnnSparkModel with(GmnnModel<?> decided) {
    GmnnSparkModel model =
        new GmnnSparkModel(uid, ModelAccess.stateOf(decided).withoutNodes(), edges);
    return copyValues(model, ParamMap.empty()).setParent(parent());
  }

  /** Returns the thresholds that labels are decided by; empty where the likeliest label is. */
  public Optional<Thresholds> thresholds() {
    return ofOneMachine().thresholds();
  }

  private JavaRDD<float[]> evaluate(
      FullGraphInference exact, NetworkPlan plan, JavaRDD<float[][]> nothing, boolean hidden) {
    return exact.evaluate(
        plan,
        state.networks().inference().trainedParameters(),
        nothing,
        SparkEngine::attributes,
        hidden);
  }

  private GraphSource source(Dataset<?> vertices, Dataset<?> ofVertices) {
    NetworkDefinition q = state.networks().inference().definition();
    return new GraphSource(
        vertices,
        ofVertices,
        ParamAccess.text(this, idCol()),
        ParamAccess.textOrNull(this, featuresCol()),
        null,
        null,
        ParamAccess.text(this, srcCol()),
        ParamAccess.text(this, dstCol()),
        ParamAccess.textOrNull(this, edgeWeightCol()),
        ParamAccess.kinds(this, NetworkPlan.isRelational(q), NetworkPlan.readsEdges(q)),
        FeatureScaling.NONE,
        ScalerArrays.of(state.features().scaler()),
        state.classes(),
        ParamAccess.number(this, numPartitions()),
        ParamAccess.number(this, splitDegree()),
        0,
        ParamAccess.number(this, identityColumns()),
        1);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return PredictionRows.schema(schema, this);
  }

  @Override
  public GmnnSparkModel copy(ParamMap extra) {
    return copyValues(new GmnnSparkModel(uid, state, edges), extra).setParent(parent());
  }

  /** Returns a writer to any file system that Spark knows: parameters, and a model file. */
  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Returns a reader of saved models. */
  public static MLReader<GmnnSparkModel> read() {
    return new Reader();
  }

  /** Loads a saved model. */
  public static GmnnSparkModel load(String path) {
    return read().load(path);
  }

  private static final class Writer extends MLWriter {
    private final GmnnSparkModel model;

    Writer(GmnnSparkModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(model, path, sparkSession(), Option.empty(), Option.empty());
      try {
        ClusterFiles.write(
            JavaSparkContext.fromSparkContext(sparkSession().sparkContext()),
            path + "/" + FILE,
            local -> ModelFile.write(model.state, local));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Reader extends MLReader<GmnnSparkModel> {
    @Override
    public GmnnSparkModel load(String path) {
      try {
        return read(sparkSession().sparkContext().hadoopConfiguration(), path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static GmnnSparkModel read(Configuration configuration, String path) throws IOException {
    SavedParams saved = SavedParams.read(configuration, path, GmnnSparkModel.class);
    ModelState<Object> state =
        ClusterFiles.read(
            configuration, path + "/" + FILE, local -> ModelFile.read(local, List.of(), List.of()));
    GmnnSparkModel model = new GmnnSparkModel(saved.uid(), state, null);
    saved.applyTo(model);
    model.check();
    return model;
  }
}
