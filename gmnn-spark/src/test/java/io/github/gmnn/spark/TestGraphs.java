package io.github.gmnn.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The small graphs for tests of other packages. */
public final class TestGraphs {
  private TestGraphs() {}

  /** Returns the Spark of all tests. */
  public static SparkSession session() {
    return LocalSpark.session();
  }

  /** Writes vertices and edges, and returns the Spark of all tests. */
  public static SparkSession writeParquet(String vertices, String edges) {
    Small.frames().vertices().write().parquet(vertices);
    Small.frames().edges().write().parquet(edges);
    return LocalSpark.session();
  }

  /** Returns the vertices of a graph whose edges have types. */
  public static Dataset<Row> typedVertices() {
    return Small.frames(Small.TYPED).vertices();
  }

  /** Returns its edges, some of which are of the type {@code knows}. */
  public static Dataset<Row> typedEdges() {
    return Small.frames(Small.TYPED).edges();
  }
}
