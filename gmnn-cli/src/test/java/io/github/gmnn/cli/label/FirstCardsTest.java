package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.graph.Graph;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FirstCardsTest {
  /** Two stars, of four and of three nodes around their middles, and a node alone. */
  private static final Graph<String> STARS =
      Graph.<String>builder()
          .addMissingNodes()
          .addNode("alone")
          .addEdge("m", "a")
          .addEdge("m", "b")
          .addEdge("m", "c")
          .addEdge("m", "d")
          .addEdge("n", "e")
          .addEdge("n", "f")
          .addEdge("n", "g")
          .build();

  private final FirstCards cards = new FirstCards(STARS);

  private List<String> next(Set<String> labelled, Set<String> skipped, int count) {
    return cards.next(labelled, skipped, count).stream().map(LabelAdvisor.Advice::key).toList();
  }

  @Test
  void theMiddleOfEachStarComesBeforeWhatIsAroundIt() {
    assertThat(next(Set.of(), Set.of(), 4)).containsExactly("m", "n", "alone", "a");
  }

  @Test
  void whatIsLabelledOrSkippedIsLeftOut() {
    assertThat(next(Set.of("m"), Set.of("n"), 3)).containsExactly("e", "f", "g");
    assertThat(next(Set.copyOf(STARS.keys()), Set.of(), 3)).isEmpty();
  }
}
