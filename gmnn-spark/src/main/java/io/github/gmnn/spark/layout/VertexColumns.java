package io.github.gmnn.spark.layout;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** What is read of the vertices, and how: the columns of a selection of them. */
public final class VertexColumns implements Serializable {
  private static final long serialVersionUID = 1L;

  static final String ID = "id";

  /**
   * In the metadata of a column of features: whether a reader made them of a table, their numbers
   * scaled, as {@link io.github.gmnn.graph.FeatureSchema#isOfTable} says of a graph's.
   */
  public static final String OF_TABLE = "gmnn.ofTable";

  private static final String FEATURES = "features";
  private static final String LABEL = "label";
  private static final String VALIDATION = "validation";

  private final boolean longIds;
  private final boolean features;
  private final boolean ofTable;
  private final boolean labels;
  private final boolean validation;

  private VertexColumns(
      boolean longIds, boolean features, boolean ofTable, boolean labels, boolean validation) {
    this.longIds = longIds;
    this.features = features;
    this.ofTable = ofTable;
    this.labels = labels;
    this.validation = validation;
  }

  /**
   * The vertices as they are read.
   *
   * @param rows columns {@code id} (string or long), then {@code features}, {@code label} and
   *     {@code validation} as far as there are such
   * @param columns tells them apart
   */
  record Selection(Dataset<Row> rows, VertexColumns columns) {}

  /**
   * Selects what is read.
   *
   * @param vertices the vertices
   * @param id the column of ids: strings or whole numbers
   * @param features the column of vectors, or null for none
   * @param label the column of labels, or null if they are not read
   * @param validation the column that says which labels are held for validation, or null
   */
  static Selection select(
      Dataset<?> vertices,
      String id,
      @Nullable String features,
      @Nullable String label,
      @Nullable String validation) {
    StructType schema = vertices.schema();
    DataType idType = typeOf(id, schema, "vertices");
    boolean longIds = isWhole(idType);
    if (!longIds && !idType.equals(DataTypes.StringType)) {
      throw new IllegalArgumentException(
          "column "
              + id
              + " of the vertices is of type "
              + idType.simpleString()
              + ", expected strings or whole numbers");
    }
    List<Column> selected = new ArrayList<>();
    selected.add(longIds ? functions.col(id).cast("long").as(ID) : functions.col(id).as(ID));
    if (features != null) {
      require(typeOf(features, schema, "vertices"), SQLDataTypes.VectorType(), features);
      selected.add(functions.col(features).as(FEATURES));
    }
    if (label != null) {
      typeOf(label, schema, "vertices");
      selected.add(functions.col(label).cast("string").as(LABEL));
    }
    if (validation != null) {
      require(typeOf(validation, schema, "vertices"), DataTypes.BooleanType, validation);
      selected.add(functions.col(validation).as(VALIDATION));
    }
    return new Selection(
        vertices.toDF().select(selected.toArray(Column[]::new)),
        new VertexColumns(
            longIds,
            features != null,
            features != null && isOfTable(schema.apply(features).metadata()),
            label != null,
            validation != null));
  }

  private static boolean isOfTable(Metadata metadata) {
    return metadata.contains(OF_TABLE) && metadata.getBoolean(OF_TABLE);
  }

  static boolean isWhole(DataType type) {
    return type.equals(DataTypes.LongType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType);
  }

  public static DataType typeOf(String column, StructType schema, String what) {
    for (String name : schema.fieldNames()) {
      if (name.equals(column)) {
        return schema.apply(name).dataType();
      }
    }
    throw new IllegalArgumentException(
        "the "
            + what
            + " have no column "
            + column
            + "; they have "
            + List.of(schema.fieldNames()));
  }

  private static void require(DataType found, DataType expected, String column) {
    if (!found.equals(expected)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of the vertices is of type "
              + found.simpleString()
              + ", expected "
              + expected.simpleString());
    }
  }

  boolean hasLongIds() {
    return longIds;
  }

  boolean hasFeatures() {
    return features;
  }

  boolean areFeaturesOfTable() {
    return ofTable;
  }

  Object id(Row row) {
    return longIds ? (Object) longId(row) : stringId(row);
  }

  long longId(Row row) {
    checkId(row);
    return row.getLong(0);
  }

  String stringId(Row row) {
    checkId(row);
    return row.getString(0);
  }

  private static void checkId(Row row) {
    if (row.isNullAt(0)) {
      throw new IllegalArgumentException("a vertex has no id");
    }
  }

  /** The features of a vertex; null if none are read. */
  @Nullable Vector features(Row row) {
    if (!features) {
      return null;
    }
    if (row.isNullAt(1)) {
      throw new IllegalArgumentException("vertex " + id(row) + " has no features");
    }
    return row.getAs(1);
  }

  @Nullable String label(Row row) {
    return labels ? row.getString(features ? 2 : 1) : null;
  }

  boolean isValidation(Row row) {
    int column = (features ? 2 : 1) + (labels ? 1 : 0);
    return validation && !row.isNullAt(column) && row.getBoolean(column);
  }
}
