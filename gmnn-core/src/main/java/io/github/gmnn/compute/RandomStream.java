package io.github.gmnn.compute;

import org.jspecify.annotations.Nullable;

/**
 * A stream of random numbers fixed by its key: SplitMix64 (Steele, Lea, Flood 2014).
 *
 * <p>Streams are not passed around but derived: {@code stream.derive(phase).derive(epoch)} names
 * the randomness of one epoch, whatever was drawn elsewhere. So nothing depends on the order of
 * threads, and a resumed training draws what the uninterrupted one would have drawn without any
 * state being saved.
 */
public final class RandomStream {
  /** What the state of SplitMix64 moves on by. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long key;
  private final int @Nullable [] names;
  private long state;

  private RandomStream(long key, int @Nullable [] names) {
    this.key = key;
    this.names = names;
    this.state = key;
  }

  /** Returns the stream of a seed. */
  public static RandomStream of(long seed) {
    return new RandomStream(mix(seed + GOLDEN), null);
  }

  /**
   * Returns this stream for rows that are part of something larger: row i, here and in all streams
   * below, draws what row {@code names[i]} of the whole would draw.
   *
   * @param newNames the row of the whole that each row is; not copied
   */
  public RandomStream forRows(int[] newNames) {
    return new RandomStream(key, newNames);
  }

  /** Returns the number that a row draws by: the row itself, unless {@link #forRows} says else. */
  public int name(int row) {
    return names == null ? row : names[row];
  }

  /**
   * Returns the stream that {@code index} names below this one; it depends on this stream's key
   * alone, not on how many numbers were drawn from it.
   */
  public RandomStream derive(long index) {
    return new RandomStream(mix(key ^ mix(index * GOLDEN + 0x632BE59BD9B4E019L)), names);
  }

  /**
   * Returns the stream that a name stands for below this one, as {@link #derive(long)} does for an
   * index. A stream that is named by what it is for stays the same when others are added.
   */
  public RandomStream derive(String name) {
    long hash = name.length();
    for (int i = 0; i < name.length(); i++) {
      hash = mix(hash ^ name.charAt(i)) + GOLDEN;
    }
    return derive(hash);
  }

  /**
   * Returns the number uniform in [0, 1) that belongs to a row, such as a node: it depends on the
   * stream's key and the row's {@link #name} alone.
   */
  public double uniform(int row) {
    return (mix(key + mix(name(row) * GOLDEN)) >>> 11) * 0x1.0p-53;
  }

  /** Returns the key, from which {@link #mix} derives per-row sub-streams in the kernels. */
  public long key() {
    return key;
  }

  /** Returns 64 random bits. */
  public long nextLong() {
    return mix(state += GOLDEN);
  }

  /** Returns a number uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Returns a number uniform in [0, bound), for a positive {@code bound}. */
  public int nextInt(int bound) {
    // Lemire's multiply-shift; the bias of at most bound / 2^32 is far below any use here.
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** The finaliser of SplitMix64: a bijection that scatters every input bit over the output. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
