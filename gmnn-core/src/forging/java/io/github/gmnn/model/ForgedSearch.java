package io.github.gmnn.model;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Searches for inputs that break a reader: forged ones, each known by a seed. A fault is whatever
 * the reader does not promise to throw, an out-of-memory error among them, more than two seconds of
 * processor time, or a class run that a file names.
 */
public final class ForgedSearch {
  private static final long SECOND = 1_000_000_000L;
  private static final long LIMIT = 2 * SECOND;

  /** Of the processor, so that a search that is stopped for a while finds no slow inputs. */
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

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
   * Searches and prints what was found.
   *
   * @param name of the search
   * @param target what reads
   * @param arguments how many seconds of the processor it takes, all threads of the process
   *     together; the first seed; and how many inputs there are at least, 0 if not given
   */
  public static void run(String name, Target target, List<String> arguments) {
    long seconds = Long.parseLong(arguments.get(0));
    long first = Long.parseLong(arguments.get(1));
    long least = arguments.size() > 2 ? Long.parseLong(arguments.get(2)) : 0;
    Map<String, Integer> outcomes = new TreeMap<>();
    long begin = PROCESS.getProcessCpuTime();
    long slowest = 0;
    long seed = first;
    for (long start = begin; start < begin + seconds * SECOND || seed < first + least; seed++) {
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
      long end = PROCESS.getProcessCpuTime();
      long took = end - start;
      start = end;
      outcomes.merge(took > LIMIT ? "FAULT slow" : outcome, 1, Integer::sum);
      if (took > slowest) {
        slowest = took;
        print("seed " + seed + " took " + took / 1_000_000 + " ms: " + outcome);
      }
      if ((seed - first) % 10_000 == 9_999) {
        print(name, seed - first + 1, end - begin, outcomes);
      }
    }
    outcomes.merge("FAULT canary", Canary.heard() ? 1 : 0, Integer::sum);
    print(name, seed - first, PROCESS.getProcessCpuTime() - begin, outcomes);
  }

  private static void print(String name, long inputs, long took, Map<String, Integer> outcomes) {
    print(name + ": " + inputs + " inputs in " + took / SECOND + " s, " + outcomes);
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
