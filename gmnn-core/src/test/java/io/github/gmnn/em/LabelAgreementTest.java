package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelAgreementTest {
  /** A ring of nodes, the first half of one class; every other node is held for validation. */
  private static Graph<Integer> ring(int nodes, boolean alike) {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> held = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      labels.put(node, (alike ? node * 2 / nodes : node % 2) == 0 ? "a" : "b");
      builder.addEdge(node, (node + 1) % nodes);
      if (node % 2 == 0) {
        held.add(node);
      }
    }
    return builder.build().withLabels(labels, held);
  }

  @Test
  void agreementIsAdjustedForChance() {
    LabelAgreement alike = LabelAgreement.of(ring(40, true));
    assertThat(alike.edges()).isEqualTo(40);
    assertThat(alike.adjusted()).isCloseTo((38 / 40.0 - 0.5) / 0.5, within(1e-9));
    assertThat(alike.isHigh()).isTrue();
    LabelAgreement different = LabelAgreement.of(ring(40, false));
    assertThat(different.adjusted()).isCloseTo(-1, within(1e-9));
    assertThat(different.isHigh()).isFalse();
  }

  @Test
  void fewEdgesSayNothing() {
    LabelAgreement few = LabelAgreement.of(ring(10, true));
    assertThat(few.isKnown()).isFalse();
    assertThat(few.isHigh()).isFalse();
  }

  @Test
  void labelsOfOneClassTellNothing() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < 40; node++) {
      builder.addEdge(node, (node + 1) % 41);
      labels.put(node, "a");
    }
    Graph<Integer> graph =
        builder.build().withClasses(List.of("a", "b")).withLabels(labels, List.of());
    assertThat(LabelAgreement.of(graph).adjusted()).isZero();
  }
}
