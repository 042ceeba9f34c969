package io.github.gmnn.spark;

import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;

/** Adds up the bytes that stages write for others to read. */
public final class ShuffleMeter extends SparkListener {
  private long bytes;

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
    TaskMetrics metrics = stage.stageInfo().taskMetrics();
    if (metrics != null) {
      bytes += metrics.shuffleWriteMetrics().bytesWritten();
    }
  }

  public synchronized long bytes() {
    return bytes;
  }
}
