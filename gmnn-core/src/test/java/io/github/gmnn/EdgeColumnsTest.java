package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.training.Predictor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdgeColumnsTest {
  @TempDir Path folder;

  /** Who pays much by wire is "good"; nodes look alike but for that. */
  private static void write(Path folder, int nodes, long seed, boolean cards) throws IOException {
    Files.createDirectories(folder);
    RandomStream random = RandomStream.of(seed);
    StringBuilder people = new StringBuilder("id,label,split,age\n");
    StringBuilder payments = new StringBuilder("source,target,time,amount,how\n");
    for (int i = 0; i < nodes; i++) {
      boolean good = random.nextInt(2) == 0;
      String split = i % 4 == 0 ? "train" : i % 4 == 1 ? "validation" : "test";
      people
          .append("n" + i + "," + (good ? "good" : "bad") + "," + split + ",")
          .append(random.nextInt(50))
          .append('\n');
      for (int k = 0; k < 3; k++) {
        int amount = good ? 1000 + random.nextInt(500) : 1 + random.nextInt(100);
        String how = cards && random.nextInt(3) == 0 ? "card" : "wire";
        payments
            .append("n" + i + ",n" + random.nextInt(nodes) + "," + (i * 10 + k) + ",")
            .append(i == 7 && k == 0 ? "NA" : "" + amount)
            .append("," + how + "\n");
      }
    }
    Files.writeString(folder.resolve("nodes.csv"), people);
    Files.writeString(folder.resolve("edges.csv"), payments);
  }

  private static GmnnTrainer.Builder trainer() {
    return Gmnn.builder()
        .inference(InferenceKinds.edges())
        .hiddenUnits(8)
        .pretrainEpochs(60)
        .emIterations(0)
        .seed(1);
  }

  @Test
  void columnsOfEdgesAreNumbersAndCategories() throws IOException {
    write(folder, 40, 1, true);
    Graph<String> graph = DatasetReader.read(folder, new ReaderOptions().directed()).graph();
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.names().get(0)).isEqualTo("amount");
    assertThat(edges.names()).containsExactlyInAnyOrder("amount", "how=wire", "how=card");
    assertThat(edges.hasTimes()).isTrue();
    FeatureSchema.Feature amount = graph.edgeSchema().features().get(0);
    int n7 = graph.indexOf("n7");
    // numbers are as they stand, a missing one is the mean
    assertThat(edges.value(edges.sent(edges.sentStart(n7)), 0)).isGreaterThan(0);
    boolean meanFound = false;
    for (int place = edges.sentStart(n7); place < edges.sentStart(n7 + 1); place++) {
      meanFound |= edges.value(edges.sent(place), 0) == amount.mean();
    }
    assertThat(meanFound).isTrue();
  }

  @Test
  void textsOnEdgesAreRefused() throws IOException {
    Files.writeString(folder.resolve("nodes.csv"), "id\na\nb\n");
    StringBuilder edges = new StringBuilder("source,target,note\n");
    for (int i = 0; i < 20; i++) {
      edges.append("a,b,note number ").append(i).append(" of many\n");
    }
    Files.writeString(folder.resolve("edges.csv"), edges);
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> DatasetReader.read(folder))
        .withMessageContainingAll("edges.csv", "numbers or categories in column 'note'");
  }

  @Test
  void aModelLearnsFromNumbersAndReadsOtherTablesAsItsOwn() throws IOException {
    write(folder.resolve("first"), 200, 1, true);
    write(folder.resolve("second"), 60, 2, false);
    ReaderOptions options = new ReaderOptions().directed();
    Dataset<String> first = DatasetReader.read(folder.resolve("first"), options);
    GmnnModel<String> model = trainer().fit(first.graph());
    assertThat(model.evaluate(first.testLabels()).accuracy()).isGreaterThan(0.9);
    assertThat(model.edgeSchema()).isEqualTo(first.graph().edgeSchema());

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    model.save(out);
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(out.toByteArray()));
    assertThat(loaded.edgeSchema()).isEqualTo(model.edgeSchema());

    Dataset<String> second =
        DatasetReader.read(
            folder.resolve("second"),
            options.forModel(model.featureSchema(), model.edgeSchema(), model.classes()));
    // nobody paid by card here
    assertThat(second.graph().edgeSchema().names()).containsExactly("amount", "how=wire");
    Predictions<String> predicted = loaded.predict(second.graph());
    assertThat(predicted.evaluate(second.testLabels()).accuracy()).isGreaterThan(0.9);
    assertThat(loaded.predict(first.graph()).evaluate(first.testLabels()).accuracy())
        .isEqualTo(model.evaluate(first.testLabels()).accuracy());
  }

  @Test
  void aGraphWithoutTheNumbersIsRefused() throws IOException {
    write(folder, 60, 1, true);
    ReaderOptions options = new ReaderOptions().directed();
    GmnnModel<String> model =
        trainer().pretrainEpochs(2).fit(DatasetReader.read(folder, options).graph());
    Graph<String> other =
        Graph.<String>builder()
            .addNode("x", Map.of("age", 1))
            .addNode("y", Map.of("age", 2))
            .addEdge("x", "y", Map.of("sum", 3))
            .directed()
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(other))
        .withMessageContaining("the number \"amount\" on edges")
        .withMessageContaining("[sum]");
    Graph<String> plain =
        Graph.<String>builder()
            .addNode("x", Map.of("age", 1))
            .addNode("y", Map.of("age", 2))
            .addEdge("x", "y")
            .directed()
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(plain))
        .withMessageContaining("the edges of the graph have none");
  }

  @Test
  void theDefaultTriesEdgesWhereTheyHaveNumbers() throws IOException {
    write(folder, 200, 1, true);
    Graph<String> graph = DatasetReader.read(folder, new ReaderOptions().directed()).graph();
    assertThat(InferenceKinds.edges().suits(graph)).isTrue();
    GmnnModel<String> model =
        Gmnn.builder().emIterations(0).trialEpochs(40).pretrainEpochs(40).seed(1).fit(graph);
    assertThat(model.provenance().settings().toString()).contains("edge ");
    Graph<String> plain =
        Graph.<String>builder().addNode("x").addNode("y").addEdge("x", "y").build();
    assertThat(InferenceKinds.edges().suits(plain)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer().fit(plain.withLabels(Map.of("x", "1", "y", "2"), List.of())))
        .withMessageContaining("the edges of the graph have none");
  }

  /** A large payment goes to one's own kind, ten small ones to anybody; features tell nothing. */
  private static Graph<Integer> largePaymentsTell(int nodes, int labelled, long seed) {
    RandomStream random = RandomStream.of(seed);
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < nodes; i++) {
      builder.addNode(i, Map.of("noise", random.nextDouble()));
      if (i < labelled) {
        builder.label(i, i % 2 == 0 ? "even" : "odd");
      }
    }
    builder.edgeSchema(FeatureSchema.ofNames(List.of("amount")));
    for (int i = 0; i < nodes; i++) {
      int other = (i % 2 + 2 * random.nextInt(nodes / 2)) % nodes;
      builder.addEdge(i, other).edgeNumbers(1000 + random.nextInt(100));
      for (int k = 0; k < 10; k++) {
        builder.addEdge(i, random.nextInt(nodes)).edgeNumbers(1 + random.nextInt(5));
      }
    }
    return builder.validation(List.of(0, 1, 2, 3, 4, 5, 6, 7)).build();
  }

  private static GmnnTrainer.Builder learning(boolean edges) {
    return Gmnn.paper()
        .inferenceLayers(LinearLayer.builder().build())
        .predictor(Predictor.LEARNING)
        .edgesInLearning(edges)
        .ownLabelInLearning(false)
        .pretrainEpochs(5)
        .emIterations(1)
        .learningEpochs(100)
        .seed(2);
  }

  @Test
  void pSeesTheNumbersOnEdgesIfAskedTo() throws IOException {
    Graph<Integer> graph = largePaymentsTell(200, 150, 3);
    Map<Integer, String> hidden = new HashMap<>();
    for (int i = 150; i < 200; i++) {
      hidden.put(i, i % 2 == 0 ? "even" : "odd");
    }
    GmnnModel<Integer> blind = learning(false).fit(graph);
    GmnnModel<Integer> seeing = learning(true).fit(graph);
    assertThat(blind.evaluate(hidden).accuracy()).isLessThan(0.8);
    assertThat(seeing.evaluate(hidden).accuracy()).isGreaterThan(0.9);

    ByteArrayOutputStream file = new ByteArrayOutputStream();
    seeing.save(file);
    GmnnModel<Object> loaded = GmnnModel.load(new ByteArrayInputStream(file.toByteArray()));
    assertThat(loaded.predict(graph).evaluate(hidden).toString())
        .isEqualTo(seeing.predict(graph).evaluate(hidden).toString());
  }

  @Test
  void pThatIsToSeeNumbersNeedsSome() {
    Graph<Integer> graph =
        Graph.<Integer>builder()
            .addMissingNodes()
            .addEdge(1, 2)
            .label(1, "a")
            .label(2, "b")
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> learning(true).fit(graph))
        .withMessageContaining("numbers on edges");
  }
}
