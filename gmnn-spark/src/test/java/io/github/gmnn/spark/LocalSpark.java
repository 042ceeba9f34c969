package io.github.gmnn.spark;

import org.apache.spark.sql.SparkSession;

/** The Spark of all tests of this JVM: two threads, started once. */
public final class LocalSpark {
  private static SparkSession session;

  private LocalSpark() {}

  public static synchronized SparkSession session() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("gmnn-spark tests")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.sql.adaptive.enabled", "false")
              .getOrCreate();
    }
    return session;
  }
}
