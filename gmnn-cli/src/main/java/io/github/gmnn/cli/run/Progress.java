package io.github.gmnn.cli.run;

import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far the runs are, on stderr: results alone go to stdout. */
public interface Progress extends AutoCloseable {
  /** Called after each run, from one thread at a time. */
  void finished(Setting setting, Run run);

  @Override
  void close();

  /**
   * A bar on a terminal, a line for each run elsewhere, nothing when quiet.
   *
   * @param runs how many runs there will be
   */
  static Progress of(int runs, boolean quiet) {
    if (quiet) {
      return new Silent();
    }
    // Set by the start script to the terminal's width: it has put a filter behind stderr.
    Integer columns = Integer.getInteger("gmnn.terminal");
    return columns == null ? new Lines(System.err, runs) : new Bar(System.err, runs, columns);
  }

  /** Shows nothing. */
  final class Silent implements Progress {
    @Override
    public void finished(Setting setting, Run run) {}

    @Override
    public void close() {}
  }

  /** A line for each run. */
  final class Lines implements Progress {
    private final PrintStream out;
    private final int runs;
    private int done;

    Lines(PrintStream out, int runs) {
      this.out = out;
      this.runs = runs;
    }

    @Override
    public void finished(Setting setting, Run run) {
      done++;
      String metric = run.metrics().keySet().iterator().next();
      out.printf(
          Locale.ROOT,
          "[%d/%d] %s %s seed %d: %s %.4f in %.2f s%n",
          done,
          runs,
          setting.dataset(),
          setting.name(),
          run.seed(),
          metric,
          run.metrics().get(metric),
          run.trainSeconds());
    }

    @Override
    public void close() {}
  }

  /** A progress bar. */
  final class Bar implements Progress {
    private final ProgressBar bar;

    Bar(PrintStream out, int runs, int columns) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("runs")
              .setInitialMax(runs)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(200)
              .setConsumer(new ConsoleProgressBarConsumer(out, columns))
              .build();
    }

    @Override
    public void finished(Setting setting, Run run) {
      bar.setExtraMessage(setting.dataset() + " " + setting.name());
      bar.step();
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
