package io.github.gmnn.layer;

import static io.github.gmnn.sparse.Adjacency.LinkRelation.AROUND_AT_SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;

class NeighborLabelLayerTest {
  private static Adjacency typed(Adjacency graph) {
    return RandomInputs.typed(graph, List.of("knows", "cites"), RandomStream.of(9));
  }

  private static Adjacency someGraph() {
    return RandomInputs.graph(30, 3, RandomStream.of(8));
  }

  @Nested
  class WithAttributesOverRelations implements GraphLayerContract {
    @Override
    public Adjacency prepare(Adjacency graph) {
      return typed(graph);
    }

    @Override
    public GraphLayer layer() {
      return NeighborLabelLayer.builder()
          .nIn(6)
          .nOut(4)
          .labels(2)
          .relationsOf(typed(someGraph()))
          .dropOut(0.6)
          .hasBias(true)
          .activation(Activation.ELU)
          .build();
    }
  }

  @Nested
  class WithLabelsAloneOverAGraphWithoutRelations implements GraphLayerContract {
    @Override
    public GraphLayer layer() {
      return NeighborLabelLayer.builder().nIn(3).nOut(4).labels(3).relationsOf(someGraph()).build();
    }
  }

  /** Links a→b, a→c, b→a: the first shares its source with the second, the third returns it. */
  private static final Adjacency LINKS =
      Adjacency.ofLinks(3, new int[] {0, 0, 1}, new int[] {1, 2, 0});

  private static AttachedLayer attached() {
    NeighborLabelLayer layer =
        NeighborLabelLayer.builder().nIn(3).nOut(1).labels(2).relationsOf(LINKS).build();
    NeuralNetConfiguration conf = new NeuralNetConfiguration.Builder().layer(layer).build();
    AttachedLayer attached = AttachedLayer.of(conf, LINKS, Workers.sequential());
    float[] ofLabels = attached.values().get("W");
    for (int r = 0; r < 5; r++) {
      ofLabels[2 * r] = (float) Math.pow(10, r); // a digit for each relation, of the first class
    }
    attached.values().get("Wself")[0] = 0.5f;
    attached.parametersChanged();
    return attached;
  }

  @Test
  void labelsCountByRelationAndOwnAttributesBesideThem() {
    AttachedLayer attached = attached();
    attached.setInput(DenseMatrix.wrap(3, 3, new float[] {1, 0, 2, 1, 0, 4, 0, 1, 6}));
    float[] output = attached.forward(false, null).data();
    assertThat(LINKS.relations().get(0)).isEqualTo(Adjacency.LinkRelation.SAME_SOURCE);
    // link 0: its neighbour of the same source has the first class, the returning one has not
    assertThat(output[0]).isEqualTo(1 + 0.5f * 2);
    // link 1: the same of link 0; link 2 leads into its source
    assertThat(output[1]).isEqualTo(1 + 0.5f * 4);
    // link 2: returned by link 0; link 1 leaves its target
    assertThat(output[2]).isEqualTo(10_000 + 1_000 + 0.5f * 6);
  }

  @Test
  void aNodesOwnLabelHasNoEffect() {
    AttachedLayer attached = attached();
    attached.setInput(DenseMatrix.wrap(3, 3, new float[] {1, 0, 2, 1, 0, 4, 0, 1, 6}));
    float before = attached.forward(false, null).get(0, 0);
    attached.setInput(DenseMatrix.wrap(3, 3, new float[] {0, 1, 2, 1, 0, 4, 0, 1, 6}));
    assertThat(attached.forward(false, null).get(0, 0)).isEqualTo(before);
  }

  @Test
  void relationsThatAGraphDoesNotHaveBringNoLabels() {
    Adjacency timed =
        Adjacency.ofLinks(3, new int[] {0, 0, 1}, new int[] {1, 2, 0}, new double[] {1, 2, 3}, 1);
    NeighborLabelLayer layer =
        NeighborLabelLayer.builder().nIn(2).nOut(1).labels(2).relationsOf(timed).build();
    NeuralNetConfiguration conf = new NeuralNetConfiguration.Builder().layer(layer).build();
    for (Adjacency graph : List.of(timed, LINKS)) {
      AttachedLayer attached = AttachedLayer.of(conf, graph, Workers.sequential());
      attached.values().get("W")[2 * timed.relations().indexOf(AROUND_AT_SOURCE)] = 1;
      attached.parametersChanged();
      attached.setInput(DenseMatrix.wrap(3, 2, new float[] {1, 0, 0, 1, 0, 1}));
      assertThat(attached.forward(false, null).data())
          .containsExactly(0, graph == timed ? 1 : 0, 0);
    }
  }

  @Test
  void fewerInputsThanLabelsAreRefused() {
    NeighborLabelLayer layer =
        NeighborLabelLayer.builder().nIn(1).nOut(1).labels(2).relationsOf(LINKS).build();
    assertThatThrownBy(layer::parameters)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("NeighborLabelLayer takes 2 labels, but has 1 inputs");
  }

  @Test
  void whatIsOpenIsNamed() {
    NeighborLabelLayer layer = NeighborLabelLayer.builder().nIn(3).nOut(1).labels(2).build();
    assertThatThrownBy(layer::parameters)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("relations of the graph");
    layer.completeFor(LINKS, false);
    assertThatThrownBy(() -> layer.completeFor(typed(someGraph()), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("knows")
        .hasMessageContaining(Adjacency.LinkRelation.RECIPROCAL);
  }
}
