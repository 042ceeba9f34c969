package io.github.gmnn.spark.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.spark.Small;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.SparseArrays;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

/** Features propagated by exchanges, some columns at a time. */
class PropagatedFeaturesTest {
  private static void assertSame(DecoupledConvLayer.Hops hops, int columnsAtATime) {
    CsrMatrix expected =
        hops.apply(
            Small.GRAPH.adjacency().normalized(), Small.GRAPH.features(), Workers.sequential());
    try (PartitionedGraph graph = PartitionedGraph.of(Small.source(Small.frames(), 3, 0))) {
      JavaRDD<HopLevels[]> evenRows = graph.parts().map(PropagatedFeaturesTest::evenRows);
      List<Tuple2<Part, SparseArrays>> found =
          graph
              .parts()
              .zip(PropagatedFeatures.of(graph, hops, evenRows, columnsAtATime))
              .map(pair -> pair)
              .collect();
      for (Tuple2<Part, SparseArrays> part : found) {
        CsrMatrix rows = part._2.matrix();
        assertThat(rows.columns()).isEqualTo(expected.columns());
        for (int row = 0; row < rows.rows(); row++) {
          assertSameRow(rows, row, expected, part._1.numberOf(row));
        }
      }
    }
  }

  private static HopLevels[] evenRows(Part part) {
    IntList rows = new IntList();
    for (int row = 0; row < part.nodes(); row += 2) {
      rows.add(row);
    }
    return new HopLevels[] {HopLevels.none(), HopLevels.none().with(rows.toArray(), (byte) 1)};
  }

  private static void assertSameRow(CsrMatrix found, int row, CsrMatrix expected, int node) {
    int count = row % 2 == 0 ? expected.rowEnd(node) - expected.rowStart(node) : 0;
    assertThat(found.rowEnd(row) - found.rowStart(row)).as("node %d", node).isEqualTo(count);
    for (int i = 0; i < count; i++) {
      int entry = found.rowStart(row) + i;
      int other = expected.rowStart(node) + i;
      assertThat(found.columnIndex(entry)).isEqualTo(expected.columnIndex(other));
      assertThat(found.value(entry)).isCloseTo(expected.value(other), within(1e-6f));
    }
  }

  @Test
  void theMeanOverHopsIsThatOfOneMachine() {
    assertSame(new DecoupledConvLayer.Hops(3, 0.2, false), 100);
    assertSame(new DecoupledConvLayer.Hops(3, 0.2, false), 33);
  }

  @Test
  void hopsSideBySideKeepTheirOrderWhateverTravelsAtATime() {
    assertSame(new DecoupledConvLayer.Hops(2, 0, true), 33);
  }
}
