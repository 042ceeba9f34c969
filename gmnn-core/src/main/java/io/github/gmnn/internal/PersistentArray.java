package io.github.gmnn.internal;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A sparse array that never changes: a change gives another array, which shares all but a few small
 * blocks with the old one. Reading and changing an element cost a step for each five bits of the
 * largest index. Thread-safe.
 *
 * @param <V> type of the elements
 */
public final class PersistentArray<V> {
  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final Object[] EMPTY = new Object[WIDTH];

  private final Object[] root;

  /** The bits below those that the root looks at. */
  private final int shift;

  private final int count;

  private PersistentArray(Object[] root, int shift, int count) {
    this.root = root;
    this.shift = shift;
    this.count = count;
  }

  /** Returns an array without elements. */
  public static <V> PersistentArray<V> empty() {
    return new PersistentArray<>(EMPTY, 0, 0);
  }

  /** Returns how many elements there are. */
  public int count() {
    return count;
  }

  /**
   * Returns an element.
   *
   * @param index not negative
   * @return the element, or null if there is none
   */
  @SuppressWarnings("unchecked") // only with() fills blocks
  public @Nullable V get(int index) {
    if (index >>> shift >= WIDTH) {
      return null;
    }
    Object[] block = root;
    for (int s = shift; s > 0; s -= BITS) {
      Object below = block[index >>> s & WIDTH - 1];
      if (below == null) {
        return null;
      }
      block = (Object[]) below;
    }
    return (V) block[index & WIDTH - 1];
  }

  /**
   * Returns an array with another element.
   *
   * @param index not negative
   * @param element the element
   */
  public PersistentArray<V> with(int index, V element) {
    Object[] top = root;
    int topShift = shift;
    while (index >>> topShift >= WIDTH) {
      Object[] above = new Object[WIDTH];
      if (top != EMPTY) {
        above[0] = top;
      }
      top = above;
      topShift += BITS;
    }
    int added = get(index) == null ? 1 : 0;
    return new PersistentArray<>(put(top, topShift, index, element), topShift, count + added);
  }

  /**
   * Says where two arrays differ, without looking at what they share.
   *
   * @param other the other array
   * @param found called with each index at which they hold different objects
   */
  public void differences(PersistentArray<V> other, IntConsumer found) {
    int top = Math.max(shift, other.shift);
    differences(raised(top), other.raised(top), top, 0, found);
  }

  /** The root as it would be in a deeper array. */
  private Object[] raised(int top) {
    Object[] block = root;
    for (int s = shift; s < top; s += BITS) {
      Object[] above = new Object[WIDTH];
      above[0] = block;
      block = above;
    }
    return block;
  }

  private static void differences(
      Object @Nullable [] a, Object @Nullable [] b, int shift, int start, IntConsumer found) {
    if (a == b) {
      return;
    }
    for (int slot = 0; slot < WIDTH; slot++) {
      Object ofA = a == null ? null : a[slot];
      Object ofB = b == null ? null : b[slot];
      if (ofA != ofB) {
        int index = start + (slot << shift);
        if (shift == 0) {
          found.accept(index);
        } else {
          differences((Object[]) ofA, (Object[]) ofB, shift - BITS, index, found);
        }
      }
    }
  }

  private static Object[] put(Object @Nullable [] block, int shift, int index, Object element) {
    Object[] copy = block == null ? new Object[WIDTH] : block.clone();
    int slot = index >>> shift & WIDTH - 1;
    copy[slot] = shift == 0 ? element : put((Object[]) copy[slot], shift - BITS, index, element);
    return copy;
  }
}
