package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.testing.TextGraphs;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatasetTest {
  @Test
  void testLabelsAreCopied() {
    Map<String, String> labels = new HashMap<>(Map.of("c", "x"));
    Dataset<String> dataset = new Dataset<>("tiny", TextGraphs.parse("a[x] b[y] c"), labels);
    labels.clear();
    assertThat(dataset.testLabels()).containsExactly(Map.entry("c", "x")).isUnmodifiable();
  }

  @Test
  void aTestNodeMustNotBeLabelledInTheGraph() {
    Graph<String> graph = TextGraphs.parse("a[x] b[y]? c");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Dataset<>("leak", graph, Map.of("b", "y")))
        .withMessageContaining("'b'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Dataset<>("stray", graph, Map.of("ghost", "y")))
        .withMessageContaining("'ghost'");
  }
}
