package io.github.gmnn.cli;

import io.github.gmnn.cli.report.Report;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.RunProgress;
import io.github.gmnn.cli.run.Runner;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What all commands do: run configurations over seeds, then write the results. Other modules add
 * commands of their own as services of this type.
 */
public abstract class ExperimentCommand implements Callable<Integer> {
  private static final int SECONDS_TO_STOP = 20;

  /** The exit code after Ctrl-C. */
  private static final int INTERRUPTED = 130;

  private static final int MOST_THREADS = 1024;

  @Spec private CommandSpec spec;
  @Mixin private OutputOptions output;
  @Mixin private ReportOptions report;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "Threads to use; results do not depend on it. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  /** The configurations to run; files are read here. */
  protected abstract List<Configuration> configurations() throws IOException;

  /** The name of the table's file and the beginning of the pictures' names. */
  protected String title() {
    return spec.name();
  }

  /**
   * Draws pictures; by default none.
   *
   * @param folder where to
   */
  protected void draw(List<ExperimentResult> results, Path folder) throws IOException {}

  /**
   * The page of {@code --report}.
   *
   * @param words the command line, without the program
   */
  protected String page(List<String> words, List<ExperimentResult> results) {
    return Report.page(title(), words, results);
  }

  /** The results as text; by default a row for each setting. */
  protected String table(List<ExperimentResult> results) {
    return ResultTable.of(results);
  }

  /** Names the files that {@link #finish} will write; by default none. */
  void addOutputs(OutputFiles outputs) {}

  /** Writes what a command has beside table, JSON and pictures; by default nothing. */
  protected void finish(List<ExperimentResult> results) throws IOException {}

  @Override
  public Integer call() throws IOException {
    threads();
    addOutputs(report.addTo(output.prepare()));
    List<Configuration> configurations = configurations();
    int runs = configurations.stream().mapToInt(Configuration::runs).sum();
    CountDownLatch written = new CountDownLatch(1);
    AtomicBoolean stopped = new AtomicBoolean();
    try {
      write(run(configurations, runs, written, stopped));
    } finally {
      written.countDown();
    }
    return stopped.get() ? INTERRUPTED : 0;
  }

  private List<ExperimentResult> run(
      List<Configuration> configurations, int runs, CountDownLatch written, AtomicBoolean stopped) {
    try (RunProgress progress = RunProgress.of(runs, output.quiet())) {
      Runner runner = new Runner(threads, progress);
      // Ctrl-C: end the runs, and hold the JVM until what was finished is written.
      Thread onShutdown =
          new Thread(
              () -> {
                stopped.set(true);
                runner.stop();
                await(written);
              });
      Runtime.getRuntime().addShutdownHook(onShutdown);
      return runner.run(configurations);
    }
  }

  /** Models first, and one output that fails loses no other. */
  private void write(List<ExperimentResult> results) throws IOException {
    OutputFiles.each(
        () -> finish(results),
        () ->
            output.write(
                title(),
                table(results),
                results.stream().map(ExperimentResult::toJson).toList(),
                spec.commandLine().getOut()),
        () -> {
          if (output.folder() != null) {
            draw(results, output.folder());
          }
        },
        () -> report.write(spec, words -> page(words, results)),
        () -> sayWhatWasChosen(results),
        () -> warn(results));
  }

  /** Says of each setting whose q was chosen what became of it, in the first run in detail. */
  private void sayWhatWasChosen(List<ExperimentResult> results) {
    for (ExperimentResult result : results) {
      Configuration row = result.configuration();
      String first = result.runs().get(0).chosen();
      if (!first.isEmpty()) {
        tell(
            row.dataset()
                + " "
                + row.name()
                + ": q is "
                + first
                + (result.runs().size() > 1 ? " in the first run" : ""));
      }
    }
  }

  /** Says something on stderr, unless the user wants quiet. */
  protected final void tell(String sentence) {
    if (!output.quiet()) {
      spec.commandLine().getErr().println(sentence);
      spec.commandLine().getErr().flush();
    }
  }

  /** Says what the models of the first runs warn of, once for each dataset. */
  private void warn(List<ExperimentResult> results) {
    Set<String> warnings = new LinkedHashSet<>();
    for (ExperimentResult result : results) {
      result
          .fitted()
          .map(TrainingOutcome::model)
          .ifPresent(
              model ->
                  model
                      .warnings()
                      .forEach(
                          text -> warnings.add(result.configuration().dataset() + ": " + text)));
    }
    warnings.forEach(text -> spec.commandLine().getErr().println("gmnn: " + Quote.printable(text)));
  }

  protected final int threads() {
    Checks.between(1, MOST_THREADS, threads, "--threads");
    return threads;
  }

  protected final CommandSpec spec() {
    return spec;
  }

  /** Whether a page is asked for. */
  protected final boolean wantsReport() {
    return report.wanted();
  }

  protected final OutputOptions output() {
    return output;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
