package io.github.gmnn.spark;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/** Starts Spark on this machine, for runs of data folders, measurements and tests. */
final class LocalSessions {
  private static final Pattern CLUSTER = Pattern.compile("local-cluster\\[\\d+,\\d+,(\\d+)]");

  private LocalSessions() {}

  /**
   * Starts Spark, or returns the one that is there.
   *
   * @param master {@code local[n]}, {@code local-cluster[n,cores,megabytes]} or any other
   * @param partitions of shuffles of DataFrames
   * @param logLevel from which on Spark's messages are shown
   */
  static SparkSession open(String master, int partitions, String logLevel) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .appName("gmnn-spark")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "" + partitions);
    if (!master.startsWith("local[")) { // executors are JVMs of their own
      Matcher cluster = CLUSTER.matcher(master);
      builder
          .config("spark.executor.memory", (cluster.matches() ? cluster.group(1) : "1024") + "m")
          .config("spark.executor.extraClassPath", classPath())
          .config("spark.executor.extraJavaOptions", String.join(" ", flags()));
    }
    if (master.startsWith("spark:")) { // begin when both workers of a test are there
      builder
          .config("spark.cores.max", "2")
          .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
          .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s");
    }
    SparkSession session = builder.getOrCreate();
    session.sparkContext().setLogLevel(logLevel);
    return session;
  }

  /** Absolute, since executors run elsewhere; Surefire hides it in a jar. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** The flags of this JVM that another one needs. */
  static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add") || flag.startsWith("-Djdk.reflect"))
        .toList();
  }
}
