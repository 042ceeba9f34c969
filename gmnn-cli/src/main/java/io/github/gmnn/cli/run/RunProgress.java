package io.github.gmnn.cli.run;

import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.ProgressListener;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far the runs are, on stderr: results alone go to stdout. */
public interface RunProgress extends AutoCloseable {
  /** Follows one run. */
  interface OfRun extends GmnnListener {
    /** Called when the run is through. */
    void finished(Run run);
  }

  /**
   * Called before each run, from several threads at once.
   *
   * @param title what is run
   * @param seed its seed
   */
  OfRun started(String title, long seed);

  @Override
  void close();

  /**
   * A bar on a terminal, lines elsewhere, nothing when quiet.
   *
   * @param runs how many runs there will be
   */
  static RunProgress of(int runs, boolean quiet) {
    if (quiet) {
      return new Silent();
    }
    // Set by the start script to the terminal's width: it has put a filter behind stderr.
    Integer columns = Integer.getInteger("gmnn.terminal");
    return columns == null ? new Lines(System.err, runs) : new Bar(System.err, runs, columns);
  }

  /** A trial of a kind of q in words. */
  private static String tried(String kind, double validation) {
    return Double.isFinite(validation)
        ? String.format(Locale.ROOT, "tried %s, validation %.4f", kind, validation)
        : kind + " is left out";
  }

  /** Shows nothing. */
  final class Silent implements RunProgress {
    @Override
    public OfRun started(String title, long seed) {
      return new OfRun() {
        @Override
        public boolean onEpoch(EpochReport report) {
          return true;
        }

        @Override
        public void finished(Run run) {}
      };
    }

    @Override
    public void close() {}
  }

  /** A line for each run, and for each phase where runs are few or a phase takes long. */
  final class Lines implements RunProgress {
    private static final int FEW_RUNS = 3;
    private static final Duration LONG = Duration.ofSeconds(5);

    private final PrintStream out;
    private final int runs;
    private final AtomicInteger done = new AtomicInteger();

    Lines(PrintStream out, int runs) {
      this.out = out;
      this.runs = runs;
    }

    @Override
    public OfRun started(String title, long seed) {
      return new OfRun() {
        private Duration phaseBegan = Duration.ZERO;

        @Override
        public void onTrial(String kind, double validation) {
          if (runs <= FEW_RUNS) {
            out.println(title + " seed " + seed + ": " + RunProgress.tried(kind, validation));
          }
        }

        @Override
        public void onStart(List<Phase.Planned> phases) {
          phaseBegan = Duration.ZERO; // a run may be several fits
        }

        @Override
        public boolean onEpoch(EpochReport report) {
          if (report.epoch() == report.epochs()) {
            Duration took = report.elapsed().minus(phaseBegan);
            phaseBegan = report.elapsed();
            if (runs <= FEW_RUNS || took.compareTo(LONG) > 0) {
              out.println(line(report, took));
            }
          }
          return true;
        }

        private String line(EpochReport report, Duration took) {
          return String.format(
              Locale.ROOT,
              "%s seed %d: %s, %d epochs in %.2f s, loss %.4f%s",
              title,
              seed,
              report.phase().describe(report.iteration()),
              report.epochs(),
              took.toNanos() / 1e9,
              report.loss(),
              report.validation().isEmpty()
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      ", validation of %s %.4f",
                      report.phase() == Phase.M_STEP ? "p" : "q",
                      report.validation().getAsDouble()));
        }

        @Override
        public void finished(Run run) {
          String figure =
              run.metrics().entrySet().stream()
                  .filter(metric -> !metric.getValue().isNaN())
                  .findFirst()
                  .map(
                      metric ->
                          String.format(
                              Locale.ROOT, "%s %.4f in ", metric.getKey(), metric.getValue()))
                  .orElse("");
          out.println(
              String.format(
                  Locale.ROOT,
                  "[%d/%d] %s seed %d: %s%.2f s",
                  done.incrementAndGet(),
                  runs,
                  title,
                  seed,
                  figure,
                  run.trainSeconds()));
        }
      };
    }

    @Override
    public void close() {}
  }

  /** A progress bar that moves with the epochs. */
  final class Bar implements RunProgress {
    /** A run is that many steps of the bar. */
    private static final int STEPS = 1_000;

    private final ProgressBar bar;

    Bar(PrintStream out, int runs, int columns) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("runs")
              .setInitialMax((long) runs * STEPS)
              .setUnit("", STEPS)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(200)
              .setConsumer(new ConsoleProgressBarConsumer(out, columns))
              .build();
    }

    @Override
    public OfRun started(String title, long seed) {
      return new OfRun() {
        private final GmnnListener fraction =
            ProgressListener.every(
                Duration.ZERO, progress -> stepTo((int) (STEPS * progress.fraction())));
        private int stepsDone;

        @Override
        public void onTrial(String kind, double validation) {
          bar.setExtraMessage(title + ", " + RunProgress.tried(kind, validation));
        }

        @Override
        public void onStart(List<Phase.Planned> phases) {
          fraction.onStart(phases);
        }

        @Override
        public boolean onEpoch(EpochReport report) {
          fraction.onEpoch(report);
          bar.setExtraMessage(
              title
                  + ", "
                  + report.phase().describe(report.iteration())
                  + " "
                  + report.epoch()
                  + "/"
                  + report.epochs());
          return true;
        }

        private void stepTo(int steps) {
          bar.stepBy(Math.max(0, steps - stepsDone)); // a second fit of a run begins anew
          stepsDone = Math.max(steps, stepsDone);
        }

        @Override
        public void finished(Run run) {
          stepTo(STEPS);
        }
      };
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
