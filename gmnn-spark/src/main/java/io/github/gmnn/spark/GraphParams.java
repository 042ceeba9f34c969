package io.github.gmnn.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The parameters that {@link GmnnClassifier}, {@link GmnnSparkModel}, {@link SparkLabelPropagation}
 * and {@link SparkEmbedder} share: the columns of a graph, the columns of the output, and how the
 * graph is laid out.
 *
 * @param <T> the class itself, which setters return
 */
public interface GraphParams<T extends GraphParams<T>> extends Params {
  /** Column of the vertices' ids. */
  default Param<String> idCol() {
    return new Param<>(
        this, "idCol", "column of the vertices' ids, strings or whole numbers, each once");
  }

  /** Sets {@link #idCol}. */
  default T setIdCol(String value) {
    return ParamAccess.set(this, idCol(), value);
  }

  /** Column of the vertices' features. */
  default Param<String> featuresCol() {
    return new Param<>(
        this,
        "featuresCol",
        "column of the vertices' feature vectors, sparse or dense; empty if there are none, and"
            + " nodes stand for themselves");
  }

  /** Sets {@link #featuresCol}. */
  default T setFeaturesCol(String value) {
    return ParamAccess.set(this, featuresCol(), value);
  }

  /** Column of the source of each edge. */
  default Param<String> srcCol() {
    return new Param<>(this, "srcCol", "column of the source of each edge, the id of a vertex");
  }

  /** Sets {@link #srcCol}. */
  default T setSrcCol(String value) {
    return ParamAccess.set(this, srcCol(), value);
  }

  /** Column of the destination of each edge. */
  default Param<String> dstCol() {
    return new Param<>(this, "dstCol", "column of the destination of each edge");
  }

  /** Sets {@link #dstCol}. */
  default T setDstCol(String value) {
    return ParamAccess.set(this, dstCol(), value);
  }

  /** Column of the edges' weights. */
  default Param<String> edgeWeightCol() {
    return new Param<>(
        this, "edgeWeightCol", "column of the edges' weights, positive; empty for 1 each");
  }

  /** Sets {@link #edgeWeightCol}. */
  default T setEdgeWeightCol(String value) {
    return ParamAccess.set(this, edgeWeightCol(), value);
  }

  /** Whether edges keep their direction. */
  default BooleanParam directed() {
    return new BooleanParam(
        this,
        "directed",
        "whether edges have a direction: the destination receives from the source, not the other"
            + " way round");
  }

  /** Sets {@link #directed}. */
  default T setDirected(boolean value) {
    return ParamAccess.set(this, directed(), value);
  }

  /** Column for the distribution of the classes. */
  default Param<String> probabilityCol() {
    return new Param<>(
        this,
        "probabilityCol",
        "column for the probability of each class, in the order of classes");
  }

  /** Sets {@link #probabilityCol}. */
  default T setProbabilityCol(String value) {
    return ParamAccess.set(this, probabilityCol(), value);
  }

  /** Column for the number of the likeliest class. */
  default Param<String> predictionCol() {
    return new Param<>(
        this, "predictionCol", "column for the number of the likeliest class, a double");
  }

  /** Sets {@link #predictionCol}. */
  default T setPredictionCol(String value) {
    return ParamAccess.set(this, predictionCol(), value);
  }

  /** Column for the name of the likeliest class. */
  default Param<String> predictedLabelCol() {
    return new Param<>(this, "predictedLabelCol", "column for the name of the likeliest class");
  }

  /** Sets {@link #predictedLabelCol}. */
  default T setPredictedLabelCol(String value) {
    return ParamAccess.set(this, predictedLabelCol(), value);
  }

  /** Column for vectors of the vertices. */
  default Param<String> embeddingCol() {
    return new Param<>(
        this,
        "embeddingCol",
        "column for vectors of the vertices, of a classifier q's last hidden layer; empty if it is"
            + " not wanted");
  }

  /** Sets {@link #embeddingCol}. */
  default T setEmbeddingCol(String value) {
    return ParamAccess.set(this, embeddingCol(), value);
  }

  /** In how many parts the graph is laid out. */
  default IntParam numPartitions() {
    return new IntParam(
        this,
        "numPartitions",
        "in how many parts the graph is laid out, at most 100000; results do not depend on it; 0"
            + " for one part of a small graph, and for Spark's default parallelism of another",
        ParamValidators.inRange(0, 100_000));
  }

  /** Sets {@link #numPartitions}. */
  default T setNumPartitions(int value) {
    return ParamAccess.set(this, numPartitions(), value);
  }

  /** From how many neighbours on a node's edges are spread over parts. */
  default IntParam splitDegree() {
    return new IntParam(
        this,
        "splitDegree",
        "from how many neighbours on a node's edges are spread over all parts, so that no task has"
            + " to hold them; in fits with a cap on neighbours and in transform; 0 for never",
        ParamValidators.gtEq(0));
  }

  /** Sets {@link #splitDegree}. */
  default T setSplitDegree(int value) {
    return ParamAccess.set(this, splitDegree(), value);
  }

  /** How many columns stand for nodes without features at most. */
  default IntParam identityColumns() {
    return new IntParam(
        this,
        "identityColumns",
        "without features: how many columns stand for the nodes at most; more nodes share them by"
            + " hashing",
        ParamValidators.gtEq(1));
  }

