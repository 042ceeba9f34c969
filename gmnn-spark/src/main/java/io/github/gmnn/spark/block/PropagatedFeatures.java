package io.github.gmnn.spark.block;

import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.SparseArrays;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

/**
 * The features of the rows that blocks have, propagated once. Some columns of all nodes at a time,
 * so that no more than those are ever written out densely; rows of no block are left out at once.
 */
final class PropagatedFeatures {
  /** How many values of all nodes travel at a time: 64 MB. */
  private static final int VALUES = 1 << 24;

  private static final int FEWEST_COLUMNS = 16;
  private static final int MOST_COLUMNS = 1024;

  private PropagatedFeatures() {}

  /** How many columns travel at a time. Results do not depend on it. */
  private static int columnsAtATime(int nodes, int features) {
    return Math.min(features, Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, VALUES / nodes)));
  }

  /**
   * Propagates.
   *
   * @param graph the graph
   * @param hops how far, and whether they stay apart
   * @param levels which rows blocks have, an entry per part
   * @return the propagated features, an entry per part, empty in the rows of no block; kept until
   *     it is unpersisted
   */
  static JavaRDD<SparseArrays> of(
      PartitionedGraph graph, DecoupledConvLayer.Hops hops, JavaRDD<HopLevels[]> levels) {
    return of(graph, hops, levels, columnsAtATime(graph.nodes(), graph.features()));
  }

  static JavaRDD<SparseArrays> of(
      PartitionedGraph graph,
      DecoupledConvLayer.Hops hops,
      JavaRDD<HopLevels[]> levels,
      int atATime) {
    FullGraphInference exact = new FullGraphInference(graph);
    int columns = graph.features();
    int parts = hops.sideBySide() ? hops.count() : 1;
    JavaRDD<SparseArrays[]> pieces = graph.parts().map(part -> new SparseArrays[0]);
    for (int start = 0; start < columns; start += atATime) {
      int first = start;
      int width = Math.min(atATime, columns - first);
      JavaRDD<float[]> dense =
          exact.evaluate(
              NetworkPlan.ofHops(hops, width),
              new float[0][],
              graph.parts().map(part -> new float[0][]),
              (part, given) -> part.vertices().features().columns(first, width),
              false);
      JavaRDD<SparseArrays[]> more =
          pieces
              .zip(levels)
              .zip(dense)
              .map(all -> with(all._1._1, rows(all._1._2), all._2, width, parts))
              .persist(StorageLevel.MEMORY_AND_DISK());
      more.count();
      dense.unpersist();
      pieces.unpersist();
      pieces = more;
    }
    JavaRDD<SparseArrays> joined =
        pieces
            .map(all -> SparseArrays.sideBySide(byHop(all, parts)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    joined.count();
    pieces.unpersist();
    return joined;
  }

  private static BitSet rows(HopLevels[] levels) {
    BitSet rows = new BitSet();
    for (HopLevels ofBlock : levels) {
      for (int row : ofBlock.rows()) {
        rows.set(row);
      }
    }
    return rows;
  }

  /** The pieces so far, and one of each hop of some columns more. */
  private static SparseArrays[] with(
      SparseArrays[] before, BitSet rows, float[] dense, int width, int parts) {
    SparseArrays[] all = Arrays.copyOf(before, before.length + parts);
    for (int part = 0; part < parts; part++) {
      all[before.length + part] =
          SparseArrays.ofDense(dense, parts * width, part * width, width, rows);
    }
    return all;
  }

  /** Orders pieces by hop, where they came by columns. */
  private static SparseArrays[] byHop(SparseArrays[] pieces, int parts) {
    SparseArrays[] ordered = new SparseArrays[pieces.length];
    int perHop = pieces.length / parts;
    for (int i = 0; i < pieces.length; i++) {
      ordered[i % parts * perHop + i / parts] = pieces[i];
    }
    return ordered;
  }
}
