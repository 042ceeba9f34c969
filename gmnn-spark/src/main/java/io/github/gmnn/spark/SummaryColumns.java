package io.github.gmnn.spark;

import io.github.gmnn.spark.layout.VertexColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.NumericType;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the edges at each vertex as features: what {@link
 * io.github.gmnn.graph.Graph#withEdgeSummaries()} gives on one machine, not scaled.
 *
 * <p>Sums are of decimals, shares of the largest number, so that they do not depend on the order in
 * which edges come.
 */
final class SummaryColumns {
  private static final String NODE = "gmnn_node";
  private static final String OTHER = "gmnn_other";
  private static final String TYPE = "gmnn_type";
  private static final String TIME = "gmnn_time";
  private static final String ASSEMBLED = "gmnn_assembled";
  private static final String EXACT = "decimal(38,28)";

  private final List<String> numbers;
  private final boolean timed;
  private final Dataset<Row> edges;
  private final List<String> types;
  private final double[] largest;
  private final long now;
  private final List<String> names = new ArrayList<>();

  /**
   * @param edges where each starts and ends, its type, its time and its numbers
   * @param numbers what the numbers are called
   * @param timed whether edges have times
   * @param asOf the time that the newest edges are compared with; {@link Long#MAX_VALUE} for the
   *     newest of all
   */
  private SummaryColumns(Dataset<Row> edges, List<String> numbers, boolean timed, long asOf) {
    this.edges = edges;
    this.numbers = numbers;
    this.timed = timed;
    List<Column> wanted = new ArrayList<>();
    wanted.add(functions.sort_array(functions.collect_set(TYPE)));
    wanted.add(functions.max(TIME));
    for (int c = 0; c < numbers.size(); c++) {
      Column value = functions.col(value(c));
      Column finite = functions.abs(value).leq(Float.MAX_VALUE); // not so of NaN, the largest here
      wanted.add(functions.max(functions.abs(value)));
      wanted.add(functions.sum(functions.when(finite, 0).otherwise(1)));
    }
    Row seen = edges.agg(wanted.get(0), rest(wanted)).first();
    this.types = seen.getList(0);
    this.now = asOf < Long.MAX_VALUE || seen.isNullAt(1) ? asOf : seen.getLong(1);
    this.largest = new double[numbers.size()];
    for (int c = 0; c < largest.length; c++) {
      largest[c] = seen.isNullAt(2 + 2 * c) ? 0 : seen.getDouble(2 + 2 * c);
      if (!seen.isNullAt(3 + 2 * c) && seen.getLong(3 + 2 * c) > 0) {
        throw new IllegalArgumentException(
            "column "
                + numbers.get(c)
                + " of the edges has "
                + seen.getLong(3 + 2 * c)
                + " values that are missing or no finite floats");
      }
    }
  }

  private static Column[] rest(List<Column> columns) {
    return columns.subList(1, columns.size()).toArray(Column[]::new);
  }

  private static String value(int column) {
    return "gmnn_value_" + column;
  }

  /**
   * Adds summaries to the features of vertices.
   *
   * @param params name the columns
   * @param time the column of times, or null
   * @param asOf the time after which edges do not count
   * @param numbers the columns of numbers
   */
  static Dataset<Row> add(
      GraphParams.OfTypedEdges<?> params,
      Dataset<?> vertices,
      Dataset<?> edges,
      @Nullable String time,
      long asOf,
      String... numbers) {
    String features = ParamAccess.text(params, params.featuresCol());
    if (features.isEmpty()) {
      throw new IllegalArgumentException("featuresCol is empty: summaries need a column to go to");
    }
    String typeCol = ParamAccess.textOrNull(params, params.edgeTypeCol());
    List<String> undirected = Arrays.asList(params.getOrDefault(params.undirectedTypes()));
    boolean directed = typeCol != null || ParamAccess.flag(params, params.directed());
    Dataset<Row> along = selected(params, edges, typeCol, time, numbers);
    if (time != null && asOf < Long.MAX_VALUE) {
      along = along.filter(functions.col(TIME).leq(asOf));
    }
    Column both = directed ? functions.col(TYPE).isin(undirected.toArray()) : functions.lit(true);
    Dataset<Row> all = along.union(turned(along.filter(both)));
    SummaryColumns summaries = new SummaryColumns(all, List.of(numbers), time != null, asOf);
    List<String> ofTypes = typeCol == null ? List.of() : summaries.types;
    boolean oneWay = directed && !(typeCol != null && undirected.containsAll(ofTypes));
    String id = ParamAccess.text(params, params.idCol());
    VertexColumns.typeOf(id, vertices.schema(), "vertices");
    Dataset<Row> joined = vertices.toDF();
    int before = joined.columns().length;
    joined = summaries.join(joined, id, all, oneWay ? "received: " : "edges: ", ofTypes);
    if (oneWay) {
      joined = summaries.join(joined, id, turned(all), "sent: ", ofTypes);
    }
    return summaries.assembled(joined, features, before);
  }

  /** Where edges start and end, their types, times and numbers, without loops. */
  private static Dataset<Row> selected(
      GraphParams.OfTypedEdges<?> params,
      Dataset<?> edges,
      @Nullable String type,
      @Nullable String time,
      String... numbers) {
    List<Column> columns = new ArrayList<>();
    columns.add(column(edges, ParamAccess.text(params, params.dstCol())).as(NODE));
    columns.add(column(edges, ParamAccess.text(params, params.srcCol())).as(OTHER));
    columns.add((type == null ? functions.lit("") : column(edges, type).cast("string")).as(TYPE));
    columns.add((time == null ? functions.lit(0L) : column(edges, time).cast("long")).as(TIME));
    for (int c = 0; c < numbers.length; c++) {
      if (!(VertexColumns.typeOf(numbers[c], edges.schema(), "edges") instanceof NumericType)) {
        throw new IllegalArgumentException(
            "column " + numbers[c] + " of the edges has no numbers to sum up");
      }
      Column rounded = column(edges, numbers[c]).cast("float").cast("double");
      columns.add(rounded.as(value(c)));
    }
    return edges
        .toDF()
        .select(columns.toArray(Column[]::new))
        .filter(functions.col(NODE).notEqual(functions.col(OTHER)));
  }

  private static Column column(Dataset<?> edges, String name) {
    VertexColumns.typeOf(name, edges.schema(), "edges");
    return edges.col("`" + name + "`");
  }

  private static Dataset<Row> turned(Dataset<Row> edges) {
    List<Column> columns = new ArrayList<>();
    for (String name : edges.columns()) {
      String from = name.equals(NODE) ? OTHER : name.equals(OTHER) ? NODE : name;
      columns.add(functions.col(from).as(name));
    }
    return edges.select(columns.toArray(Column[]::new));
  }

  /** Adds the summaries of one direction as columns. */
  private Dataset<Row> join(
      Dataset<Row> vertices, String id, Dataset<Row> ofNodes, String prefix, List<String> ofTypes) {
    Column count = functions.count(functions.lit(1)).cast("double");
    List<Column> columns = new ArrayList<>();
    columns.add(named(log(count), prefix + "count"));
    for (int c = 0; c < numbers.size(); c++) {
      Column value = functions.col(value(c));
      Column sum =
          largest[c] == 0
              ? functions.sum(value)
              : functions
                  .sum(value.divide(largest[c]).cast(EXACT))
                  .cast("double")
                  .multiply(largest[c]);
      columns.add(named(log(sum), prefix + "sum of " + numbers.get(c)));
      columns.add(named(log(sum.divide(count)), prefix + "mean of " + numbers.get(c)));
      columns.add(named(log(functions.max(value)), prefix + "largest " + numbers.get(c)));
    }
    for (String type : ofTypes) {
      Column ofType = functions.when(functions.col(TYPE).equalTo(type), 1.0).otherwise(0.0);
      columns.add(named(functions.sum(ofType).divide(count), prefix + "share of " + type));
    }
    if (timed) {
      Column last = functions.max(TIME).cast("double");
      Column first = functions.min(TIME).cast("double");
      Column since = functions.lit((double) now).minus(last);
      columns.add(named(log(since), prefix + "time since the newest"));
      Column gaps = functions.when(count.geq(2), last.minus(first).divide(count.minus(1)));
      columns.add(named(log(gaps), prefix + "mean gap"));
    }
    Dataset<Row> sums = ofNodes.groupBy(NODE).agg(columns.get(0), rest(columns));
    Column same = vertices.col("`" + id + "`").equalTo(sums.col(NODE));
    return vertices.join(sums, same, "left").drop(NODE);
  }

  private Column named(Column column, String name) {
    names.add(name);
    return column.cast("float").as("gmnn_summary_" + (names.size() - 1));
  }

  private static Column log(Column value) {
    return functions.signum(value).multiply(functions.log1p(functions.abs(value)));
  }

  /** Puts the last columns into the vectors; where there is no value it is 0. */
  private Dataset<Row> assembled(Dataset<Row> joined, String features, int before) {
    List<String> all = Arrays.asList(joined.columns());
    List<String> kept = new ArrayList<>(all.subList(0, before));
    List<String> parts = new ArrayList<>(all.subList(before, all.size()));
    Dataset<Row> filled = joined.na().fill(0.0, parts.toArray(String[]::new));
    if (kept.contains(features)) {
      parts.add(0, features);
    } else {
      kept.add(features);
    }
    Dataset<Row> assembled =
        new VectorAssembler()
            .setInputCols(parts.toArray(String[]::new))
            .setOutputCol(ASSEMBLED)
            .transform(filled);
    AttributeGroup group = AttributeGroup.fromStructField(assembled.schema().apply(ASSEMBLED));
    Attribute[] attributes = group.attributes().get();
    for (int c = 0; c < names.size(); c++) {
      int at = attributes.length - names.size() + c;
      attributes[at] = attributes[at].withName(names.get(c));
    }
    AttributeGroup renamed = new AttributeGroup(features, attributes);
    return assembled.select(
        kept.stream()
            .map(
                name ->
                    name.equals(features)
                        ? functions.col(ASSEMBLED).as(features, renamed.toMetadata())
                        : functions.col("`" + name + "`"))
            .toArray(Column[]::new));
  }
}