  /** Sets {@link #identityColumns}. */
  default T setIdentityColumns(int value) {
    return ParamAccess.set(this, identityColumns(), value);
  }

  /**
   * The parameters that {@link GmnnClassifier} and {@link GmnnSparkModel} have for prediction sets,
   * and for graphs whose edges have types. Each type is a relation of its own, with its direction,
   * whatever that of the graph as a whole; layers that know no types see the graph as it would be
   * without them.
   *
   * @param <T> the class itself, which setters return
   */
  public interface OfTypedEdges<T extends OfTypedEdges<T>> extends GraphParams<T> {
    /** Column of the edges' types. */
    default Param<String> edgeTypeCol() {
      return new Param<>(
          this,
          "edgeTypeCol",
          "column of the edges' types, for layers with weights for each of them; empty if edges have"
              + " none");
    }

    /** Sets {@link #edgeTypeCol}. */
    default T setEdgeTypeCol(String value) {
      return ParamAccess.set(this, edgeTypeCol(), value);
    }

    /** The types of edges that have no direction. */
    default StringArrayParam undirectedTypes() {
      return new StringArrayParam(
          this, "undirectedTypes", "types of edges that have no direction; the others have one");
    }

    /** Sets {@link #undirectedTypes}. */
    default T setUndirectedTypes(String... value) {
      return ParamAccess.set(this, undirectedTypes(), value);
    }

    /** Columns of the numbers on edges. */
    default StringArrayParam edgeNumberCols() {
      return new StringArrayParam(
          this,
          "edgeNumberCols",
          "columns of numbers on edges, for kinds whose messages read them; each parallel edge"
              + " counts with its own numbers");
    }

    /** Sets {@link #edgeNumberCols}. */
    default T setEdgeNumberCols(String... value) {
      return ParamAccess.set(this, edgeNumberCols(), value);
    }

    /** Column for the prediction set. */
    default Param<String> predictionSetCol() {
      return new Param<>(
          this,
          "predictionSetCol",
          "column for the labels that contain the true one with the probability predictionSetLevel;"
              + " empty if it is not wanted");
    }

    /** Sets {@link #predictionSetCol}. */
    default T setPredictionSetCol(String value) {
      return ParamAccess.set(this, predictionSetCol(), value);
    }

    /** How often prediction sets contain the true label. */
    default DoubleParam predictionSetLevel() {
      return new DoubleParam(
          this,
          "predictionSetLevel",
          "the probability of a prediction set to contain the true label, in (0, 1)",
          ParamValidators.inRange(0, 1, false, false));
    }

    /** Sets {@link #predictionSetLevel}. */
    default T setPredictionSetLevel(double value) {
      return ParamAccess.set(this, predictionSetLevel(), value);
    }

    /**
     * Returns vertices with summaries of their edges among their features: how many there are, sum,
     * mean and largest of each number, and shares of types, received and sent where edges have a
     * direction. All but shares are logarithms, 0 where a vertex has no edges; the features' {@code
     * featureScaling} scales them with the others. Costs a pass over the edges and a shuffle of
     * them for each direction.
     *
     * @param vertices the vertices
     * @param edges the edges
     * @param numbers those of the columns of edges that have numbers to sum up
     * @return the vertices, with longer vectors
     * @throws IllegalArgumentException if columns are missing or have no finite numbers
     */
    default Dataset<Row> withEdgeSummaries(
        Dataset<?> vertices, Dataset<?> edges, String... numbers) {
      return SummaryColumns.add(this, vertices, edges, null, Long.MAX_VALUE, numbers);
    }

    /**
     * Returns the same of edges up to a time, with the time since the newest and the mean gap, so
     * that nothing leaks that came later.
     *
     * @param vertices the vertices
     * @param edges the edges
     * @param time the column of edges that says when they came to be, whole numbers
     * @param asOf the time after which edges do not count; {@link Long#MAX_VALUE} for all
     * @param numbers those of the columns of edges that have numbers to sum up
     * @return the vertices, with longer vectors
     */
    default Dataset<Row> withEdgeSummaries(
        Dataset<?> vertices, Dataset<?> edges, String time, long asOf, String... numbers) {
      return SummaryColumns.add(this, vertices, edges, time, asOf, numbers);
    }
  }

  /**
   * The parameters that {@link GmnnClassifier} and {@link SparkLabelPropagation} have for labels.
   *
   * @param <T> the class itself, which setters return
   */
  public interface OfLabels<T extends OfLabels<T>> extends GraphParams<T> {
    /** Column of the labels. */
    default Param<String> labelCol() {
      return new Param<>(this, "labelCol", "column of the labels; null where there is none");
    }

    /** Sets {@link #labelCol}. */
    default T setLabelCol(String value) {
      return ParamAccess.set(this, labelCol(), value);
    }

    /** Column that says which labels are held for validation, and so not learned from. */
    default Param<String> validationIndicatorCol() {
      return new Param<>(
          this,
          "validationIndicatorCol",
          "boolean column: labels where it is true are held for validation; empty for none");
    }

    /** Sets {@link #validationIndicatorCol}. */
    default T setValidationIndicatorCol(String value) {
      return ParamAccess.set(this, validationIndicatorCol(), value);
    }
  }
}
