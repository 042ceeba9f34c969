package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.baseline.embedding.DeepGraphInfomax;
import io.github.gmnn.baseline.embedding.DeepWalk;
import io.github.gmnn.baseline.embedding.Planetoid;
import io.github.gmnn.baseline.relational.RelationalClassifier;
import io.github.gmnn.baseline.relational.RelationalModel;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;

/** The uses that docs/classify-nodes.md and docs/embeddings.md show. */
class RelationalLearningDocTest {
  private static final Dataset<Integer> DATA =
      CitationGraphGenerator.builder().nodes(200).classes(3).validation(50).build().generate();

  @Test
  void labelsAreInferredTogether() {
    Graph<Integer> graph = DATA.graph();
    int key = graph.key(0);
    String label = graph.classes().get(0);
    RelationalModel<Integer> model = RelationalClassifier.mln().fit(graph); // or rmn(), prm()

    model.predict(key).label();
    model.evaluate(DATA.testLabels()).accuracy();
    model.weight(label, label); // what a neighbour of that label adds to its logit
    model.convergence().converged(); // never hidden; sweeps() and residual() say more
    assertThat(model.convergence().converged()).isTrue();
  }

  @Test
  void everyTypeOfEdgesHasWeights() {
    Graph.Builder<Integer> builder =
        Graph.<Integer>builder().addMissingNodes().undirectedTypes("friend");
    for (int i = 0; i < 40; i++) {
      builder.addEdge(i, (i + 2) % 40, "friend").addEdge(i, (i + 1) % 40, "boss");
      builder.label(i, i % 2 == 0 ? "left" : "right");
    }
    RelationalModel<Integer> model = RelationalClassifier.rmn().fit(builder.build());

    model.relations(); // [friend, boss, boss inverse]
    model.weight("friend", "left", "left"); // what a friend of that label adds
    model.weight("boss", "left", "right"); // the neighbour is the edge's source
    model.weight("boss inverse", "left", "right"); // the neighbour is its target
    assertThat(model.relations()).containsExactly("friend", "boss", "boss inverse");
  }

  @Test
  void methodsToCompareWithGiveEmbeddings() {
    Graph<Integer> graph = DATA.graph();
    int key = graph.key(0);
    NodeEmbeddings<Integer> walks = DeepWalk.builder().seed(42).fit(graph); // sees no features
    NodeEmbeddings<Integer> infomax = DeepGraphInfomax.builder().seed(42).fit(graph);
    Planetoid.Result<Integer> both = Planetoid.builder().seed(42).fit(graph); // sees labels, too
    both.predictions().of(key).label();
    both.embeddings().nearest(key, 10);
    assertThat(walks.dimensions()).isEqualTo(128);
    assertThat(infomax.dimensions()).isEqualTo(512);
    assertThat(both.embeddings().dimensions()).isEqualTo(50);
  }
}
