package io.github.gmnn.evaluation.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Mixes what is predicted for a node with what is predicted for nodes like it: a third its own, a
 * third the mean of its neighbours, a third the mean of those whose features are nearest by cosine.
 * Whose neighbours or features are missing keeps its own in their place.
 *
 * <p>The nearest are looked for among {@value #MOST} nodes, drawn once if there are more, so that
 * time is linear in the nodes.
 */
public final class SimilarNodes {
  private static final int NEAREST = 20;
  private static final int MOST = 5_000;

  private SimilarNodes() {}

  /**
   * Mixes distributions.
   *
   * @param adjacency how nodes are joined
   * @param features a row per node
   * @param distributions a row per node
   * @param workers the threads to use
   */
  public static DenseMatrix mix(
      Adjacency adjacency, CsrMatrix features, DenseMatrix distributions, Workers workers) {
    int nodes = distributions.rows();
    int classes = distributions.columns();
    CsrMatrix unit = FeatureScaling.UNIT.apply(features);
    int[] candidates = candidates(nodes);
    CsrMatrix byColumn = rows(unit, candidates).transpose();
    DenseMatrix ofNeighbors = DenseMatrix.zeros(nodes, classes);
    adjacency.mean().apply(distributions, ofNeighbors, workers);
    DenseMatrix mixed = DenseMatrix.zeros(nodes, classes);
    workers.forRows(
        nodes,
        candidates.length,
        (from, to) -> {
          float[] cosines = new float[candidates.length];
          for (int node = from; node < to; node++) {
            float[] similar = new float[classes];
            int found =
                addNearest(node, unit, byColumn, candidates, cosines, distributions, similar);
            float[] joined =
                Arrays.copyOfRange(ofNeighbors.data(), node * classes, (node + 1) * classes);
            boolean hasNeighbors = sum(joined) > 0;
            for (int c = 0; c < classes; c++) {
              float own = distributions.get(node, c);
              float near = found == 0 ? own : similar[c] / found;
              mixed.set(node, c, (own + (hasNeighbors ? joined[c] : own) + near) / 3);
            }
          }
        });
    return mixed;
  }

  private static float sum(float[] values) {
    float sum = 0f;
    for (float value : values) {
      sum += value;
    }
    return sum;
  }

  /** All nodes, or as many as are looked through, ascending. */
  private static int[] candidates(int nodes) {
    int[] order = IntStream.range(0, nodes).toArray();
    if (nodes <= MOST) {
      return order;
    }
    RandomStream random = RandomStream.of(nodes);
    for (int i = 0; i < MOST; i++) {
      int j = i + random.nextInt(nodes - i);
      int taken = order[j];
      order[j] = order[i];
      order[i] = taken;
    }
    int[] drawn = Arrays.copyOf(order, MOST);
    Arrays.sort(drawn);
    return drawn;
  }

  private static CsrMatrix rows(CsrMatrix matrix, int[] nodes) {
    return Surroundings.of(nodes).rows(matrix);
  }

  /** Adds the distributions of the nearest nodes, and returns how many there are. */
  private static int addNearest(
      int node,
      CsrMatrix unit,
      CsrMatrix byColumn,
      int[] candidates,
      float[] cosines,
      DenseMatrix distributions,
      float[] sum) {
    Arrays.fill(cosines, 0f);
    for (int e = unit.rowStart(node); e < unit.rowEnd(node); e++) {
      int column = unit.columnIndex(e);
      for (int f = byColumn.rowStart(column); f < byColumn.rowEnd(column); f++) {
        cosines[byColumn.columnIndex(f)] += unit.value(e) * byColumn.value(f);
      }
    }
    PriorityQueue<Integer> nearest =
        new PriorityQueue<>(NEAREST + 1, (a, b) -> Float.compare(cosines[a], cosines[b]));
    for (int i = 0; i < candidates.length; i++) {
      if (candidates[i] == node || !(cosines[i] > 0)) {
        continue;
      }
      if (nearest.size() < NEAREST || cosines[i] > cosines[nearest.element()]) {
        nearest.add(i);
        if (nearest.size() > NEAREST) {
          nearest.remove();
        }
      }
    }
    for (int i : nearest) {
      for (int c = 0; c < sum.length; c++) {
        sum[c] += distributions.get(candidates[i], c);
      }
    }
    return nearest.size();
  }
}
