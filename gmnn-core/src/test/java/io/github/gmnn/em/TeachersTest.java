package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TeachersTest {
  /** Two cliques of six, a class each; the first four of each are for validation. */
  private static Graph<Integer> cliques(boolean validated) {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < 12; node++) {
      labels.put(node, node < 6 ? "a" : "b");
      for (int other = node / 6 * 6; other < node; other++) {
        builder.addEdge(other, node);
      }
    }
    return builder
        .build()
        .withLabels(labels, validated ? List.of(0, 1, 2, 3, 6, 7, 8, 9) : List.of());
  }

  private static DenseMatrix choose(
      Teacher teacher, Graph<?> graph, DenseMatrix ofQ, @Nullable DenseMatrix ofP) {
    Validation validation = new Validation(graph, ValidationMetric.ACCURACY);
    MatrixDistributions distributions =
        new MatrixDistributions(
            validation, graph.adjacency().normalized(), labels -> {}, Workers.sequential());
    return new Teachers<>(teacher, validation.exists(), distributions).choose(ofQ, ofP);
  }

  /** What q says: right but for one node of each clique. */
  private static DenseMatrix withTwoErrors() {
    DenseMatrix distributions = DenseMatrix.zeros(12, 2);
    for (int node = 0; node < 12; node++) {
      int said = node / 6;
      said = node % 6 == 0 ? 1 - said : said;
      distributions.set(node, said, 0.9f);
      distributions.set(node, 1 - said, 0.1f);
    }
    return distributions;
  }

  private static int label(DenseMatrix distributions, int node) {
    return distributions.get(node, 0) > distributions.get(node, 1) ? 0 : 1;
  }

  @Test
  void smoothingMendsWhatNeighboursContradict() {
    DenseMatrix chosen = choose(Teacher.AUTO, cliques(true), withTwoErrors(), null);
    assertThat(label(chosen, 0)).isZero();
    assertThat(label(chosen, 6)).isOne();
    for (int node = 0; node < 12; node++) {
      assertThat(chosen.get(node, 0) + chosen.get(node, 1)).isBetween(0.9999f, 1.0001f);
    }
  }

  @Test
  void theBestOfThemTeaches() {
    DenseMatrix right = DenseMatrix.zeros(12, 2);
    for (int node = 0; node < 12; node++) {
      right.set(node, node / 6, 1f);
    }
    DenseMatrix errors = withTwoErrors();
    Graph<Integer> graph = cliques(true);
    assertThat(choose(Teacher.AUTO, graph, errors, right)).isSameAs(right);
    assertThat(choose(Teacher.AUTO, graph, right, errors)).isSameAs(right);
    assertThat(choose(Teacher.SELF, graph, errors, null)).isSameAs(errors);
    assertThat(choose(Teacher.LEARNING_NETWORK, graph, right, errors)).isSameAs(errors);
  }

  /**
   * A star: its rows of Â do not sum to one, and the middle is reached in one step, leaves in two.
   */
  @Test
  void smoothingIsTheFixedPointStepByStep() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().addMissingNodes();
    builder.addEdge(0, 1).addEdge(0, 2).addEdge(0, 3);
    Graph<Integer> graph = builder.build().withClasses(List.of("a", "b"));
    DenseMatrix ofQ = DenseMatrix.zeros(4, 2);
    float[] first = {0.9f, 0.2f, 0.4f, 0.6f};
    for (int node = 0; node < 4; node++) {
      ofQ.set(node, 0, first[node]);
      ofQ.set(node, 1, 1 - first[node]);
    }
    DenseMatrix chosen = choose(Teacher.SMOOTHING, graph, ofQ, null);
    double[] degrees = {4, 2, 2, 2};
    double[][] z = new double[4][2];
    for (int node = 0; node < 4; node++) {
      z[node] = new double[] {ofQ.get(node, 0), ofQ.get(node, 1)};
    }
    for (int step = 0; step < 20; step++) {
      double[][] next = new double[4][2];
      for (int node = 0; node < 4; node++) {
        for (int c = 0; c < 2; c++) {
          next[node][c] = 0.5 * ofQ.get(node, c) + 0.5 * z[node][c] / degrees[node];
          for (int other = 0; other < 4; other++) {
            boolean joined = node != other && (node == 0 || other == 0);
            double weight = joined ? 1 / Math.sqrt(degrees[node] * degrees[other]) : 0;
            next[node][c] += 0.5 * weight * z[other][c];
          }
        }
      }
      z = next;
    }
    for (int node = 0; node < 4; node++) {
      assertThat((double) chosen.get(node, 0))
          .isCloseTo(z[node][0] / (z[node][0] + z[node][1]), within(1e-5));
    }
  }

  @Test
  void withoutValidationNodesQIsSmoothed() {
    DenseMatrix errors = withTwoErrors();
    DenseMatrix chosen = choose(Teacher.AUTO, cliques(false), errors, errors);
    assertThat(chosen.get(0, 0)).isGreaterThan(errors.get(0, 0) + 0.2f);
  }
}
