package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.model.EncoderState;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.TaskFailures;
import io.github.gmnn.spark.layout.VertexColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Embeds the nodes of a graph on Spark, without labels, by the principal components of the features
 * around nodes. The rounds are those of {@code GmnnEmbedder} with the same seed, so the vectors
 * agree within 10<sup>-4</sup> if nodes are in the order of their ids. The same criterion chooses
 * how many hops count, unless {@link #hops} is set. Directions of edges are not seen. {@link
 * #encoderFile} keeps what was learned, for one machine.
 *
 * <p>A round takes the {@link #dimensions} columns, 64 at a time, over the graph twice: for each 64
 * of them 2 {@link #hops} exchanges of halo rows, and sums of 64 numbers a feature to the driver,
 * which holds two matrices of features x dimensions. The vectors take {@link #hops} and {@link
 * #smoothing} exchanges more, the choice of hops seven of 64 columns.
 */
public final class SparkEmbedder extends Transformer implements GraphParams<SparkEmbedder> {
  private static final long serialVersionUID = 1L;
  private static final String KEY = "gmnn_id";
  private static final int CHOSEN = -1;

  private final String uid;
  private transient @Nullable Dataset<?> edges;

  /** Makes one of 256 dimensions, which writes the column {@code embedding}. */
  public SparkEmbedder() {
    this(Identifiable$.MODULE$.randomUID("gmnnEmbedder"));
  }

  /**
   * Makes one of a name.
   *
   * @param uid what Spark tells it from others by
   */
  public SparkEmbedder(String uid) {
    this.uid = uid;
    ParamAccess.setDefaults(this);
    setDefault(embeddingCol(), "embedding");
    setDefault(dimensions(), 256);
    setDefault(hops(), CHOSEN);
    setDefault(smoothing(), -1);
    setDefault(epochs(), 3);
    setDefault(seed(), 1L);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Length of the vectors. */
  public IntParam dimensions() {
    return new IntParam(this, "dimensions", "length of the vectors", ParamValidators.gtEq(1));
  }

  /** Sets {@link #dimensions}. */
  public SparkEmbedder setDimensions(int value) {
    return ParamAccess.set(this, dimensions(), value);
  }

  /** How many steps around a node count. */
  public IntParam hops() {
    return new IntParam(
        this,
        "hops",
        "steps around a node whose features count; -1 to choose them by the graph",
        ParamValidators.inRange(CHOSEN, EncoderState.MOST_STEPS));
  }

  /** Sets {@link #hops}. */
  public SparkEmbedder setHops(int value) {
    return ParamAccess.set(this, hops(), value);
  }

  /** Over how many steps vectors are averaged at the end. */
  public IntParam smoothing() {
    return new IntParam(
        this,
        "smoothing",
        "steps over which vectors are averaged at the end; -1 for as many as hops",
        ParamValidators.inRange(-1, EncoderState.MOST_STEPS));
  }

  /** Sets {@link #smoothing}. */
  public SparkEmbedder setSmoothing(int value) {
    return ParamAccess.set(this, smoothing(), value);
  }

  /** In how many rounds directions are found. */
  public IntParam epochs() {
    return new IntParam(
        this, "epochs", "rounds in which directions are found", ParamValidators.gtEq(1));
  }

  /** Sets {@link #epochs}. */
  public SparkEmbedder setEpochs(int value) {
    return ParamAccess.set(this, epochs(), value);
  }

  /** Seed of all randomness. */
  public LongParam seed() {
    return new LongParam(this, "seed", "seed of all randomness");
  }

  /**
   * A file on any file system of Spark's that {@link #transform} writes the encoder to, for {@code
   * NodeEncoder.load} on one machine. For graphs with features.
   */
  public Param<String> encoderFile() {
    return new Param<>(this, "encoderFile", "file that the encoder is written to");
  }

  /** Sets {@link #encoderFile}. */
  public SparkEmbedder setEncoderFile(String path) {
    return ParamAccess.set(this, encoderFile(), path);
  }

  /** Sets {@link #seed}. */
  public SparkEmbedder setSeed(long value) {
    return ParamAccess.set(this, seed(), value);
  }

  /** Sets the edges, for {@link #transform(Dataset)} and pipelines. */
  public SparkEmbedder setEdges(Dataset<?> newEdges) {
    edges = Objects.requireNonNull(newEdges, "edges");
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> vertices) {
    return transform(vertices, ParamAccess.required(edges, "transform"));
  }

  /**
   * Learns vectors of the vertices.
   *
   * @param vertices the vertices
   * @param ofVertices the edges
   * @return the vertices with a column for the vectors
   */
  public Dataset<Row> transform(Dataset<?> vertices, Dataset<?> ofVertices) {
    transformSchema(vertices.schema());
    return TaskFailures.unwrap(
        () -> {
          try (PartitionedGraph graph = PartitionedGraph.of(source(vertices, ofVertices))) {
            JavaRDD<Row> rows = embed(graph, DriverShare.of(vertices.sparkSession()).workers());
            graph.describeJobs(null);
            return beside(vertices, rows, graph.hasLongIds());
          }
        });
  }

  private JavaRDD<Row> embed(PartitionedGraph graph, Workers workers) {
    RandomStream random = RandomStream.of(ParamAccess.longNumber(this, seed()));
    int width = ParamAccess.number(this, dimensions());
    int last = ParamAccess.number(this, smoothing());
    requireFeatures(graph);
    graph.describeJobs("look at columns");
    try (PartSurroundings around = PartSurroundings.of(graph)) {
      graph.describeJobs("choose hops");
      int wanted = ParamAccess.number(this, hops());
      int steps = wanted > 0 ? wanted : new HopChoice(around, workers).choose();
      int smooth = last < 0 ? steps : last;
      PrincipalComponents components =
          new PrincipalComponents(around, steps, width, random.derive("directions"), workers);
      int rounds = ParamAccess.number(this, epochs());
      for (int round = 1; round <= rounds; round++) {
        graph.describeJobs("embedding", "round " + round);
        components.round();
      }
      graph.describeJobs("embedding, vectors");
      DenseMatrix weights = components.weights(width, random.derive("rotation"));
      if (!NetworkState.areFinite(weights.data())) {
        throw new ArithmeticException(
            "the embeddings are not finite: check the scale of the features");
      }
      PartSurroundings.Encoded encoded = around.encode(weights, steps, smooth);
      save(graph, weights, encoded, steps, smooth);
      return graph
          .parts()
          .zip(encoded.vectors())
          .flatMap(pair -> rows(pair._1.vertices().ids(), pair._2, width).iterator());
    }
  }

  private void requireFeatures(PartitionedGraph graph) {
    if (isSet(encoderFile()) && !graph.hasFeatures()) {
      throw new IllegalArgumentException(
          "encoderFile is for graphs with features: without any, an encoder knows the nodes that it"
              + " learned from alone");
    }
  }

  private void save(
      PartitionedGraph graph,
      DenseMatrix weights,
      PartSurroundings.Encoded encoded,
      int steps,
      int smooth) {
    if (!isSet(encoderFile())) {
      return;
    }
    EncoderState state =
        new EncoderState(
            new ModelState.Features(
                graph.features(), true, FeatureSchema.UNNAMED, graph.scaler().scaler()),
            steps,
            smooth,
            weights,
            encoded.means(),
            encoded.deviations());
    try {
      ClusterFiles.write(graph.context(), ParamAccess.text(this, encoderFile()), state::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Row> rows(Object ids, float[] vectors, int width) {
    return IntStream.range(0, vectors.length / width)
        .mapToObj(
            row -> {
              double[] vector = new double[width];
              Arrays.setAll(vector, c -> vectors[row * width + c]);
              Object id = ids instanceof long[] longs ? (Object) longs[row] : ((String[]) ids)[row];
              return RowFactory.create(id, Vectors.dense(vector));
            })
        .toList();
  }

  private Dataset<Row> beside(Dataset<?> vertices, JavaRDD<Row> rows, boolean longIds) {
    String name = ParamAccess.text(this, embeddingCol());
    StructType schema =
        new StructType()
            .add(KEY, longIds ? DataTypes.LongType : DataTypes.StringType)
            .add(name, SQLDataTypes.VectorType());
    Dataset<Row> table = vertices.sparkSession().createDataFrame(rows, schema);
    Column id = vertices.col(ParamAccess.text(this, idCol()));
    return vertices
        .toDF()
        .join(table, (longIds ? id.cast("long") : id).equalTo(table.col(KEY)))
        .drop(table.col(KEY));
  }

  private GraphSource source(Dataset<?> vertices, Dataset<?> ofVertices) {
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
        GraphSource.EdgeKinds.untyped(false),
        FeatureScaling.AUTOMATIC,
        null,
        null,
        ParamAccess.number(this, numPartitions()),
        ParamAccess.number(this, splitDegree()),
        0,
        ParamAccess.number(this, identityColumns()),
        1);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    VertexColumns.typeOf(ParamAccess.text(this, idCol()), schema, "vertices");
    String name = ParamAccess.text(this, embeddingCol());
    if (name.isEmpty() || Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "embeddingCol must be a column that the vertices do not have, got \"" + name + "\"");
    }
    return schema.add(name, SQLDataTypes.VectorType());
  }

  @Override
  public SparkEmbedder copy(ParamMap extra) {
    SparkEmbedder copy = new SparkEmbedder(uid);
    copy.edges = edges;
    return copyValues(copy, extra);
  }
}
