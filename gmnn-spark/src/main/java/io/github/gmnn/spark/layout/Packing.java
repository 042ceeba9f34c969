package io.github.gmnn.spark.layout;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Reads rows and hands on what becomes of them by part, packed into arrays: an object for each row
 * would cost several times the time and the bytes of a shuffle.
 *
 * @param <B> collects for one part
 */
final class Packing<B extends Packing.Bucket> implements Iterator<Tuple2<Integer, Object>> {
  /** How much is collected for a part before it goes on its way. */
  static final int ENOUGH = 1 << 15;

  /** Collects what goes to one part. */
  interface Bucket {
    /** How many numbers are collected. */
    int size();

    /** Hands them on, and is empty. */
    Object take();
  }

  private final Iterator<Row> rows;
  private final BiConsumer<Row, Packing<B>> sort;
  private final Supplier<B> make;
  private final Object[] buckets;
  private final Deque<Tuple2<Integer, Object>> ready = new ArrayDeque<>();
  private int flushed;

  /**
   * Makes one.
   *
   * @param rows what is read
   * @param parts how many parts there are
   * @param make makes an empty bucket
   * @param sort puts what becomes of a row into buckets, then calls {@link #added}
   */
  Packing(Iterator<Row> rows, int parts, Supplier<B> make, BiConsumer<Row, Packing<B>> sort) {
    this.rows = rows;
    this.sort = sort;
    this.make = make;
    this.buckets = new Object[parts];
  }

  @SuppressWarnings("unchecked") // only buckets that were made are there
  B bucket(int part) {
    if (buckets[part] == null) {
      buckets[part] = make.get();
    }
    return (B) buckets[part];
  }

  /** Says that the bucket of a part has grown. */
  void added(int part) {
    B bucket = bucket(part);
    if (bucket.size() >= ENOUGH) {
      ready.add(new Tuple2<>(part, bucket.take()));
    }
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && rows.hasNext()) {
      sort.accept(rows.next(), this);
    }
    while (ready.isEmpty() && flushed < buckets.length) {
      if (buckets[flushed] != null && bucket(flushed).size() > 0) {
        ready.add(new Tuple2<>(flushed, bucket(flushed).take()));
      }
      flushed++;
    }
    return !ready.isEmpty();
  }

  @Override
  public Tuple2<Integer, Object> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
