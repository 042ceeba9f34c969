package io.github.gmnn.cli.run;

import io.github.gmnn.internal.Checks;
import java.util.List;
import java.util.stream.LongStream;

/** How runs are numbered. */
public final class Seeds {
  private static final int SPLITS = 10;
  private static final int MOST_RUNS = 100_000;

  private Seeds() {}

  /** The seeds of a number of runs. */
  public static List<Long> from(long first, int runs) {
    Checks.between(1, MOST_RUNS, runs, "--runs");
    if (first > Long.MAX_VALUE - runs) {
      throw new IllegalArgumentException(
          "--seed "
              + first
              + " is too large for "
              + runs
              + " runs, whose seeds count up from it: use at most "
              + (Long.MAX_VALUE - runs));
    }
    return LongStream.range(first, first + runs).boxed().toList();
  }

  /**
   * The random split that a run with a seed uses: ten splits in turn, so that 100 runs are ten
   * trainings on each.
   */
  public static long splitOf(long seed) {
    return Math.floorMod(seed - 1, SPLITS) + 1;
  }
}
