package io.github.gmnn.spark;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/** How long jobs took and what they shuffled, by their descriptions; steps together. */
final class JobTimes extends SparkListener {
  private static final class Sum {
    int jobs;
    double seconds;
    long bytes;
  }

  private final Map<String, Sum> sums = new LinkedHashMap<>();
  private final Map<Integer, String> nameOfJob = new HashMap<>();
  private final Map<Integer, Long> startOfJob = new HashMap<>();
  private final Map<Integer, String> nameOfStage = new HashMap<>();

  @Override
  public synchronized void onJobStart(SparkListenerJobStart job) {
    String description =
        job.properties() == null ? null : job.properties().getProperty("spark.job.description");
    String name =
        description == null ? "other" : description.replaceFirst(", (epoch|step|round) \\d+.*", "");
    nameOfJob.put(job.jobId(), name);
    startOfJob.put(job.jobId(), job.time());
    CollectionConverters.asJava(job.stageInfos())
        .forEach(stage -> nameOfStage.put(stage.stageId(), name));
  }

  private Sum sum(String name) {
    return sums.computeIfAbsent(name, key -> new Sum());
  }

  @Override
  public synchronized void onJobEnd(SparkListenerJobEnd job) {
    Sum sum = sum(nameOfJob.get(job.jobId()));
    sum.jobs++;
    sum.seconds += (job.time() - startOfJob.get(job.jobId())) / 1e3;
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    if (task.taskMetrics() != null) {
      sum(nameOfStage.getOrDefault(task.stageId(), "other")).bytes +=
          task.taskMetrics().shuffleWriteMetrics().bytesWritten();
    }
  }

  /** The descriptions of the jobs that ended. */
  synchronized Set<String> names() {
    return Set.copyOf(sums.keySet());
  }

  synchronized void print(PrintStream out) {
    sums.forEach(
        (name, sum) ->
            out.printf(
                Locale.ROOT,
                "%-52s %5d jobs %9.1f s %10.1f MB shuffled%n",
                name,
                sum.jobs,
                sum.seconds,
                sum.bytes / 1e6));
    double bytes = sums.values().stream().mapToLong(sum -> sum.bytes).sum() / 1e6;
    out.printf(Locale.ROOT, "all jobs: %.1f MB shuffled%n", bytes);
  }
}
