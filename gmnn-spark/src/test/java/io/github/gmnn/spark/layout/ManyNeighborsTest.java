package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.spark.TestGraphs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

class ManyNeighborsTest {
  /** Some keys that are frequent in all, and one in a single partition. */
  private static List<Row> rows() {
    Random random = new Random(6);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      long key = i % 5 == 0 ? i % 3 : 1L << 40 | random.nextInt(100_000);
      rows.add(RowFactory.create(i < 400 ? 77L : key, -key));
    }
    return rows;
  }

  private static JavaRDD<Row> spread(List<Row> rows, int partitions) {
    return JavaSparkContext.fromSparkContext(TestGraphs.session().sparkContext())
        .parallelize(rows, partitions);
  }

  private static void each(Row row, java.util.function.LongConsumer each) {
    each.accept(row.getLong(0));
    each.accept(row.getLong(1));
  }

  @Test
  void whatIsFrequentIsCountedExactlyAndNothingElse() {
    Map<Long, Long> expected = new HashMap<>();
    rows().forEach(row -> each(row, key -> expected.merge(key, 1L, Long::sum)));
    expected.values().removeIf(count -> count <= 350);
    assertThat(expected).hasSize(6);
    for (int partitions : new int[] {1, 3, 16}) {
      assertThat(ManyNeighbors.above(spread(rows(), partitions), ManyNeighborsTest::each, 350))
          .isEqualTo(expected);
    }
  }

  @Test
  void whereNothingIsFrequentNothingIsCounted() {
    assertThat(ManyNeighbors.above(spread(rows(), 4), ManyNeighborsTest::each, 30_000)).isEmpty();
  }
}
