package io.github.gmnn.spark.layout;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what jobs are for: to Spark, which shows it on its pages, and to the log, with how long each
 * phase took and now and then how far it is.
 */
public final class Progress {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  /** Seconds after which a phase says again how far it is. */
  private static final double BETWEEN_LINES = 20;

  private final Consumer<@Nullable String> jobs;
  private final Consumer<String> log;
  private final LongSupplier clock;
  private @Nullable String phase;
  private long start;
  private long lastLine;

  Progress(Consumer<@Nullable String> jobs) {
    this(jobs, LOG::info, System::nanoTime);
  }

  /**
   * @param jobs takes what the next jobs are for
   * @param log takes lines
   * @param clock tells nanoseconds
   */
  Progress(Consumer<@Nullable String> jobs, Consumer<String> log, LongSupplier clock) {
    this.jobs = jobs;
    this.log = log;
    this.clock = clock;
  }

  /** Ends a phase and begins another; null for none. */
  void begin(@Nullable String next) {
    if (phase != null && !phase.equals(next)) {
      log.accept(String.format(Locale.ROOT, "%s took %.1f s", phase, secondsSince(start)));
    }
    if (next != null && !next.equals(phase)) {
      log.accept(next);
      start = clock.getAsLong();
      lastLine = start;
    }
    phase = next;
    jobs.accept(next == null ? null : "GMNN: " + next);
  }

  /** Says how far a phase is, which begins if it is another one. */
  void step(String ofPhase, String step) {
    if (!ofPhase.equals(phase)) {
      begin(ofPhase);
    }
    jobs.accept("GMNN: " + ofPhase + ", " + step);
    if (secondsSince(lastLine) >= BETWEEN_LINES) {
      lastLine = clock.getAsLong();
      log.accept(
          String.format(Locale.ROOT, "%s, %s, after %.1f s", ofPhase, step, secondsSince(start)));
    }
  }

  private double secondsSince(long moment) {
    return (clock.getAsLong() - moment) / 1e9;
  }
}
