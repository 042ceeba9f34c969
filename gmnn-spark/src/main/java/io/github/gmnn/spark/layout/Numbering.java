package io.github.gmnn.spark.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of nodes: their places in the order of ids, from 0. Ids that are whole numbers
 * without a gap tell theirs by themselves; others are sorted, and joined to vertices and edges.
 */
final class Numbering implements AutoCloseable {
  static final String NUMBER = "gmnn_number";
  private static final String SOURCE = "gmnn_source";
  private static final String TARGET = "gmnn_target";
  private static final String WEIGHT = "gmnn_weight";
  private static final String VALUE = "gmnn_value_";
  static final String TYPE = "gmnn_type";

  /** Where the numbers on edges begin among the columns of edges. */
  static final int FIRST_VALUE = 4;

  private final Dataset<Row> vertices;
  private final boolean longIds;
  private final @Nullable Long first;
  private final @Nullable Dataset<Row> index;
  private final long nodes;

  private Numbering(
      Dataset<Row> vertices,
      boolean longIds,
      @Nullable Long first,
      @Nullable Dataset<Row> index,
      long nodes) {
    this.vertices = vertices;
    this.longIds = longIds;
    this.first = first;
    this.index = index;
    this.nodes = nodes;
  }

  static Numbering of(
      VertexColumns.Selection selection, Survey survey, SparkSession spark, Progress progress) {
    boolean longIds = selection.columns().hasLongIds();
    Long first = longIds ? survey.firstOfRange() : null;
    if (first != null) { // the order of such ids is their number
      Column number = functions.col(VertexColumns.ID).minus(first).cast("int").as(NUMBER);
      return new Numbering(
          selection.rows().select(functions.col("*"), number),
          longIds,
          first,
          null,
          survey.count());
    }
    progress.begin("number the vertices");
    StructType schema =
        new StructType()
            .add(VertexColumns.ID, longIds ? DataTypes.LongType : DataTypes.StringType)
            .add(NUMBER, DataTypes.IntegerType);
    JavaRDD<Row> numbered =
        selection
            .rows()
            .select(VertexColumns.ID)
            .sort(VertexColumns.ID)
            .toJavaRDD()
            .mapPartitions(Distinct::new)
            .zipWithIndex()
            .map(pair -> RowFactory.create(pair._1.get(0), pair._2.intValue()));
    Dataset<Row> index =
        spark.createDataFrame(numbered, schema).persist(StorageLevel.MEMORY_AND_DISK());
    return new Numbering(
        selection.rows().join(index, VertexColumns.ID), longIds, null, index, survey.count());
  }

  Dataset<Row> vertices() {
    return vertices;
  }

  /** The edges by the numbers of their ends, null where there is no such vertex; with all else. */
  Dataset<Row> edges(GraphSource source) {
    Dataset<Row> edges = source.edges().toDF();
    Column weight =
        source.weightColumn() == null
            ? functions.lit(1f)
            : functions.col(column(source.weightColumn(), edges)).cast("float");
    Column type =
        source.kinds().typeColumn() == null
            ? functions.lit("")
            : functions.col(column(source.kinds().typeColumn(), edges)).cast("string");
    List<Column> kept = new ArrayList<>();
    kept.add(weight.as(WEIGHT));
    kept.add(type.as(TYPE));
    for (String name : source.kinds().numberColumns()) {
      kept.add(value(name, edges).as(VALUE + (kept.size() - 2)));
    }
    List<Column> all = new ArrayList<>();
    all.add(end(source.sourceColumn(), edges).as(SOURCE));
    all.add(end(source.targetColumn(), edges).as(TARGET));
    all.addAll(kept);
    Dataset<Row> named = edges.select(all.toArray(Column[]::new));
    List<Column> numbered = new ArrayList<>();
    if (first != null) {
      numbered.add(number(SOURCE));
      numbered.add(number(TARGET));
    } else {
      named =
          named
              .join(ends("s"), functions.col(SOURCE).equalTo(functions.col("s.id")), "left")
              .join(ends("t"), functions.col(TARGET).equalTo(functions.col("t.id")), "left");
      numbered.add(functions.col("s." + NUMBER).as(SOURCE));
      numbered.add(functions.col("t." + NUMBER).as(TARGET));
    }
    String[] names = edges.select(kept.toArray(Column[]::new)).columns();
    Arrays.stream(names).map(functions::col).forEach(numbered::add);
    return named.select(numbered.toArray(Column[]::new));
  }

  private static Column value(String name, Dataset<Row> edges) {
    if (!(VertexColumns.typeOf(name, edges.schema(), "edges") instanceof NumericType)) {
      throw new IllegalArgumentException("column " + name + " of the edges has no numbers");
    }
    return functions.col("`" + name + "`").cast("float");
  }

  private static String column(String name, Dataset<Row> edges) {
    VertexColumns.typeOf(name, edges.schema(), "edges");
    return name;
  }

  private Dataset<Row> ends(String alias) {
    return Objects.requireNonNull(index, "a range of ids has no index").as(alias);
  }

  private Column end(String column, Dataset<Row> edges) {
    DataType type = VertexColumns.typeOf(column, edges.schema(), "edges");
    if (VertexColumns.isWhole(type) != longIds || !longIds && !type.equals(DataTypes.StringType)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of the edges is of type "
              + type.simpleString()
              + ", the ids of the vertices are "
              + (longIds ? "whole numbers" : "strings"));
    }
    return longIds ? functions.col(column).cast("long") : functions.col(column);
  }

  private Column number(String column) {
    Column number = functions.col(column).minus(first);
    return functions.when(number.geq(0).and(number.lt(nodes)), number.cast("int")).as(column);
  }

  @Override
  public void close() {
    if (index != null) {
      index.unpersist();
    }
  }

  /** Passes sorted ids on, and refuses a duplicate. */
  private static final class Distinct implements Iterator<Row> {
    private final Iterator<Row> sorted;
    private @Nullable Object last;

    Distinct(Iterator<Row> sorted) {
      this.sorted = sorted;
    }

    @Override
    public boolean hasNext() {
      return sorted.hasNext();
    }

    @Override
    public Row next() {
      Row row = sorted.next();
      if (row.get(0).equals(last)) {
        throw new IllegalArgumentException("two vertices have the id " + last);
      }
      last = row.get(0);
      return row;
    }
  }
}
