package io.github.gmnn.spark;

import org.apache.spark.sql.SparkSession;

/** The small graph for tests of other packages. */
public final class TestGraphs {
  private TestGraphs() {}

  /** Writes vertices and edges, and returns the Spark of all tests. */
  public static SparkSession writeParquet(String vertices, String edges) {
    Small.frames().vertices().write().parquet(vertices);
    Small.frames().edges().write().parquet(edges);
    return LocalSpark.session();
  }
}
