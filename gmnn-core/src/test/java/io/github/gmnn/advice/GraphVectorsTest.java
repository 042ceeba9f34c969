package io.github.gmnn.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
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

  private static DenseMatrix features(Graph<String> graph) {
    DenseMatrix features = FeatureScaling.AUTOMATIC.fit(graph).apply(graph.features()).toDense();
    VectorSpace.centre(features);
    return features;
  }

  /** What is two steps away, less its mean, written out. */
  private static DenseMatrix twoStepsAway(Graph<String> graph) {
    DenseMatrix around = features(graph);
    for (int step = 0; step < 2; step++) {
      DenseMatrix next = DenseMatrix.zeros(around.rows(), around.columns());
      graph.adjacency().normalized().apply(around, next, Workers.sequential());
      around = next;
    }
    VectorSpace.centre(around);
    return around;
  }

  /** rows (XᵀX + r I)⁻¹ by repeated correction, with r three times the mean of the diagonal. */
  private static DenseMatrix divided(DenseMatrix rows, DenseMatrix features) {
    float ridge = 0;
    for (float value : features.data()) {
      ridge += 3 * value * value / features.columns();
    }
    DenseMatrix result = DenseMatrix.zeros(rows.rows(), rows.columns());
    for (int time = 0; time < 200; time++) {
      DenseMatrix left = products(products(result, features, true), features, false);
      for (int i = 0; i < left.data().length; i++) {
        result.data()[i] = (rows.data()[i] - left.data()[i]) / ridge;
      }
    }
    return result;
  }

  private static DenseMatrix products(DenseMatrix left, DenseMatrix right, boolean transposed) {
    DenseMatrix out = DenseMatrix.zeros(left.rows(), transposed ? right.rows() : right.columns());
    if (transposed) {
      Dense.multiplyTransposedRight(left, right, out, Workers.sequential());
    } else {
      Dense.multiply(left, right, out, Workers.sequential());
    }
    return out;
  }

  @Test
  void theyAreComponentsOfWhatIsTwoStepsAwayDividedByWhatNodesDifferInThemselves() {
    DenseMatrix around = twoStepsAway(PATH);
    DenseMatrix divided = divided(around, features(PATH));
    DenseMatrix weighted = products(divided, around, true);
    DenseMatrix expected = products(weighted, weighted, true);
    DenseMatrix vectors = GraphVectors.of(PATH, 1).matrix();
    DenseMatrix alike = products(vectors, vectors, true);
    assertThat(vectors.columns()).isEqualTo(3);
    for (int i = 0; i < alike.data().length; i++) {
      assertThat(alike.data()[i]).isCloseTo(expected.data()[i], within(1e-3f * expected.data()[0]));
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
    assertThat(vectors.dimensions()).isEqualTo(128);
    DenseMatrix unit = VectorSpace.unitRows(vectors.matrix());
    DenseMatrix cosines = products(unit, unit, true);
    double alike = 0;
    double others = 0;
    for (int i = 0; i < 100; i++) {
      alike += cosines.get(i, i + 150) / 100;
      others += cosines.get(i, i + 151) / 100;
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
}
