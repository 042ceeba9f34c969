package io.github.gmnn.adapters;

import io.github.gmnn.internal.Checks;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Rows in lists of a size; one list is held at a time. */
final class Batches {
  private Batches() {}

  static int checkedSize(int rows) {
    return Checks.atLeast(1, rows, "batchSize");
  }

  static <T, V> Iterable<List<V>> of(
      Iterable<? extends T> rows, Function<? super T, ? extends V> valueOf, int size) {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(valueOf, "valueOf");
    return () -> {
      Iterator<? extends T> left = rows.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return left.hasNext();
        }

        @Override
        public List<V> next() {
          List<V> batch = new ArrayList<>();
          batch.add(valueOf.apply(left.next()));
          while (batch.size() < size && left.hasNext()) {
            batch.add(valueOf.apply(left.next()));
          }
          return batch;
        }
      };
    };
  }
}
