package io.github.gmnn.spark.layout;

import java.io.Serializable;
import java.lang.ref.SoftReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds something that can be made again, for as long as there is memory. Spark weighs a part when
 * it is first kept, without what is made of it later: many parts with all of that would be more
 * than fits.
 */
final class Remade<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private transient @Nullable SoftReference<T> held;

  /** Returns what is held, or makes it. */
  synchronized T get(Supplier<T> maker) {
    T made = held == null ? null : held.get();
    if (made == null) {
      made = maker.get();
      held = new SoftReference<>(made);
    }
    return made;
  }

  synchronized void forget() {
    held = null;
  }
}
