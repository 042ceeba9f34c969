package io.github.gmnn.spark;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** A fit on a local cluster, one executor of which is killed; prints the model's checksum. */
final class ClusterFit {
  private ClusterFit() {}

  static GmnnClassifier classifier() {
    GmnnClassifier classifier = Small.classifier();
    return classifier.setTargets(0.5).setMaxNeighbors(5);
  }

  public static void main(String[] arguments) {
    SparkSession spark = LocalSessions.open("local-cluster[2,1,1024]", 2, "WARN");
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
