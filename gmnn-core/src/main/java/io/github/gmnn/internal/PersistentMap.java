package io.github.gmnn.internal;

import org.jspecify.annotations.Nullable;

/**
 * A map from keys to numbers that never changes: a change gives another map, which shares all but a
 * few small blocks with the old one. Thread-safe.
 *
 * @param <K> type of the keys
 */
public final class PersistentMap<K> {
  /** Bits of a key's hash that choose its bucket. */
  private static final int HASH_BITS = 20;

  private record Bucket(Object key, int value, @Nullable Bucket next) {}

  private final PersistentArray<Bucket> buckets;

  private PersistentMap(PersistentArray<Bucket> buckets) {
    this.buckets = buckets;
  }

  /** Returns a map without keys. */
  public static <K> PersistentMap<K> empty() {
    return new PersistentMap<>(PersistentArray.empty());
  }

  private static int slot(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash >>> Integer.SIZE - HASH_BITS;
  }

  /**
   * Returns the number of a key.
   *
   * @param key the key
   * @param otherwise what is returned if it is not there
   */
  public int get(Object key, int otherwise) {
    for (Bucket b = buckets.get(slot(key)); b != null; b = b.next) {
      if (b.key.equals(key)) {
        return b.value;
      }
    }
    return otherwise;
  }

  /** Returns a map in which a key has a number. */
  public PersistentMap<K> with(K key, int value) {
    int slot = slot(key);
    Bucket others = null;
    for (Bucket b = buckets.get(slot); b != null; b = b.next) {
      if (!b.key.equals(key)) {
        others = new Bucket(b.key, b.value, others);
      }
    }
    return new PersistentMap<>(buckets.with(slot, new Bucket(key, value, others)));
  }
}
