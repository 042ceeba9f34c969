package io.github.gmnn.spark;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** A fit on a local cluster, one executor of which is killed; prints the model's checksum. */
final class ClusterFit {
  private ClusterFit() {}

  static GmnnClassifier classifier() {
    GmnnClassifier classifier = Small.classifier();
    return classifier.with(classifier.targets(), 0.5).with(classifier.maxNeighbors(), 5);
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

  public static void main(String[] arguments) {
    SparkConf conf =
        new SparkConf()
            .setMaster("local-cluster[2,1,1024]")
            .setAppName("gmnn-spark cluster test")
            .set("spark.ui.enabled", "false")
            .set("spark.sql.shuffle.partitions", "2")
            .set("spark.executor.extraClassPath", classPath())
            .set("spark.executor.extraJavaOptions", String.join(" ", flags()));
    SparkSession spark = SparkSession.builder().config(conf).getOrCreate();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    boolean[] killed = {false};
    GmnnClassifier classifier =
        classifier()
            .addListener(
                report -> {
                  if (report.epoch() == 2 && !killed[0]) {
                    killed[0] = kill(context);
                  }
                  return true;
                });
    Frames frames = Frames.of(spark, Small.GRAPH);
    long checksum = classifier.fit(frames.vertices(), frames.edges()).checksum();
    System.out.printf("%016x %s%n", checksum, killed[0] ? "killed" : "nothing killed");
    spark.stop();
  }

  /** Ends the process of one executor without a word. */
  private static boolean kill(JavaSparkContext context) {
    JavaRDD<Long> processes =
        context.parallelize(List.of(1, 2), 2).map(i -> ProcessHandle.current().pid());
    long victim = processes.collect().get(0);
    return victim != ProcessHandle.current().pid()
        && ProcessHandle.of(victim).map(ProcessHandle::destroyForcibly).orElse(false);
  }
}
