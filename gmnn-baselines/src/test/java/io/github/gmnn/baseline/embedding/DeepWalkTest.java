package io.github.gmnn.baseline.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeepWalkTest {
  private static final String TWO_CLIQUES =
      "a-b a-c a-d b-c b-d c-d d-e e-f e-g e-h f-g f-h g-h alone";

  private static DeepWalk.Builder small() {
    return DeepWalk.builder().dimensions(16).walkLength(20).seed(3);
  }

  @Test
  void nodesOfOneCliqueAreNearEachOther() {
    NodeEmbeddings<String> embeddings =
        small().walksPerNode(100).window(2).fit(TextGraphs.parse(TWO_CLIQUES));
    assertThat(nearest(embeddings, "a")).containsExactlyInAnyOrder("b", "c", "d");
    assertThat(nearest(embeddings, "h")).containsExactlyInAnyOrder("e", "f", "g");
  }

  private static List<String> nearest(NodeEmbeddings<String> embeddings, String key) {
    return embeddings.nearest(key, 3).stream().map(NodeEmbeddings.Neighbor::key).toList();
  }

  @Test
  void aNodeWithoutEdgesKeepsASmallVector() {
    NodeEmbeddings<String> embeddings = small().fit(TextGraphs.parse(TWO_CLIQUES));
    for (float value : embeddings.vector("alone")) {
      assertThat(value).isBetween(-0.5f / 16, 0.5f / 16);
    }
  }

  @Test
  void theSeedDecidesAndThreadsDoNot() {
    Graph<Integer> graph = CitationGraphGenerator.builder().nodes(2_000).build().generate().graph();
    float[] once = small().walksPerNode(1).threads(1).fit(graph).matrix().data();
    assertThat(small().walksPerNode(1).threads(3).fit(graph).matrix().data()).isEqualTo(once);
    assertThat(small().walksPerNode(1).seed(4).fit(graph).matrix().data()).isNotEqualTo(once);
  }

  @Test
  void walksFollowTheDirectionOfEdgesAndEndWhereNoneLeadsOn() {
    Graph<String> graph =
        Graph.<String>builder()
            .directed()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addEdge("a", "b")
            .addEdge("b", "c")
            .build();
    int[] walk = new int[10];
    RandomWalks walks = new RandomWalks(graph.adjacency().matrix());
    assertThat(walks.walk(0, walk, 4, 6, RandomStream.of(1))).isEqualTo(3);
    assertThat(walk).startsWith(0, 0, 0, 0, 0, 1, 2);
    assertThat(walks.walk(2, walk, 0, 6, RandomStream.of(1))).isEqualTo(1);
    assertThat(walks.visits()).containsExactly(0, 1, 1);
  }

  @Test
  void heavierEdgesAreTakenMoreOften() {
    RandomWalks walks = new RandomWalks(TextGraphs.parse("a-b:1 a-c:3 a-d:4").adjacency().matrix());
    int[] taken = new int[4];
    int[] walk = new int[2];
    RandomStream random = RandomStream.of(1);
    for (int i = 0; i < 80_000; i++) {
      walks.walk(0, walk, 0, 2, random);
      taken[walk[1]]++;
    }
    assertThat(taken[1]).isCloseTo(10_000, within(500));
    assertThat(taken[2]).isCloseTo(30_000, within(800));
    assertThat(taken[3]).isCloseTo(40_000, within(800));
  }

  @Test
  void anAliasTableDrawsByWeight() {
    AliasTable table = new AliasTable(new double[] {5, 0, 1, 2});
    int[] drawn = new int[4];
    RandomStream random = RandomStream.of(2);
    for (int i = 0; i < 80_000; i++) {
      drawn[table.draw(random)]++;
    }
    assertThat(drawn[1]).isZero();
    assertThat(drawn[0]).isCloseTo(50_000, within(800));
    assertThat(drawn[2]).isCloseTo(10_000, within(500));
    assertThat(drawn[3]).isCloseTo(20_000, within(800));
  }

  @Test
  void impossibleSettingsAreNamed() {
    DeepWalk.Builder builder = DeepWalk.builder();
    Stream.<Runnable>of(
            () -> builder.dimensions(0),
            () -> builder.walksPerNode(0),
            () -> builder.walkLength(1),
            () -> builder.window(1_001),
            () -> builder.negatives(0),
            () -> builder.learningRate(0),
            () -> builder.learningRate(Double.NaN),
            () -> builder.threads(0))
        .forEach(setting -> assertThatIllegalArgumentException().isThrownBy(setting::run));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.window(1_001))
        .withMessage("window must be in 1..1000, got 1001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.fit(TextGraphs.parse("a b")))
        .withMessageContaining("no edges to walk along");
  }
}
