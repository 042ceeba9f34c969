package io.github.gmnn.spark;

import org.apache.spark.sql.SparkSession;

/**
 * The Spark of all tests of this JVM: two threads, started once. Steps are jobs, as on graphs that
 * the driver cannot train alone; {@link DriverShareTest} compares.
 */
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
              .config(DriverShare.BYTES, "0")
              .getOrCreate();
    }
    return session;
  }
}
