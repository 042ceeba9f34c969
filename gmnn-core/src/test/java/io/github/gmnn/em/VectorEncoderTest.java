package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.SmallGraphs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.learning.config.NoOp;

class VectorEncoderTest {
  private static final Graph<Integer> GRAPH = SmallGraphs.CITATIONS.graph();
  private static final int VECTORS = 8;

  @TempDir private Path folder;

  private static GmnnTrainer.Builder few() {
    return Gmnn.builder()
        .inference(InferenceKinds.robustVectors())
        .pretrainEpochs(20)
        .emIterations(1)
        .inferenceEpochs(5)
        .learningEpochs(3)
        .seed(4);
  }

  /** A network whose outputs are the vectors. */
  private static DenseMatrix vectors(long seed) {
    CsrMatrix features = FeatureScaling.AUTOMATIC.apply(GRAPH);
    NetworkDefinition q =
        new NetworkDefinition(
            List.of(VectorLayer.builder().vectors(VECTORS).nOut(VECTORS).build()), new NoOp(), 0);
    InferenceGraphNetwork network =
        new InferenceGraphNetwork(q, GRAPH.adjacency(), features, VECTORS, Workers.sequential());
    float[][] parameters = network.parameters();
    for (int i = 0; i < VECTORS; i++) {
      parameters[1][i * VECTORS + i] = 1;
    }
    network.setParameters(parameters);
    Objects.requireNonNull(
            VectorEncoder.of(q, GRAPH, features, RandomStream.of(seed), Workers.sequential()))
        .fix(network);
    return network.logits();
  }

  @Test
  void vectorsPointWhereTheEmbeddersDo() {
    DenseMatrix found = vectors(4);
    DenseMatrix embedded = GmnnEmbedder.builder().dimensions(VECTORS).seed(4).fit(GRAPH).matrix();
    for (int node = 0; node < GRAPH.nodeCount(); node++) {
      double product = 0;
      double square = 0;
      double length = 0;
      for (int c = 0; c < VECTORS; c++) {
        product += (double) found.get(node, c) * embedded.get(node, c);
        square += (double) embedded.get(node, c) * embedded.get(node, c);
        length += (double) found.get(node, c) * found.get(node, c);
      }
      assertThat(length).isCloseTo(1, within(1e-4));
      assertThat(product / Math.sqrt(square)).as("node %d", node).isGreaterThan(0.9);
    }
  }

  @Test
  void aModelFromAFileHasItsVectors() throws IOException {
    GmnnModel<Integer> model = few().fit(GRAPH);
    Path file = folder.resolve("model");
    model.save(file);
    GmnnModel<Object> loaded = GmnnModel.load(file);
    float[] ofFit = model.predictions().matrix().data();
    assertThat(loaded.predict(GRAPH).matrix().data()).containsExactly(ofFit, within(1e-5f));
  }

  @Test
  void newNodesOfAStandingGraphAreThoseOfTheWholeOne() {
    GmnnModel<Integer> model = few().fit(GRAPH);
    int fresh = -7;
    Consumer<GraphChange<Integer>> arrival =
        change -> change.addNode(fresh, new int[] {1, 5}, new float[] {1, 1}).addEdge(fresh, 3);
    Graph<Integer> grown = GRAPH.with(arrival);
    Predictions<Integer> whole = model.predict(grown);
    for (int key : List.of(fresh, 3)) {
      Prediction<Integer> alone = model.on(GRAPH).with(arrival).predict(key);
      for (String label : model.classes()) {
        assertThat(alone.probability(label))
            .isCloseTo(whole.of(key).probability(label), within(1e-5));
      }
    }
  }

  @Test
  void directionsAreRefused() {
    Graph<Integer> directed =
        Graph.<Integer>builder()
            .directed()
            .addNode(0, 1.0)
            .addNode(1, 2.0)
            .addEdge(0, 1)
            .label(0, "a")
            .label(1, "b")
            .build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> few().fit(directed))
        .withMessageContaining("directed");
  }
}
