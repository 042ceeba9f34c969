package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.sparse.LinearOperator;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The iterations of personalised propagation on a standing graph, kept to find what a node gets
 * when a little of the graph has changed. K iterations see K hops away, which is most of a graph;
 * but a row after j iterations differs from what is kept only within j hops of a change, and counts
 * only within K - j hops of the node that is asked for. These rows alone are computed again, by the
 * same operator, so that the result is that of the whole graph to the last bit.
 *
 * <p>Takes 4 · (K + 1) · nodes · classes bytes. Immutable and thread-safe.
 */
public final class PropagatedStates {
  private final GraphRows graph;
  private final float teleport;
  private final DenseMatrix[] states;

  private PropagatedStates(GraphRows graph, float teleport, DenseMatrix[] states) {
    this.graph = graph;
    this.teleport = teleport;
    this.states = states;
  }

  /**
   * Propagates over the whole graph.
   *
   * @param graph the graph
   * @param operator its propagation
   * @param start what is propagated, a row per node
   * @param iterations K
   * @param teleport the share of {@code start} in each iteration
   * @param workers the threads to use
   */
  public static PropagatedStates of(
      GraphRows graph,
      LinearOperator operator,
      DenseMatrix start,
      int iterations,
      double teleport,
      Workers workers) {
    float alpha = (float) teleport;
    DenseMatrix[] states = new DenseMatrix[iterations + 1];
    states[0] = start;
    for (int k = 1; k <= iterations; k++) {
      states[k] = DenseMatrix.zeros(start.rows(), start.columns());
      operator.applyAndAdd(1 - alpha, states[k - 1], alpha, start, states[k], workers);
    }
    return new PropagatedStates(graph, alpha, states);
  }

  /** Returns the graph as it was. */
  public GraphRows graph() {
    return graph;
  }

  private int iterations() {
    return states.length - 1;
  }

  /**
   * Returns what a node gets in a changed graph.
   *
   * @param changed the graph as it is now
   * @param touched the nodes whose edges or features are not what they were, new ones among them
   * @param node the node
   * @param starts what is propagated from a node that is new or has other features; null for others
   */
  public float[] row(GraphRows changed, int[] touched, int node, IntFunction<float[]> starts) {
    int width = states[0].columns();
    if (touched.length == 0) {
      return Arrays.copyOfRange(states[iterations()].data(), node * width, (node + 1) * width);
    }
    ReceptiveField field =
        ReceptiveField.of(changed, new int[] {node}, radius(changed, touched, node) + 1);
    int[] fromTouched = distances(field, touched);
    LinearOperator operator = field.adjacency().normalized();
    DenseMatrix start = DenseMatrix.zeros(field.size(), width);
    DenseMatrix current = DenseMatrix.zeros(field.size(), width);
    DenseMatrix next = DenseMatrix.zeros(field.size(), width);
    for (int i = 0; i < field.size(); i++) {
      float[] given = fromTouched[i] == 0 ? starts.apply(field.node(i)) : null;
      if (given == null) {
        copyKept(0, field.node(i), start, i);
      } else {
        System.arraycopy(given, 0, start.data(), i * width, width);
      }
    }
    current.copyFrom(start);
    for (int j = 1; j <= iterations(); j++) {
      BitSet again = new BitSet(field.size());
      for (int i = 0; i < field.size(); i++) {
        again.set(i, fromTouched[i] <= j && field.level(i) <= iterations() - j);
      }
      operator.apply(current, next, RowSet.of(field.size(), again), Workers.sequential());
      float[] data = next.data();
      for (int i = 0; i < field.size(); i++) {
        if (again.get(i)) {
          for (int e = i * width; e < (i + 1) * width; e++) {
            data[e] = (1 - teleport) * data[e] + teleport * start.data()[e];
          }
        } else {
          copyKept(j, field.node(i), next, i);
        }
      }
      DenseMatrix spent = current;
      current = next;
      next = spent;
    }
    int at = field.indexOf(node) * width;
    return Arrays.copyOfRange(current.data(), at, at + width);
  }

  private void copyKept(int iteration, int node, DenseMatrix to, int row) {
    DenseMatrix kept = states[iteration];
    if (node < kept.rows()) { // a new node far away is never read
      System.arraycopy(
          kept.data(), node * kept.columns(), to.data(), row * kept.columns(), kept.columns());
    }
  }

  /**
   * How far from the node rows may have to be computed again. Changes within m hops of the node
   * reach it over rows that are at most (K + m) / 2 hops away.
   */
  private int radius(GraphRows changed, int[] touched, int node) {
    int farthest = ReceptiveField.farthest(changed, node, touched, iterations());
    return (iterations() + farthest) / 2;
  }

  /** How many hops each node of a field is away from the nearest change, within the field. */
  private static int[] distances(ReceptiveField field, int[] touched) {
    int[] distances = new int[field.size()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    int[] queue = new int[field.size()];
    int last = 0;
    for (int each : touched) {
      int i = field.indexOf(each);
      if (i >= 0) {
        distances[i] = 0;
        queue[last++] = i;
      }
    }
    for (int first = 0; first < last; first++) {
      int i = queue[first];
      for (int other : field.neighbors(i)) {
        if (distances[other] == Integer.MAX_VALUE) {
          distances[other] = distances[i] + 1;
          queue[last++] = other;
        }
      }
    }
    return distances;
  }
}
