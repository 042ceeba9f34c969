package io.github.gmnn.spark;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.spark.layout.Role;
import io.github.gmnn.spark.layout.TaskFailures;
import io.github.gmnn.spark.layout.Vertices;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * Label propagation on Spark, the baseline that uses only labels and edges. It gives the same
 * numbers as {@code LabelPropagation} of gmnn-baselines with a fixed α. F ← α S F + (1 - α) Y, S
 * being the normalised adjacency with self-loops, until no score changes by more than
 * 10<sup>-6</sup>.
 *
 * <p>Each iteration is one exchange of halo rows. Every tenth is kept on the executors alone, so
 * that the plan does not grow without end: when an executor is lost, run it again.
 */
public final class SparkLabelPropagation extends Transformer
    implements GraphParams.OfLabels<SparkLabelPropagation> {
  private static final long serialVersionUID = 1L;
  private static final float TOLERANCE = 1e-6f;
  private static final int KEPT_EVERY = 10;

  private final String uid;
  private transient @Nullable Dataset<?> edges;

  /** Makes one with α = 0.9. */
  public SparkLabelPropagation() {
    this(Identifiable$.MODULE$.randomUID("labelPropagation"));
  }

  /**
   * Makes one of a name.
   *
   * @param uid what Spark tells it from others by
   */
  public SparkLabelPropagation(String uid) {
    this.uid = uid;
    ParamAccess.setDefaults(this);
    ParamAccess.setLabelDefaults(this);
    setDefault(alpha(), 0.9);
    setDefault(maxIter(), 1000);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** The share of the neighbours' labels. */
  public DoubleParam alpha() {
    return new DoubleParam(
        this,
        "alpha",
        "share of the neighbours' labels, in (0, 1); the larger, the farther labels travel",
        ParamValidators.inRange(0, 1, false, false));
  }

  /** Sets {@link #alpha}. */
  public SparkLabelPropagation setAlpha(double value) {
    return ParamAccess.set(this, alpha(), value);
  }

  /** How many iterations there are at most. */
  public IntParam maxIter() {
    return new IntParam(
        this, "maxIter", "how many iterations there are at most", ParamValidators.gtEq(1));
  }

  /** Sets {@link #maxIter}. */
  public SparkLabelPropagation setMaxIter(int value) {
    return ParamAccess.set(this, maxIter(), value);
  }

  /** Sets the edges, for {@link #transform(Dataset)} and pipelines. */
  public SparkLabelPropagation setEdges(Dataset<?> newEdges) {
    edges = Objects.requireNonNull(newEdges, "edges");
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> vertices) {
    return transform(vertices, ParamAccess.required(edges, "transform"));
  }

  /**
   * Propagates the labels.
   *
   * @param vertices the vertices, some of them labelled
   * @param ofVertices the edges
   * @return the vertices with columns for the distribution and the likeliest class
   */
  public Dataset<Row> transform(Dataset<?> vertices, Dataset<?> ofVertices) {
    PredictionRows.schema(vertices.schema(), this);
    return TaskFailures.unwrap(
        () -> {
          try (PartitionedGraph graph = PartitionedGraph.of(source(vertices, ofVertices))) {
            JavaRDD<PredictionRows> predictions = propagate(graph);
            graph.describeJobs(null);
            return PredictionRows.beside(
                vertices,
                predictions,
                graph.hasLongIds(),
                PredictionRows.Answers.likeliest(graph.classes()),
                this);
          }
        });
  }

  private JavaRDD<PredictionRows> propagate(PartitionedGraph graph) {
    int classes = graph.classes().size();
    if (classes == 0) {
      throw new IllegalArgumentException("there is no labelled vertex to propagate from");
    }
    double share = ParamAccess.real(this, alpha());
    FullGraphInference exact = new FullGraphInference(graph);
    JavaRDD<float[]> scores =
        graph.parts().map(part -> labels(part, classes)).persist(StorageLevel.MEMORY_AND_DISK());
    float change = Float.MAX_VALUE;
    int most = ParamAccess.number(this, maxIter());
    for (int i = 1; i <= most && change > TOLERANCE; i++) {
      graph.describeJobs("label propagation", "iteration " + i);
      JavaRDD<float[]> before = scores;
      JavaRDD<float[]> propagated =
          exact.propagate(
              before.map(rows -> new PendingPropagation(Propagation.NORMALIZED, classes, rows)));
      scores =
          graph
              .parts()
              .zip(propagated)
              .map(pair -> mixed(pair._1, pair._2, share, classes))
              .persist(StorageLevel.MEMORY_AND_DISK());
      if (i % KEPT_EVERY == 0) {
        scores.rdd().localCheckpoint();
      }
      change = scores.zip(before).map(pair -> change(pair._1, pair._2)).reduce(Math::max);
      before.unpersist();
    }
    return predictions(graph, scores, classes);
  }

  private static float[] labels(Part part, int classes) {
    float[] labels = new float[part.nodes() * classes];
    Vertices vertices = part.vertices();
    for (int row = 0; row < part.nodes(); row++) {
      if (vertices.roles()[row] == Role.TRAINING) {
        labels[row * classes + vertices.labels()[row]] = 1f;
      }
    }
    return labels;
  }

  private static float[] mixed(Part part, float[] propagated, double alpha, int classes) {
    float[] labels = labels(part, classes);
    float[] scores = new float[labels.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) (alpha * propagated[i] + (1 - alpha) * labels[i]);
    }
    return scores;
  }

  private static float change(float[] after, float[] before) {
    float change = 0;
    for (int i = 0; i < after.length; i++) {
      change = Math.max(change, Math.abs(after[i] - before[i]));
    }
    return change;
  }

  /** Rows become distributions; what no label reaches gets the mean of unlabelled nodes. */
  private static JavaRDD<PredictionRows> predictions(
      PartitionedGraph graph, JavaRDD<float[]> scores, int classes) {
    List<double[]> ofParts =
        graph.parts().zip(scores).map(pair -> reached(pair._1, pair._2, classes)).collect();
    double[] mean = new double[classes];
    double counted = 0;
    for (double[] ofPart : ofParts) {
      for (int c = 0; c < classes; c++) {
        mean[c] += ofPart[c];
      }
      counted += ofPart[classes];
    }
    for (int c = 0; c < classes; c++) {
      mean[c] = counted == 0 ? 1.0 / classes : mean[c] / counted;
    }
    JavaRDD<PredictionRows> predictions =
        graph
            .parts()
            .zip(scores)
            .map(
                pair ->
                    new PredictionRows(
                        pair._1.vertices().ids(),
                        normalized(pair._2, mean, classes),
                        classes,
                        null,
                        0))
            .persist(StorageLevel.MEMORY_AND_DISK());
    predictions.count();
    scores.unpersist();
    return predictions;
  }

  /** The sum of the distributions of unlabelled nodes that labels reach, and their number. */
  private static double[] reached(Part part, float[] scores, int classes) {
    double[] sums = new double[classes + 1];
    for (int row = 0; row < part.nodes(); row++) {
      double sum = Elementwise.sum(scores, row * classes, classes);
      if (sum > 0 && part.vertices().roles()[row] != Role.TRAINING) {
        for (int c = 0; c < classes; c++) {
          sums[c] += (float) (scores[row * classes + c] / sum);
        }
        sums[classes]++;
      }
    }
    return sums;
  }

  private static float[] normalized(float[] scores, double[] mean, int classes) {
    float[] rows = scores.clone();
    for (int start = 0; start < rows.length; start += classes) {
      double sum = Elementwise.sum(rows, start, classes);
      for (int c = 0; c < classes; c++) {
        rows[start + c] = (float) (sum == 0 ? mean[c] : rows[start + c] / sum);
      }
    }
    return rows;
  }

  private GraphSource source(Dataset<?> vertices, Dataset<?> ofVertices) {
    return new GraphSource(
        vertices,
        ofVertices,
        ParamAccess.text(this, idCol()),
        null,
        ParamAccess.text(this, labelCol()),
        ParamAccess.textOrNull(this, validationIndicatorCol()),
        ParamAccess.text(this, srcCol()),
        ParamAccess.text(this, dstCol()),
        ParamAccess.textOrNull(this, edgeWeightCol()),
        GraphSource.EdgeKinds.untyped(ParamAccess.flag(this, directed())),
        FeatureScaling.NONE,
        null,
        null,
        ParamAccess.number(this, numPartitions()),
        ParamAccess.number(this, splitDegree()),
        0,
        1,
        1);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return PredictionRows.schema(schema, this);
  }

  @Override
  public SparkLabelPropagation copy(ParamMap extra) {
    SparkLabelPropagation copy = new SparkLabelPropagation(uid);
    copy.edges = edges;
    return copyValues(copy, extra);
  }
}
