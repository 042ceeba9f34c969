package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model may depend on, and what not. */
class DeterminismTest {
  private static GmnnClassifier sampling(int partitions) {
    return sampling(Small.classifier(), partitions);
  }

  private static GmnnClassifier sampling(GmnnClassifier classifier, int partitions) {
    return classifier
        .setTargets(0.3)
        .setMaxNeighbors(4)
        .setSplitDegree(12)
        .setNumPartitions(partitions);
  }

  @Test
  void partitionsDoNotChangeABit() {
    Frames frames = Small.frames();
    long two = sampling(2).fit(frames.vertices(), frames.edges()).checksum();

    assertThat(sampling(4).fit(frames.vertices(), frames.edges()).checksum()).isEqualTo(two);
    assertThat(sampling(7).fit(frames.vertices(), frames.edges()).checksum()).isEqualTo(two);
  }

  @Test
  void partitionsDoNotChangeABitOfAFreshQ() {
    Frames frames = Small.frames();
    long two = sampling(fresh(), 2).fit(frames.vertices(), frames.edges()).checksum();

    assertThat(sampling(fresh(), 7).fit(frames.vertices(), frames.edges()).checksum())
        .isEqualTo(two);
  }

  /** Has a fresh q in each of two E-steps. */
  private static GmnnClassifier fresh() {
    GmnnClassifier classifier = Small.classifier();
    return classifier.setInferenceKind("robust-sage").setEmIterations(2);
  }

  @Test
  void partitionsDoNotChangeABitOfTypedGraphs() {
    Frames frames = Small.frames(Small.TYPED);
    long two = sampling(Small.relational(), 2).fit(frames.vertices(), frames.edges()).checksum();

    for (int parts : new int[] {4, 7}) {
      GmnnSparkModel model =
          sampling(Small.relational(), parts).fit(frames.vertices(), frames.edges());
      assertThat(model.checksum()).isEqualTo(two);
    }
  }

  @Test
  void partitionsDoNotChangeABitOfDirectedGraphs() {
    Frames frames = Small.frames(Small.DIRECTED);
    Set<Long> found = new HashSet<>();
    for (int parts : new int[] {2, 4, 7}) {
      GmnnClassifier classifier = sampling(parts);
      classifier.setDirected(true).setOwnLabelInLearning(false); // p divides by what nodes send
      found.add(classifier.fit(frames.vertices(), frames.edges()).checksum());
    }
    assertThat(found).hasSize(1);
  }

  @Test
  void anotherSeedDrawsAnotherSample() {
    Frames frames = Small.frames();
    GmnnClassifier other = sampling(2);
    other.setSeed(2L);

    assertThat(other.fit(frames.vertices(), frames.edges()).checksum())
        .isNotEqualTo(sampling(2).fit(frames.vertices(), frames.edges()).checksum());
  }

  @Test
  void stringIdsAreNumberedByTheirOrder() {
    Frames byNumber = Small.frames();
    Frames byName =
        Frames.of(
            LocalSpark.session(),
            Small.GRAPH,
            node -> String.format("node-%05d", node),
            DataTypes.StringType);

    GmnnSparkModel model = sampling(2).fit(byName.vertices(), byName.edges());
    assertThat(model.checksum())
        .isEqualTo(sampling(2).fit(byNumber.vertices(), byNumber.edges()).checksum());
    assertThat(
            model.transform(byName.vertices()).select("id").as(Encoders.STRING()).collectAsList())
        .contains("node-00000", "node-00199")
        .hasSize(200);
  }

  @Test
  void splitNodesArePredictedAsOthers() {
    Frames untyped = Small.frames();
    assertSplitNodesAsOthers(sampling(3).fit(untyped.vertices(), untyped.edges()), untyped);
    Frames typed = Small.frames(Small.TYPED);
    assertSplitNodesAsOthers(
        sampling(Small.relational(), 3).fit(typed.vertices(), typed.edges()), typed);
  }

  private static void assertSplitNodesAsOthers(GmnnSparkModel model, Frames frames) {
    Map<Long, double[]> split = probabilities(model, frames);
    Map<Long, double[]> whole = probabilities(model.setSplitDegree(0), frames);

    assertThat(split.keySet()).isEqualTo(whole.keySet());
    split.forEach(
        (node, probability) ->
            assertThat(probability).containsExactly(whole.get(node), within(1e-5)));
  }

  private static Map<Long, double[]> probabilities(GmnnSparkModel model, Frames frames) {
    Map<Long, double[]> found = new TreeMap<>();
    List<Row> rows = model.transform(frames.vertices()).select("id", "probability").collectAsList();
    rows.forEach(row -> found.put(row.getLong(0), row.<Vector>getAs(1).toArray()));
    return found;
  }

  @Test
  void aResumedFitEndsAsTheUninterruptedOne(@TempDir Path folder) {
    // in pre-training, M-step and E-step
    assertResumes(Small::classifier, folder, 2, 6, 9);
  }

  @Test
  void aResumedFitAsksTheTeachersOfAFreshQAgain(@TempDir Path folder) {
    assertResumes(DeterminismTest::fresh, folder, 15); // in the second E-step
  }

  private static void assertResumes(Supplier<GmnnClassifier> made, Path folder, int... stops) {
    Frames frames = Small.frames();
    long uninterrupted = sampling(made.get(), 2).fit(frames.vertices(), frames.edges()).checksum();
    for (int stopAfter : stops) {
      Path file = folder.resolve("at-" + stopAfter);
      GmnnClassifier classifier = checkpointing(made.get(), file);
      int[] epochs = {0};
      classifier.addListener(report -> ++epochs[0] < stopAfter);
      classifier.fit(frames.vertices(), frames.edges());
      GmnnClassifier again = checkpointing(made.get(), file);

      assertThat(again.resume(frames.vertices(), frames.edges()).checksum())
          .as("stopped after %d epochs", stopAfter)
          .isEqualTo(uninterrupted);
    }
  }

  private static GmnnClassifier checkpointing(GmnnClassifier made, Path path) {
    return sampling(made, 2).setCheckpointPath(path.toUri().toString()).setCheckpointInterval(1);
  }
}
