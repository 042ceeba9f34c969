package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where steps are run does not show. */
class DriverShareTest {
  private static final SparkSession SPARK = LocalSpark.session();
  private static final String NONE = SPARK.conf().get(DriverShare.BYTES);

  @AfterEach
  void resetBytes() {
    SPARK.conf().set(DriverShare.BYTES, NONE);
  }

  /** Fits with so much of the driver's memory. */
  private static long checksum(GmnnClassifier classifier, Graph<Integer> graph, String bytes) {
    SPARK.conf().set(DriverShare.BYTES, bytes);
    Frames frames = Small.frames(graph);
    return classifier.fit(frames.vertices(), frames.edges()).checksum();
  }

  private static void assertSameBits(Supplier<GmnnClassifier> made, Graph<Integer> graph) {
    long byJobs = checksum(made.get(), graph, "0");
    GmnnClassifier inOnePart = made.get().setNumPartitions(0);

    assertThat(checksum(inOnePart, graph, "16m")).isEqualTo(byJobs);
  }

  @Test
  void stepsOnTheDriverDoNotChangeABit() {
    assertSameBits(
        () -> Small.classifier().setTargets(0.3).setMaxNeighbors(4).setBlocks(3), Small.GRAPH);
  }

  @Test
  void theRowsOfOneBlockMayBeShared() {
    assertSameBits(() -> Small.classifier().setBlocks(0), Small.GRAPH);
  }

  @Test
  void typesAndFreshNetworksDoNotChangeIt() {
    assertSameBits(Small::relational, Small.TYPED);
    assertSameBits(
        () -> {
          GmnnClassifier classifier = Small.classifier();
          return classifier.setInferenceKind("robust-sage").setEmIterations(2);
        },
        Small.GRAPH);
    assertSameBits(
        () -> {
          GmnnClassifier classifier = Small.classifier();
          return classifier.setInferenceKind("decoupled").setApproximation("multi").setSamples(2);
        },
        Small.GRAPH);
  }

  /** The names of jobs of a fit. */
  private static Set<String> jobs(String bytes) throws TimeoutException {
    JobTimes times = new JobTimes();
    SPARK.sparkContext().addSparkListener(times);
    checksum(Small.classifier(), Small.GRAPH, bytes);
    SPARK.sparkContext().listenerBus().waitUntilEmpty();
    SPARK.sparkContext().removeSparkListener(times);
    return times.names();
  }

  @Test
  void smallBlocksNeedNoJobs() throws TimeoutException {
    String steps = "GMNN: pre-training of q, epochs";
    assertThat(jobs("0")).contains(steps);
    assertThat(jobs("100k")).contains(steps); // the blocks have more
    assertThat(jobs("16m")).doesNotContain(steps).contains("GMNN: make blocks");
  }

  @Test
  void aFitOfJobsGoesOnWithoutThem(@TempDir Path folder) {
    Frames frames = Small.frames();
    long uninterrupted = Small.classifier().fit(frames.vertices(), frames.edges()).checksum();
    GmnnClassifier stopped = checkpointing(folder);
    stopped.addListener(report -> report.epoch() < 2);
    stopped.fit(frames.vertices(), frames.edges());
    SPARK.conf().set(DriverShare.BYTES, "16m");

    assertThat(checkpointing(folder).resume(frames.vertices(), frames.edges()).checksum())
        .isEqualTo(uninterrupted);
  }

  private static GmnnClassifier checkpointing(Path folder) {
    GmnnClassifier classifier = Small.classifier();
    return classifier
        .setCheckpointPath(folder.resolve("checkpoint").toUri().toString())
        .setCheckpointInterval(1);
  }

  @Test
  void anotherNumberOfBytesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> checksum(Small.classifier(), Small.GRAPH, "much"));
  }
}
