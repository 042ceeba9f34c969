package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class CitationGraphGeneratorTest {
  private final Dataset<Integer> data = CitationGraphGenerator.builder().build().generate();

  private String trueLabel(int node) {
    int label = data.graph().label(node);
    return label >= 0 ? data.graph().classes().get(label) : data.testLabels().get(node);
  }

  @Test
  void theDefaultsGiveADatasetOfTheStatedSizes() {
    Graph<Integer> graph = data.graph();
    assertThat(graph.nodeCount()).isEqualTo(2_000);
    assertThat(graph.classes()).hasSize(6);
    assertThat(graph.edgeCount()).isBetween(4_000L, 4_400L);
    assertThat(graph.featureCount()).isEqualTo(500);
    assertThat(graph.features().nonZeros()).isBetween(35_000, 36_000);
    assertThat(graph.trainingNodes()).hasSize(120);
    assertThat(graph.validationNodes()).hasSize(300);
    assertThat(data.testLabels()).hasSize(1_580);
  }

  @Test
  void edgesMostlyStayWithinAClassAndEveryNodeHasOne() {
    CsrMatrix matrix = data.graph().adjacency().matrix();
    int within = 0;
    int widest = 0;
    for (int u = 0; u < matrix.rows(); u++) {
      int degree = matrix.rowEnd(u) - matrix.rowStart(u);
      assertThat(degree).isPositive();
      widest = Math.max(widest, degree);
      for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
        within += trueLabel(u).equals(trueLabel(matrix.columnIndex(e))) ? 1 : 0;
      }
    }
    assertThat((double) within / matrix.nonZeros()).isBetween(0.72, 0.78);
    assertThat(widest).as("much cited papers").isGreaterThan(40);
  }

  @Test
  void theSeedFixesEverything() {
    Dataset<Integer> same = CitationGraphGenerator.builder().build().generate();
    assertThat(same.graph().adjacency().matrix()).isEqualTo(data.graph().adjacency().matrix());
    assertThat(same.graph().features()).isEqualTo(data.graph().features());
    assertThat(same.testLabels()).isEqualTo(data.testLabels());
    Dataset<Integer> other = CitationGraphGenerator.builder().seed(2).build().generate();
    assertThat(other.graph().features()).isNotEqualTo(data.graph().features());
  }

  @Test
  void theSmallestGraphIsGenerated() {
    Dataset<Integer> tiny =
        CitationGraphGenerator.builder()
            .nodes(4)
            .classes(2)
            .words(3)
            .wordsPerNode(3)
            .trainPerClass(1)
            .validation(0)
            .build()
            .generate();
    assertThat(tiny.testLabels()).hasSize(2);
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CitationGraphGenerator.builder().homophily(1.5).build())
        .withMessageContainingAll("homophily", "1.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CitationGraphGenerator.builder().nodes(100).build())
        .withMessageContainingAll("nodes", "426", "100");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CitationGraphGenerator.builder().topicality(Double.NaN).build())
        .withMessageContainingAll("topicality", "NaN");
  }
}
