package io.github.gmnn.internal;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made when it is first asked for, once, and kept. Thread-safe.
 *
 * @param <T> type of the value
 */
public final class Lazy<T> {
  private final Supplier<T> maker;
  private volatile @Nullable T made;

  /**
   * Says how the value is made.
   *
   * @param maker called once, unless it throws
   */
  public Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Returns the value. */
  public T get() {
    T result = made;
    return result == null ? make() : result;
  }

  /** Returns whether it was made. */
  public boolean isMade() {
    return made != null;
  }

  private synchronized T make() {
    T result = made;
    if (result == null) {
      result = maker.get();
      made = result;
    }
    return result;
  }
}
