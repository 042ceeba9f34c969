package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinearProbeTest {
  private static final int NODES = 60;

  /** Nodes of two classes: the first half for training and validation, the rest for testing. */
  private static Dataset<Integer> data() {
    Graph.Builder<Integer> builder = Graph.builder();
    Map<Integer, String> test = new LinkedHashMap<>();
    for (int node = 0; node < NODES; node++) {
      builder.addNode(node);
      String label = node % 2 == 0 ? "even" : "odd";
      if (node < 20) {
        builder.label(node, label);
      } else if (node < 30) {
        builder.label(node, label).validation(List.of(node));
      } else {
        test.put(node, label);
      }
    }
    return new Dataset<>("parity", builder.build(), test);
  }

  private static NodeEmbeddings<Integer> embeddings(double signal) {
    RandomStream random = RandomStream.of(1);
    DenseMatrix vectors = DenseMatrix.zeros(NODES, 8);
    for (int node = 0; node < NODES; node++) {
      for (int j = 0; j < 8; j++) {
        double mean = node % 2 == 0 ? signal : -signal;
        vectors.set(node, j, (float) (mean + random.nextDouble() - 0.5));
      }
    }
    return NodeEmbeddings.of(IntStream.range(0, NODES).boxed().toList(), vectors);
  }

  @Test
  void separableClassesAreTold() {
    LinearProbe.Result result =
        new LinearProbe(0.5, 0.0025, 100, 4, 1).evaluate(embeddings(1), data());
    assertThat(result.accuracies()).hasSize(4);
    assertThat(result.accuracy()).isGreaterThan(0.95);
    assertThat(result.validationAccuracy().getAsDouble()).isGreaterThan(0.95);
    assertThat(result.deviation()).isLessThan(0.05);
  }

  @Test
  void noiseStaysNearChance() {
    LinearProbe.Result result =
        new LinearProbe(0.5, 0.0025, 50, 4, 1).evaluate(embeddings(0), data());
    assertThat(result.accuracy()).isBetween(0.2, 0.8);
  }

  @Test
  void theSameSeedGivesTheSameResult() {
    LinearProbe probe = new LinearProbe(0.5, 0.0025, 20, 3, 5);
    assertThat(probe.evaluate(embeddings(0.1), data()))
        .isEqualTo(probe.evaluate(embeddings(0.1), data()));
  }

  @Test
  void defaultsAreTheReleasedCodes() {
    assertThat(new LinearProbe()).isEqualTo(new LinearProbe(0.5, 0.0025, 100, 50, 1));
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> new LinearProbe(1, 0.1, 1, 1, 1)).hasMessageContaining("dropout");
    assertThatThrownBy(() -> new LinearProbe(0, 0, 1, 1, 1)).hasMessageContaining("learningRate");
    assertThatThrownBy(() -> new LinearProbe(0, 1, 0, 1, 1)).hasMessageContaining("epochs");
    NodeEmbeddings<String> others = NodeEmbeddings.of(List.of("x"), DenseMatrix.zeros(1, 2));
    assertThatThrownBy(() -> new LinearProbe().evaluate(others, data()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no embedding for '0'");
  }
}
