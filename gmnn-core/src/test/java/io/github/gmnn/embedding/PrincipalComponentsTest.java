package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.GraphSurroundings;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class PrincipalComponentsTest {
  private static final int NODES = 40;
  private static final int FEATURES = 9;
  private static final int HOPS = 3;

  private static Adjacency edges() {
    Graph.Builder<Integer> builder = Graph.builder();
    RandomStream random = RandomStream.of(1);
    for (int node = 0; node < NODES; node++) {
      builder.addNode(node);
      for (int i = 0; node > 0 && i < 2; i++) {
        builder.addEdge(node, random.nextInt(node));
      }
    }
    return EncoderInput.undirected(builder.build());
  }

  private static EncoderInput input() {
    RandomStream random = RandomStream.of(2);
    DenseMatrix features = DenseMatrix.zeros(NODES, FEATURES);
    for (int i = 0; i < features.data().length; i++) {
      features.data()[i] = random.nextDouble() < 0.5 ? 0f : (float) random.nextDouble();
    }
    return new EncoderInput(edges(), CsrMatrix.of(features));
  }

  private static PrincipalComponents components(EncoderInput input, int dimensions) {
    return new PrincipalComponents(
        new GraphSurroundings(input, dimensions, Workers.sequential()),
        HOPS,
        dimensions,
        RandomStream.of(3),
        Workers.sequential());
  }

  /** The scaled features less their means: by loops. */
  private static double[][] scaled(EncoderInput input) {
    DenseMatrix x = input.features().toDense();
    double[][] scaled = new double[NODES][FEATURES];
    for (int c = 0; c < FEATURES; c++) {
      double squares = 0;
      for (int n = 0; n < NODES; n++) {
        squares += x.get(n, c) * x.get(n, c);
      }
      for (int n = 0; n < NODES; n++) {
        scaled[n][c] = x.get(n, c) / Math.sqrt(Math.sqrt(squares));
      }
    }
    center(scaled);
    return scaled;
  }

  /** Their mean over the steps, less means. */
  private static double[][] surroundings(EncoderInput input) {
    DenseMatrix identity = CsrMatrix.identity(NODES).toDense();
    DenseMatrix a = DenseMatrix.zeros(NODES, NODES);
    input.adjacency().normalized().apply(identity, a, Workers.sequential());
    double[][] power = scaled(input);
    double[][] sum = new double[NODES][FEATURES];
    for (int k = 0; k <= HOPS; k++) {
      double[][] next = new double[NODES][FEATURES];
      for (int n = 0; n < NODES; n++) {
        for (int c = 0; c < FEATURES; c++) {
          sum[n][c] += power[n][c] / (HOPS + 1);
          for (int m = 0; m < NODES; m++) {
            next[n][c] += a.get(n, m) * power[m][c];
          }
        }
      }
      power = next;
    }
    center(sum);
    return sum;
  }

  private static void center(double[][] rows) {
    for (int c = 0; c < FEATURES; c++) {
      double mean = 0;
      for (double[] row : rows) {
        mean += row[c] / NODES;
      }
      for (double[] row : rows) {
        row[c] -= mean;
      }
    }
  }

  private static double[][] products(double[][] rows, int columns) {
    double[][] products = new double[columns][columns];
    for (double[] row : rows) {
      for (int i = 0; i < columns; i++) {
        for (int j = 0; j < columns; j++) {
          products[i][j] += row[i] * row[j];
        }
      }
    }
    return products;
  }

  private static double[][] multiply(double[][] a, double[][] b) {
    double[][] result = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          result[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return result;
  }

  @Test
  void withAllDirectionsWeightsAreARootDividedByVariances() {
    EncoderInput input = input();
    PrincipalComponents components = components(input, FEATURES);
    components.round();
    DenseMatrix weights = components.weights(FEATURES, RandomStream.of(4));
    double[][] y = surroundings(input);
    double[][] covariance = products(y, FEATURES);
    double[][] divisor = products(scaled(input), FEATURES);
    double trace = 0;
    for (int f = 0; f < FEATURES; f++) {
      trace += divisor[f][f];
    }
    for (int f = 0; f < FEATURES; f++) {
      divisor[f][f] += 30 * trace / FEATURES;
    }
    // With W = C W' and K = V + r I it is K W' = root of YᵀY, so K W' W'ᵀ K = YᵀY.
    double[][] unscaled = new double[FEATURES][FEATURES];
    DenseMatrix x = input.features().toDense();
    for (int f = 0; f < FEATURES; f++) {
      double squares = 0;
      for (int n = 0; n < NODES; n++) {
        squares += x.get(n, f) * x.get(n, f);
      }
      for (int d = 0; d < FEATURES; d++) {
        unscaled[f][d] = weights.get(f, d) * Math.sqrt(Math.sqrt(squares));
      }
    }
    double[][] root = multiply(divisor, unscaled);
    for (int i = 0; i < FEATURES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        double product = 0;
        for (int d = 0; d < FEATURES; d++) {
          product += root[i][d] * root[j][d];
        }
        assertThat(product).isCloseTo(covariance[i][j], within(1e-5));
      }
    }
  }

  @Test
  void roundsFindTheDirectionsThatHoldMost() {
    EncoderInput input = input();
    PrincipalComponents components = components(input, 2);
    double loss = 0;
    for (int round = 0; round < 60; round++) {
      loss = components.round();
    }
    double[][] covariance = products(surroundings(input), FEATURES);
    double[][] power = covariance;
    for (int i = 0; i < 6; i++) { // the trace of a high power is that of its largest value
      power = multiply(power, power);
      double trace = 0;
      for (int f = 0; f < FEATURES; f++) {
        trace += power[f][f];
      }
      for (double[] row : power) {
        for (int f = 0; f < FEATURES; f++) {
          row[f] /= trace;
        }
      }
    }
    double largest = 0;
    double[][] product = multiply(covariance, power);
    for (int f = 0; f < FEATURES; f++) {
      largest += product[f][f];
    }
    double[][] rest = new double[FEATURES][FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        rest[i][j] = covariance[i][j] - product[i][j];
      }
    }
    double[][] restPower = rest;
    for (int i = 0; i < 6; i++) {
      restPower = multiply(restPower, restPower);
      double trace = 0;
      for (int f = 0; f < FEATURES; f++) {
        trace += restPower[f][f];
      }
      for (double[] row : restPower) {
        for (int f = 0; f < FEATURES; f++) {
          row[f] /= trace;
        }
      }
    }
    double second = 0;
    double[][] last = multiply(rest, restPower);
    for (int f = 0; f < FEATURES; f++) {
      second += last[f][f];
    }
    assertThat(-loss * NODES).isCloseTo(largest + second, within(1e-3 * largest));
  }

  @Test
  void columnsOfAnyLengthBecomeOrthonormalAndZerosStay() {
    RandomStream random = RandomStream.of(5);
    DenseMatrix columns = DenseMatrix.zeros(30, 4);
    for (int row = 0; row < 30; row++) {
      columns.set(row, 0, (float) random.nextDouble());
      columns.set(row, 1, columns.get(row, 0) + 0.01f * (float) random.nextDouble());
      columns.set(row, 2, 1000 * (float) random.nextDouble());
    }
    PrincipalComponents.orthonormalize(columns, Workers.sequential());
    double[][] rows = new double[30][4];
    for (int row = 0; row < 30; row++) {
      for (int c = 0; c < 4; c++) {
        rows[row][c] = columns.get(row, c);
      }
    }
    double[][] products = products(rows, 4);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(products[i][j]).isCloseTo(i == j && i < 3 ? 1 : 0, within(1e-4));
      }
    }
  }

  @Test
  void featuresThatAreTheSameEverywhereGiveZeros() {
    DenseMatrix same = DenseMatrix.zeros(NODES, 2);
    EncoderInput input = new EncoderInput(edges(), CsrMatrix.of(same));
    PrincipalComponents components = components(input, 5);
    assertThat(components.round()).isZero();
    assertThat(components.round()).isZero();
    DenseMatrix weights = components.weights(5, RandomStream.of(4));
    assertThat(weights.columns()).isEqualTo(5);
    assertThat(weights.data()).containsOnly(0f);
  }

  @Test
  void aStateOfAnotherShapeIsRefused() {
    PrincipalComponents components = components(input(), 4);
    NetworkState other = components(input(), 3).state();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> components.restore(other))
        .withMessageContaining("36 numbers");
  }
}
