package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.TextGraphs;
import io.github.gmnn.training.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeEngineTest {
  private static final Graph<String> STAR = TextGraphs.parse("h-a h-b h-c h-d d-e e-f");

  @Test
  void everyAnnotationHasItsShareInWhatPPredicts() {
    int nodes = STAR.nodeCount();
    NodeEngine<String> engine =
        new NodeEngine<>(
            SizeDefaults.settle(EmbedderSettings.defaults(), nodes),
            STAR,
            RandomStream.of(1),
            Workers.sequential());
    int[] pointers = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      pointers[node + 1] = node + 1;
    }
    SparseInput itself = new SparseInput(CsrMatrix.identity(nodes));
    SparseInput hub = new SparseInput(CsrMatrix.ofOnes(nodes, nodes, pointers, new int[nodes]));
    Phase.Planned eStep = new Phase.Planned(Phase.E_STEP, 1, 1);

    CsrMatrix both = engine.predictions(List.of(itself, hub), eStep);

    assertThat(both).isEqualTo(engine.predictions(List.of(hub, itself), eStep));
    assertThat(both).isNotEqualTo(engine.predictions(List.of(itself), eStep));
    assertThat(both).isNotEqualTo(engine.predictions(List.of(hub), eStep));
  }
}
