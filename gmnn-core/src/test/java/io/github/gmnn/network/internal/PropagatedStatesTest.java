package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.SparseRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropagatedStatesTest {
  private static final int NODES = 200;
  private static final int WIDTH = 3;
  private static final int HUB = 0;

  /** A random graph with a hub that is joined to every third node, and nodes without edges. */
  private static Graph<Integer> graph(boolean directed, Random random) {
    Graph.Builder<Integer> builder = Graph.builder();
    if (directed) {
      builder.directed();
    }
    for (int i = 0; i < NODES; i++) {
      builder.addNode(i);
    }
    for (int i = 3; i < NODES; i += 3) {
      builder.addEdge(i, HUB);
    }
    for (int e = 0; e < 2 * NODES; e++) {
      int u = random.nextInt(NODES - 5);
      int v = random.nextInt(NODES - 5);
      if (u != v) {
        builder.addEdge(u, v, 0.5 + random.nextInt(3));
      }
    }
    return builder.build();
  }

  /** What a node sends out, by its key, whatever its index. */
  private static float start(int key, int column) {
    return (float) (4 * Math.sin(7 * key + column));
  }

  private static float[] start(Graph<Integer> graph, int node) {
    float[] row = new float[WIDTH];
    for (int c = 0; c < WIDTH; c++) {
      row[c] = start(graph.key(node), c);
    }
    return row;
  }

  private static PropagatedStates states(Graph<Integer> graph, int iterations, double teleport) {
    DenseMatrix start = DenseMatrix.zeros(graph.nodeCount(), WIDTH);
    for (int i = 0; i < graph.nodeCount(); i++) {
      System.arraycopy(start(graph, i), 0, start.data(), i * WIDTH, WIDTH);
    }
    return PropagatedStates.of(
        GraphRows.of(graph),
        graph.adjacency().normalized(),
        start,
        iterations,
        teleport,
        Workers.sequential());
  }

  /** The same in double precision, over the whole graph. */
  private static double[][] naive(Graph<Integer> graph, int iterations, double teleport) {
    GraphRows rows = GraphRows.of(graph);
    int n = graph.nodeCount();
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = 1 / Math.sqrt(1 + rows.received().row(i).sum());
    }
    double[][] current = new double[n][WIDTH];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < WIDTH; c++) {
        current[i][c] = start(graph.key(i), c);
      }
    }
    for (int k = 0; k < iterations; k++) {
      double[][] next = new double[n][WIDTH];
      for (int i = 0; i < n; i++) {
        SparseRow row = rows.received().row(i);
        for (int c = 0; c < WIDTH; c++) {
          double sum = scale[i] * current[i][c];
          for (int e = row.from(); e < row.to(); e++) {
            int other = row.columns()[e];
            sum += row.values()[e] * scale[other] * current[other][c];
          }
          next[i][c] = (1 - teleport) * scale[i] * sum + teleport * start(graph.key(i), c);
        }
      }
      current = next;
    }
    return current;
  }

  private static void assertSame(PropagatedStates states, Graph<Integer> changed, double[][] all) {
    GraphRows rows = GraphRows.of(changed);
    int[] touched = rows.changedSince(states.graph()).orElseThrow();
    for (int node = 0; node < changed.nodeCount(); node++) {
      float[] row = states.row(rows, touched, node, each -> start(changed, each));
      for (int c = 0; c < WIDTH; c++) {
        assertThat((double) row[c])
            .as("node %s, touched %s", node, Arrays.toString(touched))
            .isCloseTo(all[node][c], within(5e-6));
      }
    }
  }

  /** New nodes at the hub and elsewhere, edges and nodes that come and go. */
  private static void change(GraphChange<Integer> change, int turn, Random random) {
    int key = 1_000 + turn;
    change.addNode(key);
    change.addEdge(key, turn % 2 == 0 ? HUB : 1 + random.nextInt(90));
    change.addEdge(1 + random.nextInt(90), key, 2.5);
    if (turn % 3 == 1) {
      change.removeNode(100 + turn); // whose index the last node takes
    }
    if (turn % 3 == 2) {
      change.removeNode(key);
    }
    if (turn % 4 == 3) {
      change.addEdge(NODES - 1 - turn % 3, HUB);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10, 0.1, false",
    "10, 0.1, true",
    "1, 0.2, false",
    "2, 0.5, true",
    "7, 1, false",
    "16, 0.02, false"
  })
  void aChangedGraphGetsWhatPropagatingOverAllOfItGives(
      int iterations, double teleport, boolean directed) {
    Random random = new Random(iterations);
    Graph<Integer> graph = graph(directed, random);
    PropagatedStates states = states(graph, iterations, teleport);
    assertSame(states, graph, naive(graph, iterations, teleport));
    for (int turn = 0; turn < 8; turn++) {
      int now = turn;
      graph = graph.with(change -> change(change, now, random));
      assertSame(states, graph, naive(graph, iterations, teleport));
    }
  }

  @Test
  void otherFeaturesOfANodeSpread() {
    Graph<Integer> graph = graph(false, new Random(3));
    PropagatedStates states = states(graph, 10, 0.1);
    // The node becomes another one with the same edges: what it sends out is that of key 1,000.
    List<Integer> neighbors = new ArrayList<>();
    SparseRow row = GraphRows.of(graph).received().row(HUB);
    float[] weights = Arrays.copyOfRange(row.values(), row.from(), row.to());
    for (int e = row.from(); e < row.to(); e++) {
      neighbors.add(row.columns()[e]);
    }
    Graph<Integer> changed =
        graph.with(
            change -> {
              change.removeNode(HUB).addNode(1_000);
              IntStream.range(0, weights.length)
                  .forEach(e -> change.addEdge(1_000, neighbors.get(e), weights[e]));
            });
    assertSame(states, changed, naive(changed, 10, 0.1));
  }

  @Test
  void predictionsAtTheSameTimeDoNotDisturbEachOther() {
    Graph<Integer> graph = graph(false, new Random(4));
    PropagatedStates states = states(graph, 10, 0.1);
    Graph<Integer> changed = graph.with(change -> change(change, 0, new Random(5)));
    double[][] all = naive(changed, 10, 0.1);
    IntStream.range(0, 32).parallel().forEach(i -> assertSame(states, changed, all));
  }
}
