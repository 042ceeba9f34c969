package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.training.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same data gives on Spark what it gives on one machine, whoever chooses the scaling. */
class SameFolderTest {
  private static final int NODES = 120;

  @TempDir private Path folder;
  private final Random random = new Random(4);

  private static String label(int node) {
    return node % 3 == 0 ? "red" : "blue";
  }

  private static String part(int node) {
    return node < 40 ? "train" : node < 80 ? "validation" : "";
  }

  private void assertSameOnSpark(String scaling) throws IOException {
    Graph<Integer> graph = numbered(DatasetReader.read(folder).graph());
    GmnnModel<Integer> expected =
        Gmnn.builder()
            .inference(InferenceKinds.convolutions())
            .pretrainEpochs(4)
            .learningEpochs(3)
            .inferenceEpochs(3)
            .fit(graph);
    assertThat(expected.provenance().settings()).containsEntry("featureScaling.chosen", scaling);
    Frames frames = Small.frames(graph);
    GmnnSparkModel model = Small.classifier().fit(frames.vertices(), frames.edges());
    OneMachineTest.assertPredictions(model.transform(frames.vertices()), expected.predictions());
  }

  private static String chosen(Provenance provenance) {
    return provenance.settings().getOrDefault("inferenceChosen", "nothing");
  }

  private void assertDefaultIsTheSameOnSpark() throws IOException {
    Graph<Integer> graph = numbered(DatasetReader.read(folder).graph());
    GmnnModel<Integer> expected =
        Gmnn.builder().pretrainEpochs(20).learningEpochs(4).inferenceEpochs(6).fit(graph);
    String kind = chosen(expected.provenance()).replaceFirst(" of .*", "");
    assertThat(kind).isIn("robust-appnp", "robust-sage", "robust-mlp");
    Frames frames = Small.frames(graph);
    GmnnClassifier classifier = new GmnnClassifier();
    classifier
        .setValidationIndicatorCol("validation")
        .setEdgeWeightCol("weight")
        .setPretrainEpochs(20)
        .setLearningEpochs(4)
        .setInferenceEpochs(6)
        .setNumPartitions(3)
        .setBlocks(2);
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
    assertThat(chosen(model.provenance()))
        .startsWith(kind + " of [")
        .endsWith("not on Spark: [robust-linkx, robust-structure]");
    OneMachineTest.assertPredictions(model.transform(frames.vertices()), expected.predictions());
  }

  @Test
  void theDefaultChoosesAndPredictsAsOnOneMachine() throws IOException {
    writeFeatures((node, word) -> random.nextInt(word % 3 == node % 3 ? 2 : 20) == 0 ? "1" : "0");
    assertDefaultIsTheSameOnSpark();
  }

  private static Graph<Integer> numbered(Graph<String> graph) {
    List<Integer> keys = new ArrayList<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      keys.add(node);
    }
    return graph.withKeys(keys);
  }

  @Test
  void aTableOfNumbersCategoriesAndTexts() throws IOException {
    StringBuilder nodes = new StringBuilder("id,label,split,age,visits,city,notes\n");
    StringBuilder edges = new StringBuilder("source,target\n");
    for (int i = 0; i < NODES; i++) {
      nodes.append(i + "," + (part(i).isEmpty() ? "" : label(i)) + "," + part(i) + ",");
      nodes.append(i % 9 == 0 ? "," : (i % 3 == 0 ? 30 : 60) + 20 * random.nextDouble() + ",");
      nodes.append(random.nextInt(3) == 0 ? random.nextInt(9) : 0).append(',');
      nodes.append(random.nextInt(4) == 0 == (i % 3 == 0) ? "Rome" : "Oslo");
      nodes.append(",called case" + i + " wants word" + random.nextInt(8) + "\n");
      edges.append(i + "," + (i + 3) % NODES + "\n" + i + "," + random.nextInt(NODES) + "\n");
    }
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    Files.writeString(folder.resolve("edges.csv"), edges);
    assertSameOnSpark("NONE");
  }

  @Test
  void aFolderOfWords() throws IOException {
    writeFeatures((node, word) -> random.nextInt(word % 3 == node % 3 ? 3 : 8) == 0 ? "1" : "0");
    assertSameOnSpark("UNIT");
  }

  @Test
  void aFolderOfFewNumbersBesideManyFlags() throws IOException {
    // not half of the cells are numbers, but nearly all of the sum
    writeFeatures(
        (node, word) ->
            word < 2
                ? "" + (20 + 10 * (node % 3) + random.nextInt(20))
                : random.nextInt(4) == 0 ? "1" : "0");
    assertSameOnSpark("STANDARD");
  }

  private interface Cells {
    String value(int node, int column);
  }

  private void writeFeatures(Cells cells) throws IOException {
    StringBuilder net = new StringBuilder();
    StringBuilder features = new StringBuilder();
    StringBuilder labels = new StringBuilder();
    StringBuilder train = new StringBuilder();
    StringBuilder dev = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      net.append(i + "\t" + (i + 3) % NODES + "\n" + i + "\t" + random.nextInt(NODES) + "\n");
      List<String> row = new ArrayList<>();
      for (int column = 0; column < 12; column++) {
        String value = cells.value(i, column);
        if (!value.equals("0")) {
          row.add(column + ":" + value);
        }
      }
      features.append(i + "\t" + String.join(" ", row) + "\n");
      labels.append(i + "\t" + label(i) + "\n");
      (part(i).equals("train") ? train : dev).append(part(i).isEmpty() ? "" : i + "\n");
    }
    Files.writeString(folder.resolve("net.txt"), net);
    Files.writeString(folder.resolve("feature.txt"), features);
    Files.writeString(folder.resolve("label.txt"), labels);
    Files.writeString(folder.resolve("train.txt"), train);
    Files.writeString(folder.resolve("dev.txt"), dev);
  }
}
