package io.github.gmnn.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import org.junit.jupiter.api.Test;

class TsneTest {
  /** Three clouds in ten dimensions, one after the other. */
  private static double[][] clouds(int each) {
    RandomStream random = RandomStream.of(5);
    double[][] vectors = new double[3 * each][10];
    for (int i = 0; i < vectors.length; i++) {
      for (int d = 0; d < 10; d++) {
        vectors[i][d] = random.nextDouble() + (d == i / each ? 5 : 0);
      }
    }
    return vectors;
  }

  @Test
  void theGradientEqualsFiniteDifferences() {
    Tsne tsne = new Tsne(clouds(4), 3);
    RandomStream random = RandomStream.of(1);
    double[] points = new double[24];
    for (int i = 0; i < points.length; i++) {
      points[i] = random.nextDouble();
    }
    double[] gradient = new double[points.length];
    tsne.gradient(points, 1, gradient);
    for (int i = 0; i < points.length; i++) {
      double[] above = points.clone();
      double[] below = points.clone();
      above[i] += 1e-5;
      below[i] -= 1e-5;
      double slope = (tsne.divergence(above) - tsne.divergence(below)) / 2e-5;
      assertThat(gradient[i]).isCloseTo(slope, within(1e-6));
    }
  }

  @Test
  void theNearestPointIsOneOfTheSameCloud() {
    double[][] points = new Tsne(clouds(30), 10).run();
    for (int i = 0; i < points.length; i++) {
      int nearest = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < points.length; j++) {
        double distance = Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
        if (j != i && distance < least) {
          least = distance;
          nearest = j;
        }
      }
      assertThat(nearest / 30).as("the cloud nearest to point %d", i).isEqualTo(i / 30);
    }
  }

  @Test
  void theSameVectorsGiveTheSamePoints() {
    assertThat(new Tsne(clouds(5), 3).run()).isDeepEqualTo(new Tsne(clouds(5), 3).run());
  }

  @Test
  void equalVectorsGiveFinitePoints() {
    double[][] points = new Tsne(new double[10][4], 3).run();
    for (double[] point : points) {
      assertThat(point[0]).isFinite();
      assertThat(point[1]).isFinite();
    }
  }
}
