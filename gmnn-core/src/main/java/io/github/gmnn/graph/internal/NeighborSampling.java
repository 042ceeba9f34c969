package io.github.gmnn.graph.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.IntMap;
import java.util.Arrays;

/**
 * Which neighbours of a node are seen: all, or so many at random. The weights of those few are
 * scaled such that they sum to those of all, so that they stand for all.
 *
 * @param most how many at most; 0 for all
 * @param key names the randomness: who is seen of a node depends on it and the node alone
 */
public record NeighborSampling(int most, long key) {
  /** Sees all neighbours. */
  public static final NeighborSampling ALL = new NeighborSampling(0, 0);

  /** Returns the entries of a node's row that are seen, in a time that {@link #most} bounds. */
  SparseRow seen(MatrixRows matrix, int node) {
    SparseRow row = matrix.row(node);
    return most == 0 || row.length() <= most ? row : drawn(row, matrix.sum(node), node);
  }

  /** Floyd's algorithm: a set of so many numbers, each as likely as any other. */
  private SparseRow drawn(SparseRow row, double sum, int node) {
    RandomStream random = RandomStream.of(key).derive(node);
    IntMap taken = new IntMap();
    int[] places = new int[most];
    for (int i = 0; i < most; i++) {
      int last = row.length() - most + i;
      int place = random.nextInt(last + 1);
      if (!taken.put(place, i)) {
        taken.put(last, i);
        place = last;
      }
      places[i] = row.from() + place;
    }
    Arrays.sort(places);
    int[] columns = new int[most];
    float[] values = new float[most];
    double kept = 0;
    for (int i = 0; i < most; i++) {
      columns[i] = row.columns()[places[i]];
      values[i] = row.values()[places[i]];
      kept += values[i];
    }
    float scale = kept == 0 ? 1f : (float) (sum / kept);
    for (int i = 0; i < most; i++) {
      values[i] *= scale;
    }
    return SparseRow.of(columns, values);
  }
}
