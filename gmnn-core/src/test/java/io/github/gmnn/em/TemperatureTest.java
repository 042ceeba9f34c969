package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How predictions are compared; {@code CalibrationTest} has how they are calibrated. */
class TemperatureTest {
  private static Graph<Integer> graph(int nodes) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < nodes; node++) {
      builder.addNode(node).label(node, node % 2 == 0 ? "even" : "odd");
    }
    return builder.classes(List.of("even", "odd")).build();
  }

  /** As sure of every node, and wrong about every tenth. */
  private static DenseMatrix predictions(int nodes, float sure) {
    DenseMatrix distributions = DenseMatrix.zeros(nodes, 2);
    for (int node = 0; node < nodes; node++) {
      int predicted = (node % 2 + (node % 10 == 0 ? 1 : 0)) % 2;
      distributions.set(node, predicted, sure);
      distributions.set(node, 1 - predicted, 1 - sure);
    }
    return distributions;
  }

  private static double toCompare(int nodes, DenseMatrix distributions) {
    return Temperature.toCompare(graph(nodes), IntStream.range(0, nodes).toArray(), distributions);
  }

  @Test
  void aTimidPredictionOfFewNodesIsComparedAsIfItWereAsSureAsItMayBe() {
    DenseMatrix timid = predictions(20, 0.6f);
    assertThat(toCompare(20, predictions(20, 0.9f))).isEqualTo(1);
    Temperature.apply(toCompare(20, timid), timid);
    double loss = -0.9 * Math.log(timid.get(1, 1)) - 0.1 * Math.log(1 - timid.get(1, 1));
    double least = -0.9 * Math.log(0.9) - 0.1 * Math.log(0.1);
    // it had 0.55; as if one more were wrong, and not surer than chance allows
    assertThat(loss).isBetween(least, least + 0.12);
  }

  @Test
  void manyNodesChooseTheTemperatureThatCalibrates() {
    DenseMatrix timid = predictions(100, 0.6f);
    int[] nodes = IntStream.range(0, 100).toArray();
    assertThat(toCompare(100, timid))
        .isLessThan(1)
        .isEqualTo(Temperature.choose(graph(100), nodes, timid));
  }
}
