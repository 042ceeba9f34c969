package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypedModelTest {
  private static final int NODES = 120;

  /**
   * People with a colour as their only feature, who like some and dislike others: a person votes
   * for the colour of those that they like. Without types the two cancel.
   */
  private static Graph.Builder<Integer> people(boolean features) {
    RandomStream random = RandomStream.of(5);
    Graph.Builder<Integer> builder = Graph.builder();
    int[] colour = new int[NODES];
    for (int node = 0; node < NODES; node++) {
      colour[node] = random.nextInt(2);
      if (features) {
        builder.addNode(node, Map.of(colour[node] == 0 ? "red" : "blue", 1));
      } else {
        builder.addNode(node);
      }
    }
    for (int node = 0; node < NODES; node++) {
      int liked = random.nextInt(2);
      for (int i = 0; i < 3; i++) {
        builder.addEdge(other(node, liked, colour, random), node, "likes");
        builder.addEdge(other(node, 1 - liked, colour, random), node, "dislikes");
      }
      if (node % 2 == 0) {
        builder.label(node, liked == 0 ? "votes red" : "votes blue");
      }
      if (node % 8 == 0) {
        builder.validationNode(node);
      }
      if (node % 2 == 1) {
        TRUTH.put(node, liked == 0 ? "votes red" : "votes blue");
      }
    }
    return builder;
  }

  private static final Map<Integer, String> TRUTH = new LinkedHashMap<>();
  private static final Graph<Integer> GRAPH = people(true).build();

  private static int other(int node, int of, int[] colour, RandomStream random) {
    int drawn = random.nextInt(NODES);
    while (drawn == node || colour[drawn] != of) {
      drawn = random.nextInt(NODES);
    }
    return drawn;
  }

  private static GmnnTrainer.Builder relational() {
    return Gmnn.paper().inference(InferenceKinds.relational()).learningEpochs(20).seed(2);
  }

  @Test
  void whatTypesTellIsLearnedAndTheRestIsNot() {
    double typed = relational().fit(GRAPH).evaluate(TRUTH).accuracy();
    double untyped =
        Gmnn.paper().inference(InferenceKinds.sage()).fit(GRAPH).evaluate(TRUTH).accuracy();
    assertThat(typed).isGreaterThan(0.95);
    assertThat(untyped).isLessThan(0.75);
  }

  @Test
  void aSavedModelKnowsItsTypes(@TempDir Path folder) throws IOException {
    GmnnModel<Integer> model = relational().predictor(Predictor.PRODUCT).fit(GRAPH);
    model.save(folder.resolve("model"));
    GmnnModel<Integer> loaded = GmnnModel.load(folder.resolve("model")).keyedBy(Integer.class);
    assertThat(loaded.predict(GRAPH).all()).isEqualTo(model.predict(GRAPH).all());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loaded.predict(with("admires")))
        .withMessageContaining("\"admires\"")
        .withMessageContaining("[likes, dislikes]");
  }

  private static Graph<String> with(String type) {
    return Graph.<String>builder()
        .addNode("x", Map.of("red", 1))
        .addNode("y", Map.of("blue", 1))
        .addEdge("x", "y", type)
        .build();
  }

  @Test
  void aGraphMayHaveFewerTypesAndNoEdges() {
    GmnnModel<Integer> model = relational().fit(GRAPH);
    Predictions<String> predictions = model.predict(with("likes"));
    assertThat(predictions.of("y").label()).isEqualTo("votes red");
    assertThat(model.predict(with("dislikes")).of("y").label()).isEqualTo("votes blue");
    Graph<String> lonely = Graph.<String>builder().addNode("x", Map.of("red", 1)).build();
    assertThat(model.predict(lonely).all()).hasSize(1);
  }

  @Test
  void edgesWithoutATypeAreRefused() {
    GmnnModel<Integer> model = relational().fit(GRAPH);
    Graph<String> plain =
        Graph.<String>builder()
            .addNode("x", Map.of("red", 1))
            .addNode("y", Map.of("blue", 1))
            .addEdge("x", "y")
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(plain))
        .withMessageContaining("without a type");
  }

  @Test
  void aModelThatKnowsNoTypesPredictsOnAnyGraph() {
    GmnnModel<Integer> model = SmallCitations.trainer().fit(GRAPH);
    assertThat(model.predict(with("admires")).all()).hasSize(2);
  }

  /** Nodes without features are their own: messages have weights of their own. */
  @Test
  void nodesWithoutFeaturesAreClassifiedSavedAndResumed(@TempDir Path folder) throws IOException {
    Graph<Integer> graph = people(false).build();
    Path checkpoint = folder.resolve("checkpoint");
    GmnnTrainer.Builder trainer = relational().checkpoint(checkpoint, 7);
    GmnnModel<Integer> model = trainer.fit(graph);
    assertThat(trainer.build().resume(checkpoint, graph).predictions().all())
        .isEqualTo(model.predictions().all());
    model.save(folder.resolve("model"));
    GmnnModel<Object> loaded = GmnnModel.load(folder.resolve("model"));
    assertThat(loaded.predictions().distributions().data())
        .isEqualTo(model.predictions().distributions().data());
    assertThat(loaded.predict(graph).distributions().data())
        .isEqualTo(model.predictions().distributions().data());
  }

  @Test
  void threadsDoNotChangeAFit() {
    for (boolean features : new boolean[] {true, false}) {
      Graph<Integer> graph = people(features).build();
      assertThat(SmallCitations.distributions(relational().threads(3).fit(graph)))
          .isEqualTo(SmallCitations.distributions(relational().threads(1).fit(graph)));
    }
  }

  @Test
  void theFingerprintKnowsTypesDirectionAndTimes() {
    List<String> prints = new ArrayList<>();
    for (Graph.Builder<String> builder :
        List.of(
            edges().addEdge("a", "b").addEdge("b", "c"),
            edges().addEdge("a", "b", "x").addEdge("b", "c", "x"),
            edges().addEdge("a", "b", "x").addEdge("b", "c", "y"),
            edges().addEdge("b", "a", "x").addEdge("b", "c", "y"),
            edges().addEdge("a", "b", "x", 1, 1).addEdge("b", "c", "y", 1, 2),
            edges().addEdge("a", "b", "x", 1, 1).addEdge("b", "c", "y", 1, 3))) {
      prints.add(GraphFingerprint.of(builder.build()));
    }
    assertThat(prints).doesNotHaveDuplicates();
    assertThat(GraphFingerprint.of(edges().addEdge("a", "b", "x").addEdge("b", "c", "y").build()))
        .isEqualTo(prints.get(2));
  }

  private static Graph.Builder<String> edges() {
    return Graph.<String>builder().addNode("a").addNode("b").addNode("c");
  }

  /** Friends vote alike; whom one likes says nothing here. */
}
