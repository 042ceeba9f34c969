package io.github.gmnn.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphVectorsTest {
  private static final Graph<String> PATH =
      Graph.<String>builder()
          .addNode("a", Map.of("x", 1, "y", 1))
          .addNode("b", Map.of("x", 1))
          .addNode("c", Map.of("z", 1))
          .addNode("d", Map.of("y", 1, "z", 1))
          .addNode("alone", Map.of("x", 1, "z", 1))
          .addEdge("a", "b")
          .addEdge("b", "c")
          .addEdge("c", "d")
          .build();

  private static double product(DenseMatrix rows, int left, int right) {
    double sum = 0;
    for (int c = 0; c < rows.columns(); c++) {
      sum += rows.get(left, c) * rows.get(right, c);
    }
    return sum;
  }

  /** The mean of the features over 0 to 8 steps, written out. */
  private static DenseMatrix smoothed(Graph<String> graph) {
    DenseMatrix step = FeatureScaling.AUTOMATIC.fit(graph).apply(graph.features()).toDense();
    DenseMatrix mean = DenseMatrix.zeros(step.rows(), step.columns());
    for (int k = 0; k <= 8; k++) {
      for (int i = 0; i < mean.data().length; i++) {
        mean.data()[i] += step.data()[i] / 9;
      }
      DenseMatrix next = DenseMatrix.zeros(step.rows(), step.columns());
      graph.adjacency().normalized().apply(step, next, Workers.sequential());
      step = next;
    }
    return mean;
  }

  @Test
  void withFewFeaturesNothingIsLost() {
    DenseMatrix vectors = GraphVectors.of(PATH, 1).matrix();
    DenseMatrix expected = smoothed(PATH);
    assertThat(vectors.columns()).isEqualTo(3);
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        assertThat(product(vectors, i, j)).isCloseTo(product(expected, i, j), within(1e-5));
      }
    }
  }

  @Test
  void ofManyDirectionsThoseWithTheMostVariationAreKept() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 300; i++) {
      builder.addNode(i, Map.of(i % 2 == 0 ? "even" : "odd", 1, "own" + i, 1));
    }
    for (int i = 2; i < 300; i++) {
      builder.addEdge(i, i - 2);
    }
    NodeEmbeddings<Integer> vectors = GraphVectors.of(builder.build(), 1);
    assertThat(vectors.dimensions()).isEqualTo(64);
    DenseMatrix unit = VectorSpace.unitRows(vectors.matrix());
    double alike = 0;
    double others = 0;
    for (int i = 0; i < 100; i++) {
      alike += product(unit, i, i + 150) / 100;
      others += product(unit, i, i + 151) / 100;
    }
    assertThat(alike).isGreaterThan(others + 1);
  }

  @Test
  void theSeedFixesThemAndGraphsWithoutFeaturesHaveThem() {
    Graph<String> bare =
        Graph.<String>builder().addMissingNodes().addEdge("a", "b").addEdge("b", "c").build();
    assertThat(GraphVectors.of(bare, 3).matrix().data())
        .containsExactly(GraphVectors.of(bare, 3).matrix().data());
  }

  @Test
  void joinedVectorsCompareNodesByTheMeanOfBoth() {
    NodeEmbeddings<String> first =
        NodeEmbeddings.of(
            List.of("a", "b", "c"), DenseMatrix.wrap(3, 2, new float[] {3, 0, 0, 3, -3, -3}));
    NodeEmbeddings<String> second =
        NodeEmbeddings.of(List.of("a", "b", "c"), DenseMatrix.wrap(3, 1, new float[] {2, -2, 0}));
    DenseMatrix joined = GraphVectors.join(first, second).matrix();
    assertThat(joined.columns()).isEqualTo(3);
    assertThat(product(joined, 0, 1)).as("0 and -1").isCloseTo(-1, within(1e-6));
    assertThat(product(joined, 0, 0)).as("1 and 1").isCloseTo(2, within(1e-6));
  }

  @Test
  void vectorsOfOtherNodesAreNotJoined() {
    NodeEmbeddings<String> first =
        NodeEmbeddings.of(List.of("a"), DenseMatrix.wrap(1, 1, new float[] {1}));
    NodeEmbeddings<String> second =
        NodeEmbeddings.of(List.of("b"), DenseMatrix.wrap(1, 1, new float[] {1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GraphVectors.join(first, second))
        .withMessageContaining("same nodes");
  }
}
