package io.github.gmnn.spark;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.spark.layout.VertexColumns;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The predictions for the nodes of a part, and how they become columns beside the vertices.
 *
 * @param ids the ids: a {@code long[]} or a {@code String[]}
 * @param distributions a row per node
 * @param classes how many values a row has
 * @param embeddings a row per node, or null
 * @param width how many values such a row has
 */
record PredictionRows(
    Object ids, float[] distributions, int classes, float @Nullable [] embeddings, int width)
    implements Serializable {
  private static final String KEY = "gmnn_id";

  static float[] softmax(float[] logits, int classes, double temperature) {
    int rows = logits.length / classes;
    DenseMatrix out = DenseMatrix.zeros(rows, classes);
    Dense.softmax(DenseMatrix.wrap(rows, classes, logits), temperature, out);
    if (!NetworkState.areFinite(out.data())) {
      throw new ArithmeticException(
          "the predictions are not finite: features or weights of the graph are too large");
    }
    return out.data();
  }

  static StructType schema(StructType vertices, GraphParams<?> params) {
    VertexColumns.typeOf(ParamAccess.text(params, params.idCol()), vertices, "vertices");
    StructType schema = vertices;
    for (StructField field : fields(params)) {
      for (String name : vertices.fieldNames()) {
        if (name.equals(field.name())) {
          throw new IllegalArgumentException(
              "the vertices have a column " + name + " already: give the answers another name");
        }
      }
      schema = schema.add(field);
    }
    return schema;
  }

  private static List<StructField> fields(GraphParams<?> params) {
    List<StructField> fields = new ArrayList<>();
    fields.add(field(ParamAccess.text(params, params.probabilityCol()), SQLDataTypes.VectorType()));
    fields.add(field(ParamAccess.text(params, params.predictionCol()), DataTypes.DoubleType));
    fields.add(field(ParamAccess.text(params, params.predictedLabelCol()), DataTypes.StringType));
    String embedding = ParamAccess.textOrNull(params, params.embeddingCol());
    if (embedding != null) {
      fields.add(field(embedding, SQLDataTypes.VectorType()));
    }
    String sets = setsCol(params);
    if (sets != null) {
      fields.add(field(sets, DataTypes.createArrayType(DataTypes.StringType, false)));
    }
    return fields;
  }

  /** The column of prediction sets; null if it is not wanted, or there is no such parameter. */
  static @Nullable String setsCol(GraphParams<?> params) {
    return params instanceof GraphParams.OfTypedEdges<?> ofModel
        ? ParamAccess.textOrNull(ofModel, ofModel.predictionSetCol())
        : null;
  }

  /**
   * How distributions are answered with labels.
   *
   * @param names the classes
   * @param thresholds what decides; null for the likeliest label
   * @param sets what makes prediction sets; null if none are wanted
   * @param level their probability to contain the true label
   */
  record Answers(
      ArrayList<String> names,
      @Nullable Thresholds thresholds,
      @Nullable PredictionSets sets,
      double level)
      implements Serializable {
    /** Answers of the likeliest label. */
    static Answers likeliest(List<String> classes) {
      return new Answers(new ArrayList<>(classes), null, null, 0);
    }

    private int decide(float[] distribution) {
      return thresholds == null
          ? Elementwise.argMax(distribution, 0, distribution.length)
          : thresholds.decide(distribution);
    }
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, false);
  }

  /** The vertices with the predictions beside them. */
  static Dataset<Row> beside(
      Dataset<?> vertices,
      JavaRDD<PredictionRows> predictions,
      boolean longIds,
      Answers answers,
      GraphParams<?> params) {
    StructType schema = schema(vertices.schema(), params);
    List<StructField> fields = new ArrayList<>(fields(params));
    fields.add(0, field(KEY, longIds ? DataTypes.LongType : DataTypes.StringType));
    JavaRDD<Row> rows = predictions.flatMap(ofPart -> ofPart.rows(answers));
    Dataset<Row> table =
        vertices.sparkSession().createDataFrame(rows, DataTypes.createStructType(fields));
    Column id = vertices.col(ParamAccess.text(params, params.idCol()));
    Dataset<Row> joined =
        vertices.toDF().join(table, (longIds ? id.cast("long") : id).equalTo(table.col(KEY)));
    Column[] selected = new Column[schema.fields().length];
    for (int i = 0; i < selected.length; i++) {
      String name = schema.fields()[i].name();
      selected[i] = i < vertices.schema().fields().length ? vertices.col(name) : table.col(name);
    }
    return joined.select(selected);
  }

  private Iterator<Row> rows(Answers answers) {
    int count = distributions.length / classes;
    return IntStream.range(0, count).mapToObj(row -> row(row, answers)).iterator();
  }

  private Row row(int row, Answers answers) {
    float[] distribution = Arrays.copyOfRange(distributions, row * classes, (row + 1) * classes);
    int decided = answers.decide(distribution);
    List<Object> values = new ArrayList<>();
    values.add(ids instanceof long[] longs ? (Object) longs[row] : ((String[]) ids)[row]);
    values.add(vector(distributions, row, classes));
    values.add((double) decided);
    values.add(answers.names.get(decided));
    if (embeddings != null) {
      values.add(vector(embeddings, row, width));
    }
    if (answers.sets != null) {
      values.add(answers.sets.of(distribution, answers.level).toArray(String[]::new));
    }
    return RowFactory.create(values.toArray());
  }

  private static Vector vector(float[] values, int row, int width) {
    double[] copy = new double[width];
    for (int i = 0; i < width; i++) {
      copy[i] = values[row * width + i];
    }
    return Vectors.dense(copy);
  }
}
