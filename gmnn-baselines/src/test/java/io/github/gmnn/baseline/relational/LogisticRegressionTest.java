package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogisticRegressionTest {
  private static final Graph<String> GRAPH =
      TextGraphs.builder("a-b a-c:3 d a[x] d[y]")
          .addNode("a", 1, 0, 0)
          .addNode("b", 0, 2, 0)
          .addNode("c", 0, 4, 0)
          .addNode("d", 0.5, 0, 0)
          .build();

  private static Examples examples() {
    return Examples.of(
        GRAPH.features(), GRAPH.adjacency().matrix(), new int[] {0, 3}, new int[] {0, 1});
  }

  @Test
  void anExampleHasOwnAttributesTheMeanOfItsNeighborsAndABias() {
    Examples examples = examples();
    assertThat(examples.meaning()).containsExactly(0, 4, 6); // what no example has is left out
    assertThat(examples.starts()).containsExactly(0, 3, 5);
    assertThat(examples.columns()).containsExactly(0, 1, 2, 0, 2);
    assertThat(examples.values()).containsExactly(1f, (2 + 3 * 4) / 4f, 1f, 0.5f, 1f);
  }

  @Test
  void furtherColumnsComeLast() {
    Examples examples = examples().with(new double[][] {{7, 8}, {9, 10}});
    assertThat(examples.columns()).containsExactly(0, 1, 2, 3, 4, 0, 2, 3, 4);
    assertThat(examples.values()).containsExactly(1f, 3.5f, 1f, 7f, 8f, 0.5f, 1f, 9f, 10f);
  }

  @Test
  void gradientsAreThoseOfFiniteDifferences() {
    double[] penalties = {0.3, 0.01, 2};
    SmoothFunction objective = new LogisticRegression(examples(), new int[] {0, 1}, 4, penalties);
    RandomStream random = RandomStream.of(1);
    double[] place = new double[objective.size()];
    Arrays.setAll(place, i -> 2 * random.nextDouble() - 1);
    FiniteDifferences.check(objective, place);
  }

  @Test
  void minimaAreFound() {
    SmoothFunction rosenbrock =
        new SmoothFunction() {
          @Override
          public int size() {
            return 2;
          }

          @Override
          public double evaluate(double[] x, double[] gradient) {
            double bend = x[1] - x[0] * x[0];
            gradient[0] = 2 * (x[0] - 1) - 400 * x[0] * bend;
            gradient[1] = 200 * bend;
            return 100 * bend * bend + (x[0] - 1) * (x[0] - 1);
          }
        };
    double[] start = {-1.2, 1};
    assertThat(Lbfgs.minimize(rosenbrock, start))
        .containsExactly(new double[] {1, 1}, within(1e-2));
    assertThat(start).containsExactly(-1.2, 1);
  }
}
