package io.github.gmnn.spark;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A graph of one machine as DataFrames.
 *
 * @param vertices id, features, label, validation
 * @param edges src, dst, weight
 */
record Frames(Dataset<Row> vertices, Dataset<Row> edges) {
  /** With the nodes' indices as ids. */
  static Frames of(SparkSession spark, Graph<?> graph) {
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
    CsrMatrix adjacency = graph.adjacency().matrix();
    for (int node = 0; node < graph.nodeCount(); node++) {
      int start = features.rowStart(node);
      int[] indices = new int[features.rowEnd(node) - start];
      double[] values = new double[indices.length];
      for (int i = 0; i < indices.length; i++) {
        indices[i] = features.columnIndex(start + i);
        values[i] = features.value(start + i);
      }
      boolean labelled = training.contains(node) || validation.contains(node);
      vertices.add(
          RowFactory.create(
              id.apply(node),
              Vectors.sparse(features.columns(), indices, values),
              labelled ? graph.classes().get(graph.label(node)) : null,
              validation.contains(node)));
      for (int e = adjacency.rowStart(node); e < adjacency.rowEnd(node); e++) {
        int other = adjacency.columnIndex(e);
        if (other > node) {
          edges.add(RowFactory.create(id.apply(node), id.apply(other), adjacency.value(e)));
        }
      }
    }
    StructType ofVertices =
        new StructType()
            .add("id", type)
            .add("features", SQLDataTypes.VectorType())
            .add("label", DataTypes.StringType)
            .add("validation", DataTypes.BooleanType);
    StructType ofEdges =
        new StructType().add("src", type).add("dst", type).add("weight", DataTypes.FloatType);
    return new Frames(
        spark.createDataFrame(vertices, ofVertices), spark.createDataFrame(edges, ofEdges));
  }
}
