package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.sparse.LinearOperator;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/**
 * The iterations Z<sub>k</sub> = (1 - α) Â Z<sub>k-1</sub> + α H of personalised propagation on a
 * standing graph, kept to find what a node gets when a little of the graph has changed. K
 * iterations see K hops away, which is most of a graph, but a change is felt by way of the few
 * nodes T that it touches.
 *
 * <p>Let Â' and H' be those of the changed graph and V<sub>k</sub> a guess of its iterations,
 * {@link ChangedRows}, which is right but for a remainder R<sub>k</sub> = (1 - α) Â'
 * V<sub>k-1</sub> + α H' - V<sub>k</sub> in the rows of T. The error of the guess, D<sub>k</sub> =
 * (1 - α) Â' D<sub>k-1</sub> + R<sub>k</sub>, spreads from T. With w<sub>j</sub> = ((1 - α)
 * Â'ᵀ)<sup>j</sup> e spreading from the node that is asked for,
 *
 * <pre>
 * Z'[node] = V<sub>K</sub>[node] + Σ<sub>j &lt; a</sub> w<sub>j</sub>ᵀ R<sub>K-j</sub> + w<sub>a</sub>ᵀ D<sub>K-a</sub>
 * </pre>
 *
 * <p>for any a: w, a number for each node, and D, a row for each node, meet in the middle, and each
 * has about half as far to go. Nothing is left out: the result is that of the whole graph but for
 * rounding, some 1e-7 of the largest logit.
 *
 * <p>Takes 4 · (K + 1) · nodes · classes bytes, 4 to 8 bytes an edge and direction, and about 24
 * bytes a node for each thread that predicts at the same time. Thread-safe.
 */
public final class PropagatedStates {
  /** What a number of a row costs in a step, beside a weight; as measured. */
  private static final int COST_OF_ROWS = 4;

  private final GraphRows graph;
  private final float teleport;
  private final DenseMatrix[] states;
  private final float[] scales;
  private final InterleavedRows rows;

  /** What predictions that are over leave for the next ones. */
  private final ConcurrentLinkedQueue<Waves> spare = new ConcurrentLinkedQueue<>();

  /**
   * What spreads in a prediction.
   *
   * @param weights w
   * @param errors D
   */
  private record Waves(SpreadingWeights weights, SpreadingRows errors) {}

  private PropagatedStates(GraphRows graph, float teleport, DenseMatrix[] states) {
    if (graph.received().changes() > 0) {
      throw new IllegalArgumentException("the graph must be in one piece");
    }
    this.graph = graph;
    this.teleport = teleport;
    this.states = states;
    this.scales = new float[graph.nodes()];
    for (int node = 0; node < scales.length; node++) {
      scales[node] = (float) scale(graph.received().sum(node));
    }
    this.rows = InterleavedRows.of(graph.received().base());
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

  int iterations() {
    return states.length - 1;
  }

  int width() {
    return states[0].columns();
  }

  float teleport() {
    return teleport;
  }

  /** Returns the entry of D<sup>-1/2</sup> of a node by the weights of its edges. */
  static double scale(double sum) {
    return 1 / Math.sqrt(1 + sum);
  }

  /** Returns the entry of D<sup>-1/2</sup> of a node. */
  float scale(int node) {
    return scales[node];
  }

  /** Returns these of all nodes; not to be changed. */
  float[] scales() {
    return scales;
  }

  /** The step of {@link ChangedRows#gather} for the nodes of the graph as it was. */
  void gather(float[] from, float factor, float[] to) {
    rows.multiply(from, to);
    for (int node = 0; node < scales.length; node++) {
      to[node] = factor * scales[node] * scales[node] * (from[node] + to[node]);
    }
  }

  /** Returns the rows of all nodes after so many iterations; not to be changed. */
  float[] values(int iteration) {
    return states[iteration].data();
  }

  /**
   * Returns what a node gets in a changed graph.
   *
   * @param changed the graph as it is now
   * @param touched the nodes whose edges or features are not what they were, new ones among them
   * @param node the node
   * @param starts what is propagated from each of the touched nodes now
   */
  public float[] row(GraphRows changed, int[] touched, int node, IntFunction<float[]> starts) {
    int width = width();
    if (touched.length == 0) {
      return Arrays.copyOfRange(states[iterations()].data(), node * width, (node + 1) * width);
    }
    ChangedRows rows = ChangedRows.of(this, changed, touched, starts);
    Waves waves = spare.poll();
    if (waves == null) {
      waves = new Waves(new SpreadingWeights(1 - teleport), new SpreadingRows(width, 1 - teleport));
    }
    float[] result = meet(rows, node, waves.weights, waves.errors);
    spare.add(waves); // not after a failure, which may leave them half done
    return result;
  }

  private float[] meet(ChangedRows rows, int node, SpreadingWeights weights, SpreadingRows errors) {
    int width = width();
    double[] result = new double[width];
    for (int c = 0; c < width; c++) {
      result[c] = rows.guess(iterations(), node, c);
    }
    weights.start(rows, node);
    errors.clear(rows.nodes());
    rows.addRemainder(0, errors);
    int steps = 0;
    int stepsOfErrors = 0;
    while (steps + stepsOfErrors < iterations() - 1) {
      if (weights.edges() <= COST_OF_ROWS * width * errors.edges()) {
        rows.addRemainder(iterations() - steps++, weights, result);
        weights.step(rows);
      } else {
        errors.step(rows);
        rows.addRemainder(++stepsOfErrors, errors);
      }
    }
    // The last step: D is (1 - α) Â' of what it is now, and the remainder.
    rows.addRemainder(iterations() - steps, weights, result);
    errors.addProduct(rows, weights, result);
    float[] rounded = new float[width];
    for (int c = 0; c < width; c++) {
      rounded[c] = (float) result[c];
    }
    return rounded;
  }
}
