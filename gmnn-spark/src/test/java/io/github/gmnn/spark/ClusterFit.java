package io.github.gmnn.spark;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A fit on a cluster, a process of which is killed, and a transform; prints checksums. The
 * arguments are the master and the process, without which that of an executor is taken.
 */
final class ClusterFit {
  private ClusterFit() {}

  static GmnnClassifier classifier() {
    GmnnClassifier classifier = Small.classifier();
    return classifier.setTargets(0.5).setMaxNeighbors(5);
  }

  public static void main(String[] arguments) {
    SparkSession spark = LocalSessions.open(arguments[0], 2, "WARN");
    spark.conf().set(DriverShare.BYTES, "0");
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    boolean[] killed = {false};
    GmnnClassifier classifier =
        classifier()
            .addListener(
                report -> {
                  if (report.epoch() == 2 && !killed[0]) {
                    long victim =
                        arguments.length > 1 ? Long.parseLong(arguments[1]) : executor(context);
                    killed[0] = kill(victim);
                  }
                  return true;
                });
    String checksums = checksums(spark, classifier);
    System.out.println(checksums + (killed[0] ? " killed" : " nothing killed"));
    spark.stop();
  }

  /** Of the model, and of what it says of all nodes. */
  static String checksums(SparkSession spark, GmnnClassifier classifier) {
    Frames frames = Frames.of(spark, Small.GRAPH);
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
    long ofAnswers = 0;
    for (Row row :
        model.transform(frames.vertices()).orderBy("id").select("probability").collectAsList()) {
      for (double probability : row.<Vector>getAs(0).toArray()) {
        ofAnswers = 31 * ofAnswers + Double.doubleToLongBits(probability);
      }
    }
    return "%016x %016x".formatted(model.checksum(), ofAnswers);
  }

  /** The process of one executor. */
  private static long executor(JavaSparkContext context) {
    JavaRDD<Long> processes =
        context.parallelize(List.of(1, 2), 2).map(i -> ProcessHandle.current().pid());
    return processes.collect().get(0);
  }

  /** Ends a process without a word. */
  private static boolean kill(long victim) {
    return victim != ProcessHandle.current().pid()
        && ProcessHandle.of(victim).map(ProcessHandle::destroyForcibly).orElse(false);
  }
}
