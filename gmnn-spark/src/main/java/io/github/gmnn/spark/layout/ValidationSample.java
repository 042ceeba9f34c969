package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.RandomStream;
import java.io.Serializable;

/**
 * The validation nodes whose predictions come to the driver: all of them, or of very many a share
 * that is drawn by their numbers.
 *
 * @param share the share
 * @param seed of the draw
 * @param last the largest number among them
 */
public record ValidationSample(double share, long seed, int last) implements Serializable {
  /** So many predictions come to the driver at most. */
  private static final int MOST = 100_000;

  /**
   * Draws a sample.
   *
   * @param count how many validation nodes there are
   * @param seed of the draw
   */
  public static ValidationSample of(long count, long seed) {
    return new ValidationSample(Math.min(1, (double) MOST / count), seed, Integer.MAX_VALUE);
  }

  /** Those of the sample up to a number. */
  public ValidationSample upTo(int number) {
    return new ValidationSample(share, seed, number);
  }

  /** Whether a validation node is in it. */
  public boolean has(int node) {
    return node <= last
        && (share >= 1 || RandomStream.of(seed).derive("calibration").uniform(node) < share);
  }
}
