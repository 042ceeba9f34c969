package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.RandomStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;

/**
 * Finds what is there more often than so many times, in two passes and without a shuffle: what is
 * rare, as most is, is never counted by itself. The first pass counts by a hash, in every task for
 * itself; what is frequent in all is frequent in one of the tasks. The second counts what has the
 * hash of something frequent.
 */
final class ManyNeighbors {
  /** Counters of a task. */
  private static final int HASHES = 1 << 22;

  /**
   * How often at least something is in a task that is frequent there. So few tasks look at rows:
   * were it less, chance alone would fill counters.
   */
  private static final int LEAST_IN_TASK = 32;

  private ManyNeighbors() {}

  /** Gives what is counted in a row. */
  @FunctionalInterface
  interface Keys extends java.io.Serializable {
    void of(Row row, LongConsumer each);
  }

  /**
   * Counts what is there more often than {@code most} times.
   *
   * @param rows what is looked at
   * @param keys what is counted
   * @param most at least 1
   */
  static Map<Long, Long> above(JavaRDD<Row> rows, Keys keys, int most) {
    int tasks = Math.max(1, Math.min(rows.getNumPartitions(), most / LEAST_IN_TASK));
    JavaRDD<Row> grouped = rows.coalesce(tasks);
    int inTask = most / Math.max(1, grouped.getNumPartitions());
    BitSet hashes =
        grouped
            .mapPartitions(all -> List.of(frequentHashes(all, keys, inTask)).iterator())
            .fold(new BitSet(), ManyNeighbors::union);
    if (hashes.isEmpty()) {
      return Map.of();
    }
    Map<Long, Long> counts =
        new HashMap<>(
            grouped
                .mapPartitions(
                    all -> List.of(counts(all, keys, key -> hashes.get(hash(key)))).iterator())
                .fold(new HashMap<>(), ManyNeighbors::sum));
    counts.values().removeIf(count -> count <= most);
    return counts;
  }

  private static int hash(long key) {
    return (int) (RandomStream.mix(key + RandomStream.GOLDEN) >>> 1) & HASHES - 1;
  }

  private static BitSet frequentHashes(Iterator<Row> rows, Keys keys, int most) {
    int[] counts = new int[HASHES];
    BitSet frequent = new BitSet();
    rows.forEachRemaining(
        row ->
            keys.of(
                row,
                key -> {
                  int hash = hash(key);
                  if (++counts[hash] > most) {
                    frequent.set(hash);
                  }
                }));
    return frequent;
  }

  private static BitSet union(BitSet a, BitSet b) {
    BitSet both = (BitSet) a.clone();
    both.or(b);
    return both;
  }

  private static HashMap<Long, Long> counts(Iterator<Row> rows, Keys keys, LongPredicate wanted) {
    HashMap<Long, Long> counts = new HashMap<>();
    rows.forEachRemaining(
        row ->
            keys.of(
                row,
                key -> {
                  if (wanted.test(key)) {
                    counts.merge(key, 1L, Long::sum);
                  }
                }));
    return counts;
  }

  private static HashMap<Long, Long> sum(HashMap<Long, Long> a, HashMap<Long, Long> b) {
    HashMap<Long, Long> both = new HashMap<>(a);
    b.forEach((key, count) -> both.merge(key, count, Long::sum));
    return both;
  }
}
