package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.em.LabelAgreement;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.spark.Frames;
import io.github.gmnn.spark.Small;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LabelPairsTest {
  private static LabelAgreement found(Graph<Integer> graph, int parts, int splitDegree) {
    Frames frames = Small.frames(graph);
    GraphSource.EdgeKinds kinds = GraphSource.EdgeKinds.untyped(graph.isDirected());
    try (PartitionedGraph inParts =
        PartitionedGraph.of(Small.source(frames, parts, splitDegree, kinds))) {
      return LabelPairs.agreement(inParts);
    }
  }

  @Test
  void labelsAgreeAsOnOneMachine() {
    LabelAgreement expected = LabelAgreement.of(labelled(Small.GRAPH));
    assertThat(expected.edges()).isGreaterThan(20);
    assertThat(found(labelled(Small.GRAPH), 3, 0)).isEqualTo(expected);
  }

  @Test
  void edgesOfSplitNodesCountOnce() {
    LabelAgreement expected = LabelAgreement.of(labelled(Small.GRAPH));
    assertThat(found(labelled(Small.GRAPH), 2, 4)).isEqualTo(expected);
  }

  @Test
  void edgesWithADirectionCountOnce() {
    LabelAgreement expected = LabelAgreement.of(labelled(Small.DIRECTED));
    assertThat(found(labelled(Small.DIRECTED), 3, 12)).isEqualTo(expected);
  }

  /** With a label for three nodes of four, dealt so that some neighbours agree. */
  private static Graph<Integer> labelled(Graph<Integer> graph) {
    Map<Integer, String> labels = new TreeMap<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (node % 4 > 0) {
        labels.put(node, node % 3 == 0 ? "topic-0" : "topic-1");
      }
    }
    List<Integer> held = labels.keySet().stream().filter(node -> node % 8 == 1).toList();
    return graph.withLabels(labels, held);
  }
}
