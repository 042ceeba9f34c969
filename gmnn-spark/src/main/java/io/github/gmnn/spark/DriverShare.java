package io.github.gmnn.spark;

import io.github.gmnn.compute.Workers;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;

/**
 * What the driver gives to training, where blocks are small enough for it. It does not change a
 * bit.
 *
 * @param bytes memory
 * @param threads threads
 */
record DriverShare(long bytes, int threads) {
  /** Spark's configuration of the bytes; 0 for no training on the driver. */
  static final String BYTES = "spark.gmnn.driverBytes";

  /** A step on so much takes about as long as a job with nothing to do. */
  private static final long MOST_BYTES = 256L << 20;

  private static final int SHARE_OF_HEAP = 4;

  static DriverShare of(SparkSession spark) {
    long spare = Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    long bytes = JavaUtils.byteStringAsBytes(spark.conf().get(BYTES, spare + "b"));
    int cores = Runtime.getRuntime().availableProcessors();
    int threads =
        spark.sparkContext().isLocal()
            ? Math.min(cores, spark.sparkContext().defaultParallelism())
            : cores;
    return new DriverShare(bytes, threads);
  }

  Workers workers() {
    return Workers.of(threads);
  }
}
