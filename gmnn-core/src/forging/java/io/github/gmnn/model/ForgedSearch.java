package io.github.gmnn.model;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Searches for inputs that break a reader: forged ones, each known by a seed. A fault is whatever
 * the reader does not promise to throw, an out-of-memory error among them, more than two seconds of
 * processor time, or a class run that a file names.
 */
public final class ForgedSearch {
  private static final long LIMIT = 2_000_000_000L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ForgedSearch() {}

  /** Reads inputs. */
  @FunctionalInterface
  public interface Target {
    /**
     * Forges and reads one input; what the reader does not promise to throw goes through.
     *
     * @param random what it is forged by
     * @return what became of it, beginning with "refused" if the reader did
     */
    String outcome(Random random) throws IOException;
  }

  /**
   * Reads some inputs.
   *
   * @return how many of them were refused
   */
  public static int refused(Target target, int tries) throws IOException {
    int refused = 0;
    for (int seed = 0; seed < tries; seed++) {
      refused += target.outcome(new Random(seed)).startsWith("refused") ? 1 : 0;
    }
    if (Canary.heard()) {
      throw new AssertionError("a class that a file names was run");
    }
    return refused;
  }

  /**
   * Searches for some time and prints what was found.
   *
   * @param name of the search
   * @param seconds how much time of the processor it takes
   * @param first the first seed
   */
  public static void run(String name, Target target, long seconds, long first) {
    Map<String, Integer> outcomes = new TreeMap<>();
    long end = THREADS.getCurrentThreadCpuTime() + seconds * 1_000_000_000L;
    long slowest = 0;
    long seed = first;
    for (; THREADS.getCurrentThreadCpuTime() < end; seed++) {
      long start = THREADS.getCurrentThreadCpuTime();
      String outcome;
      try {
        outcome = target.outcome(new Random(seed));
      } catch (IOException | RuntimeException | Error e) {
        outcome = "FAULT " + e.getClass().getName();
        if (outcomes.merge(outcome, 0, Integer::sum) < 5) {
          print("seed " + seed + ":");
          e.printStackTrace(System.out);
        }
      }
      long took = THREADS.getCurrentThreadCpuTime() - start;
      outcomes.merge(took > LIMIT ? "FAULT slow" : outcome, 1, Integer::sum);
      if (took > slowest) {
        slowest = took;
        print("seed " + seed + " took " + took / 1_000_000 + " ms: " + outcome);
      }
    }
    outcomes.merge("FAULT canary", Canary.heard() ? 1 : 0, Integer::sum);
    print(name + ": " + (seed - first) + " inputs in " + seconds + " s, " + outcomes);
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
