package io.github.gmnn.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;

class TextGraphsTest {
  @Test
  void everyKindOfWordIsDrawn() {
    Graph<String> graph = TextGraphs.parse(" a-b b-c:2.5\n a[ML] c[AI]? d ");
    assertThat(graph.keys()).containsExactly("a", "b", "c", "d");
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(graph.adjacency().matrix().value(2)).isEqualTo(2.5f);
    assertThat(graph.classes()).containsExactly("AI", "ML");
    assertThat(graph.trainingNodes()).containsExactly(0);
    assertThat(graph.validationNodes()).containsExactly(2);
  }

  @Test
  void aWordThatDrawsNothingIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGraphs.parse("a-b a--b"))
        .withMessageContaining("'a--b'");
  }
}
