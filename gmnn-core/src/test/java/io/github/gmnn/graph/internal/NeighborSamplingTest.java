package io.github.gmnn.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NeighborSamplingTest {
  /** Node 0 has the neighbours 1 to 20 with weights of their numbers, node 1 has three. */
  private static MatrixRows rows() {
    int[] pointers = new int[22];
    int[] columns = new int[23];
    float[] values = new float[23];
    Arrays.fill(pointers, 1, 22, 23);
    pointers[1] = 20;
    for (int i = 0; i < 20; i++) {
      columns[i] = i + 1;
      values[i] = i + 1;
    }
    for (int i = 20; i < 23; i++) {
      columns[i] = i - 18;
      values[i] = 1;
    }
    return MatrixRows.of(CsrMatrix.of(21, 21, pointers, columns, values));
  }

  @Test
  void thoseThatAreSeenStandForAll() {
    for (long key = 0; key < 100; key++) {
      SparseRow seen = new NeighborSampling(5, key).seen(rows(), 0);
      assertThat(seen.columns()).hasSize(5).isSorted().doesNotHaveDuplicates();
      assertThat(seen.sum()).isCloseTo(210, within(1e-3));
      // weights keep their proportions
      assertThat(seen.values()[0] / seen.values()[4])
          .isCloseTo((float) seen.columns()[0] / seen.columns()[4], within(1e-5f));
    }
  }

  @Test
  void eachNeighborIsSeenAsOftenAsAnyOther() {
    int[] counts = new int[21];
    for (long key = 0; key < 4_000; key++) {
      for (int column : new NeighborSampling(5, key).seen(rows(), 0).columns()) {
        counts[column]++;
      }
    }
    // 1,000 each, with a deviation of 27
    assertThat(Arrays.stream(counts, 1, 21).min().orElse(0)).isGreaterThan(890);
    assertThat(Arrays.stream(counts, 1, 21).max().orElse(0)).isLessThan(1_110);
  }

  @Test
  void whoIsSeenDependsOnTheKeyAndTheNode() {
    int[] first = new NeighborSampling(5, 1).seen(rows(), 0).columns();
    assertThat(new NeighborSampling(5, 1).seen(rows(), 0).columns()).isEqualTo(first);
    assertThat(new NeighborSampling(5, 2).seen(rows(), 0).columns()).isNotEqualTo(first);
  }

  @Test
  void allAreSeenWhereThereAreFew() {
    MatrixRows rows = rows();
    assertThat(new NeighborSampling(3, 1).seen(rows, 1)).isEqualTo(rows.row(1));
    assertThat(NeighborSampling.ALL.seen(rows(), 0).length()).isEqualTo(20);
  }
}
