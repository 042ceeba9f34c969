package io.github.gmnn.io;

import io.github.gmnn.internal.Checks;

/**
 * What readers may be told.
 *
 * @param maxBytesPerFile cap on the bytes of each file, after decompression; at least 1
 * @param trainPerClass training nodes of each class, for formats that name no split (LINQS)
 * @param validation validation nodes, for formats that name no split
 * @param test test nodes, for formats that name no split
 * @param splitSeed fixes the random split, for formats that name none
 */
public record ReaderOptions(
    long maxBytesPerFile, int trainPerClass, int validation, int test, long splitSeed) {
  /** The defaults: 4 GiB a file, and 20 per class, 500 and 1,000 nodes by seed 1. */
  public ReaderOptions() {
    this(4L << 30, 20, 500, 1_000, 1);
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a size is below its least value
   */
  public ReaderOptions {
    Checks.atLeast(1, maxBytesPerFile, "maxBytesPerFile");
    Checks.atLeast(1, trainPerClass, "trainPerClass");
    Checks.atLeast(0, validation, "validation");
    Checks.atLeast(0, test, "test");
  }

  /** Returns these options with another cap on each file's bytes. */
  public ReaderOptions withMaxBytesPerFile(long bytes) {
    return new ReaderOptions(bytes, trainPerClass, validation, test, splitSeed);
  }

  /** Returns these options with other sizes of the split. */
  public ReaderOptions withSplit(int newTrainPerClass, int newValidation, int newTest) {
    return new ReaderOptions(maxBytesPerFile, newTrainPerClass, newValidation, newTest, splitSeed);
  }

  /** Returns these options with another seed of the split. */
  public ReaderOptions withSplitSeed(long seed) {
    return new ReaderOptions(maxBytesPerFile, trainPerClass, validation, test, seed);
  }
}
