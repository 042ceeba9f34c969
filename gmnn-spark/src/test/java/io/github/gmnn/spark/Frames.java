package io.github.gmnn.spark;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.spark.layout.VertexColumns;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A graph of one machine as DataFrames.
 *
 * @param vertices id, features, label, validation
 * @param edges src, dst, weight, type if they have such, and a column for each number on them
 */
public record Frames(Dataset<Row> vertices, Dataset<Row> edges) {
  /** With the nodes' indices as ids. */
  public static Frames of(SparkSession spark, Graph<?> graph) {
    return of(spark, graph, node -> (long) node, DataTypes.LongType);
  }

  static Frames of(SparkSession spark, Graph<?> graph, IntFunction<Object> id, DataType type) {
    Set<Integer> validation = new HashSet<>();
    for (int node : graph.validationNodes()) {
      validation.add(node);
    }
    Set<Integer> training = new HashSet<>();
    for (int node : graph.trainingNodes()) {
      training.add(node);
    }
    List<Row> vertices = new ArrayList<>();
    List<Row> edges = new ArrayList<>();
    CsrMatrix features = graph.features();
    for (int node = 0; node < graph.nodeCount(); node++) {
      boolean labelled = training.contains(node) || validation.contains(node);
      vertices.add(
          RowFactory.create(
              id.apply(node),
              vector(features, node),
              labelled ? graph.classes().get(graph.label(node)) : null,
              validation.contains(node)));
    }
    boolean typed = !graph.edgeTypes().isEmpty();
    Optional<EdgeAttributes> numbered = graph.edgeAttributes();
    if (numbered.isPresent()) {
      addNumbered(numbered.get(), id, edges);
    } else if (typed) {
      addTyped(graph.edges().orElseThrow(), id, edges);
    } else {
      addUntyped(graph, id, edges);
    }
    StructType ofVertices =
        new StructType()
            .add("id", type)
            .add("features", SQLDataTypes.VectorType(), true, ofTable(graph))
            .add("label", DataTypes.StringType)
            .add("validation", DataTypes.BooleanType);
    StructType ofEdges =
        new StructType().add("src", type).add("dst", type).add("weight", DataTypes.FloatType);
    if (typed) {
      ofEdges = ofEdges.add("type", DataTypes.StringType);
    }
    for (String name : numbered.map(EdgeAttributes::names).orElse(List.of())) {
      ofEdges = ofEdges.add(name, DataTypes.FloatType);
    }
    return new Frames(
        spark.createDataFrame(vertices, ofVertices), spark.createDataFrame(edges, ofEdges));
  }

  private static Metadata ofTable(Graph<?> graph) {
    return new MetadataBuilder()
        .putBoolean(VertexColumns.OF_TABLE, graph.featureSchema().isOfTable())
        .build();
  }

  private static void addTyped(EdgeList list, IntFunction<Object> id, List<Row> edges) {
    for (int e = 0; e < list.count(); e++) {
      edges.add(
          RowFactory.create(
              id.apply(list.source(e)),
              id.apply(list.target(e)),
              list.weight(e),
              list.types().get(list.type(e))));
    }
  }

  /** Parallel edges are there as often as they are; what has no direction is there once. */
  private static void addNumbered(EdgeAttributes all, IntFunction<Object> id, List<Row> edges) {
    boolean typed = !all.types().isEmpty();
    for (int e = 0; e < all.count(); e++) {
      boolean bothWays =
          typed ? all.undirectedTypes().contains(all.types().get(all.type(e))) : !all.isDirected();
      if (bothWays && all.source(e) < all.target(e)) {
        continue;
      }
      List<Object> values = new ArrayList<>();
      values.add(id.apply(all.source(e)));
      values.add(id.apply(all.target(e)));
      values.add(all.weight(e));
      if (typed) {
        values.add(all.types().get(all.type(e)));
      }
      for (int c = 0; c < all.width(); c++) {
        values.add(all.value(e, c));
      }
      edges.add(RowFactory.create(values.toArray()));
    }
  }

  private static void addUntyped(Graph<?> graph, IntFunction<Object> id, List<Row> edges) {
    CsrMatrix adjacency = graph.adjacency().matrix();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (int e = adjacency.rowStart(node); e < adjacency.rowEnd(node); e++) {
        int other = adjacency.columnIndex(e);
        if (graph.isDirected() || other < node) { // a node receives from the other
          edges.add(RowFactory.create(id.apply(other), id.apply(node), adjacency.value(e)));
        }
      }
    }
  }

  /** A row of features as Spark has them. */
  static Vector vector(CsrMatrix features, int row) {
    int start = features.rowStart(row);
    int[] indices = new int[features.rowEnd(row) - start];
    double[] values = new double[indices.length];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = features.columnIndex(start + i);
      values[i] = features.value(start + i);
    }
    return Vectors.sparse(features.columns(), indices, values);
  }
}
