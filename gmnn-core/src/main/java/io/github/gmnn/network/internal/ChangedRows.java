package io.github.gmnn.network.internal;

import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.internal.IntMap;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A guess of the iterations of personalised propagation after a change of the graph, and how far it
 * is from being right.
 *
 * <p>With s the entries of D<sup>-1/2</sup>, a node's row of Â' is s' Σ A s' V. The guess keeps
 * what each node gives to others as it was: V = (s / s') Z. Then the rows of all nodes but the
 * touched ones are right as they are. A touched node whose neighbours are all touched, as a new
 * one, gives to no others, and its rows are computed. The remainders of the other touched nodes
 * follow from the old iterations and the edges between touched nodes, whatever the degrees.
 */
final class ChangedRows {
  private final PropagatedStates states;
  private final int[] touched;
  private final IntMap indices;
  private final GraphRows changed;
  private final int width;

  /** By touched node, iteration and column. */
  private final float[] guesses;

  /** Likewise; zero for those whose guess is computed. */
  private final float[] remainders;

  private final boolean[] computed;
  private final float[] scales;

  private ChangedRows(PropagatedStates states, int[] touched, GraphRows changed) {
    this.states = states;
    this.changed = changed;
    this.touched = touched;
    this.width = states.width();
    this.indices = new IntMap();
    for (int i = 0; i < touched.length; i++) {
      indices.put(touched[i], i);
    }
    this.scales = new float[touched.length];
    this.computed = new boolean[touched.length];
    this.guesses = new float[touched.length * (states.iterations() + 1) * width];
    this.remainders = new float[guesses.length];
  }

  /**
   * Guesses.
   *
   * @param states the iterations before the change
   * @param changed the graph after it
   * @param touched the nodes whose edges or features are not what they were
   * @param starts what is propagated from each of them now
   */
  static ChangedRows of(
      PropagatedStates states, GraphRows changed, int[] touched, IntFunction<float[]> starts) {
    ChangedRows rows = new ChangedRows(states, touched, changed);
    rows.fill(starts);
    return rows;
  }

  /** Returns the number of nodes after the change. */
  int nodes() {
    return changed.nodes();
  }

  /** Returns the touched nodes. */
  int[] touched() {
    return touched;
  }

  /** Returns what a node receives after the change. */
  SparseRow received(int node) {
    return changed.received().row(node);
  }

  /** Returns what all nodes received before, which for those not touched is as it was. */
  CsrMatrix unchanged() {
    return states.graph().received().base();
  }

  /** Returns whether edges keep their direction. */
  boolean isDirected() {
    return changed.isDirected();
  }

  /**
   * Sets each node's number to ρ s² times the sum of its own and its neighbours', where edges have
   * no direction: what {@link SpreadingWeights} gives along them comes back along them.
   *
   * @param from what each node gives along an edge of weight 1
   * @param factor ρ
   * @param to what it then gives
   */
  void gather(float[] from, float factor, float[] to) {
    states.gather(from, factor, to);
    for (int i = 0; i < touched.length; i++) {
      SparseRow row = received(touched[i]);
      float sum = from[touched[i]];
      for (int e = row.from(); e < row.to(); e++) {
        sum += row.values()[e] * from[row.columns()[e]];
      }
      to[touched[i]] = factor * scales[i] * scales[i] * sum;
    }
  }

  /** Returns how many entries a row of Â has on average, rounded up. */
  long meanEntries() {
    return 2 + unchanged().nonZeros() / Math.max(1, unchanged().rows());
  }

  /** Returns what each node sends after the change. */
  MatrixRows sent() {
    return changed.sent();
  }

  private int at(int i, int iteration) {
    return (i * (states.iterations() + 1) + iteration) * width;
  }

  private void fill(IntFunction<float[]> starts) {
    GraphRows old = states.graph();
    List<List<Neighbor>> now = new ArrayList<>();
    List<List<Neighbor>> before = new ArrayList<>();
    float[][] start = new float[touched.length][];
    double[] ratio = new double[touched.length];
    for (int i = 0; i < touched.length; i++) {
      int node = touched[i];
      start[i] = starts.apply(node);
      double scale = scale(changed, node);
      scales[i] = (float) scale;
      computed[i] = node >= old.nodes() || isInner(changed, node);
      if (!computed[i]) {
        ratio[i] = scale(old, node) / scale;
        for (int k = 0; k <= states.iterations(); k++) {
          for (int c = 0; c < width; c++) {
            guesses[at(i, k) + c] = (float) (ratio[i] * states.values(k)[node * width + c]);
          }
        }
        for (int c = 0; c < width; c++) {
          remainders[at(i, 0) + c] = start[i][c] - guesses[at(i, 0) + c];
        }
      } else {
        System.arraycopy(start[i], 0, guesses, at(i, 0), width);
      }
      now.add(neighbors(changed, node));
      before.add(computed[i] ? List.of() : neighbors(old, node));
    }
    double[] sums = new double[width];
    for (int k = 1; k <= states.iterations(); k++) {
      for (int i = 0; i < touched.length; i++) {
        Arrays.fill(sums, 0);
        for (Neighbor each : now.get(i)) {
          addTo(sums, each.factor, guesses, at(each.index, k - 1));
        }
        if (computed[i]) {
          compute(i, k, sums, start[i]);
        } else {
          for (Neighbor each : before.get(i)) {
            addTo(sums, -each.factor, states.values(k - 1), each.node * width);
          }
          remain(i, k, sums, start[i], ratio[i]);
        }
      }
    }
  }

  private void addTo(double[] sums, double factor, float[] rows, int offset) {
    for (int c = 0; c < width; c++) {
      sums[c] += factor * rows[offset + c];
    }
  }

  /** Computes what a node gets of what its neighbours give. */
  private void compute(int i, int iteration, double[] sums, float[] start) {
    float alpha = states.teleport();
    int at = at(i, iteration);
    for (int c = 0; c < width; c++) {
      guesses[at + c] = (float) ((1 - alpha) * scales[i] * sums[c] + alpha * start[c]);
    }
  }

  /** Computes how far the guess for a node is off; what it gets more of touched ones is given. */
  private void remain(int i, int iteration, double[] sums, float[] start, double ratio) {
    float alpha = states.teleport();
    int at = at(i, iteration);
    int row = touched[i] * width;
    float[] old = states.values(iteration);
    float[] first = states.values(0);
    for (int c = 0; c < width; c++) {
      // What untouched neighbours give is what all gave, less what touched ones did.
      double others = (old[row + c] - alpha * first[row + c]) / ratio;
      remainders[at + c] =
          (float)
              (others
                  + (1 - alpha) * scales[i] * sums[c]
                  + alpha * start[c]
                  - ratio * old[row + c]);
    }
  }

  /**
   * A touched node that a touched node receives from, possibly itself.
   *
   * @param node the node that gives
   * @param index its place among the touched ones; negative if it is gone
   * @param factor the weight of the edge times what the node's rows are scaled with
   */
  private record Neighbor(int node, int index, double factor) {}

  private List<Neighbor> neighbors(GraphRows graph, int node) {
    SparseRow row = graph.received().row(node);
    List<Neighbor> found = new ArrayList<>();
    found.add(neighbor(graph, node, 1));
    int e = row.to() - 1;
    for (;
        e >= row.from() && row.columns()[e] >= changed.nodes();
        e--) { // gone, which counts as touched
      found.add(neighbor(graph, row.columns()[e], row.values()[e]));
    }
    if (e - row.from() < touched.length) {
      for (; e >= row.from(); e--) {
        if (indices.get(row.columns()[e]) >= 0) {
          found.add(neighbor(graph, row.columns()[e], row.values()[e]));
        }
      }
    } else {
      for (int other : touched) {
        float weight = row.value(other);
        if (weight != 0) {
          found.add(neighbor(graph, other, weight));
        }
      }
    }
    return found;
  }

  private Neighbor neighbor(GraphRows graph, int node, float weight) {
    return new Neighbor(node, indices.get(node), weight * scale(graph, node));
  }

  /** Whether all around a node are touched. */
  private boolean isInner(GraphRows graph, int node) {
    return isInner(graph.received(), node) && (!graph.isDirected() || isInner(graph.sent(), node));
  }

  private boolean isInner(MatrixRows matrix, int node) {
    SparseRow row = matrix.row(node);
    if (row.length() > touched.length) {
      return false;
    }
    for (int e = row.from(); e < row.to(); e++) {
      if (indices.get(row.columns()[e]) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns a number of the guess for a node after so many iterations. */
  double guess(int iteration, int node, int column) {
    int i = indices.get(node);
    return i < 0
        ? states.values(iteration)[node * width + column]
        : guesses[at(i, iteration) + column];
  }

  private static double scale(GraphRows graph, int node) {
    return PropagatedStates.scale(graph.received().sum(node));
  }

  /** Returns the entry of D<sup>-1/2</sup> of a node after the change. */
  float scale(int node) {
    int i = indices.get(node);
    return i < 0 ? states.scale(node) : scales[i];
  }

  /** Returns what it was before. */
  float oldScale(int node) {
    return states.scale(node);
  }

  /**
   * Multiplies numbers of some nodes with the squares of these entries, and a factor.
   *
   * @param numbers by node
   * @param members the nodes, all touched ones among them that have a number
   * @param size how many nodes
   */
  void scale(float[] numbers, int[] members, int size, float factor) {
    float[] scales = states.scales();
    for (int i = 0; i < size; i++) {
      int node = members[i];
      if (node < scales.length) {
        numbers[node] *= factor * scales[node] * scales[node];
      }
    }
    scaleTouched(numbers, factor);
  }

  /** Multiplies the numbers of all nodes so. */
  void scaleAll(float[] numbers, float factor) {
    float[] scales = states.scales();
    for (int node = 0; node < scales.length; node++) {
      numbers[node] *= factor * scales[node] * scales[node];
    }
    scaleTouched(numbers, factor);
  }

  /** Corrects what was multiplied with entries of the old graph. */
  private void scaleTouched(float[] numbers, float factor) {
    for (int i = 0; i < touched.length; i++) {
      int node = touched[i];
      boolean isNew = node >= states.scales().length;
      float ratio = isNew ? scales[i] : scales[i] / states.scale(node);
      numbers[node] *= (isNew ? factor : 1) * ratio * ratio;
    }
  }

  /** Adds the remainder of an iteration to rows, which spread along edges. */
  void addRemainder(int iteration, SpreadingRows to) {
    for (int i = 0; i < touched.length; i++) {
      to.add(this, touched[i], remainders, at(i, iteration));
    }
  }

  /** Adds the remainder of an iteration, each row times the weight of its node, to a sum. */
  void addRemainder(int iteration, SpreadingWeights weights, double[] sum) {
    for (int i = 0; i < touched.length; i++) {
      double weight = weights.given(touched[i]) / scales[i];
      for (int c = 0; c < width; c++) {
        sum[c] += weight * remainders[at(i, iteration) + c];
      }
    }
  }
}
