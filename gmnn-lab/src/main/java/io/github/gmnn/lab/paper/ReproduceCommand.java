package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.ExperimentCommand;
import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.model.SafeFile;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Repeats an experiment of the paper. */
@Command(
    name = "reproduce",
    description = {
      "Repeat an experiment of the paper (Qu, Bengio, Tang: GMNN, ICML 2019), our figures beside"
          + " the published ones where they are known. Ctrl-C ends it and keeps what was finished."
    })
public final class ReproduceCommand extends ExperimentCommand {
  private static final int RUNS = 10;
  private static final int RUNS_OF_THE_PAPER = 100;
  private static final int RUNS_OF_GRAPHS = 3;

  @Parameters(
      paramLabel = "TABLE",
      converter = TableWord.class,
      completionCandidates = TableWord.class,
      description =
          "One of ${COMPLETION-CANDIDATES}; all makes every table and picture of the documents into"
              + " the folder that --out names, and goes on where it was interrupted, as those of"
              + " all graphs do.")
  private Choice choice;

  @Mixin private PaperDataOptions sets;

  @Option(
      names = {"--runs", "--seeds"},
      paramLabel = "N",
      description =
          "Runs of each row, with seeds 1 to N; tables with random splits use ten of them in turn."
              + " Default: 10; with all 100, as the paper has, and fewer of what takes long; on all"
              + " graphs 3 of each split.")
  private Integer runs;

  @Option(
      names = "--tables",
      paramLabel = "TABLE",
      split = ",",
      description = "With all: make these tables alone.")
  private List<PaperTable> tables = List.of();

  @Option(
      names = "--settings",
      paramLabel = "NAME",
      split = ",",
      description = "With all: make these rows of the tables alone.")
  private List<String> settings = List.of();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "With all: begin no more runs after that time; the next call goes on.")
  private Integer minutes;

  /** A table, or all of them: null. */
  private record Choice(PaperTable table) {}

  /** A table by its word; picocli makes these by reflection. */
  static final class TableWord implements ITypeConverter<Choice>, Iterable<String> {
    private static final String ALL = "all";

    @Override
    public Choice convert(String value) {
      if (value.equalsIgnoreCase(ALL)) {
        return new Choice(null);
      }
      return Arrays.stream(PaperTable.values())
          .filter(table -> table.toString().equalsIgnoreCase(value))
          .findFirst()
          .map(Choice::new)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of " + String.join(", ", this) + ", found '" + value + "'"));
    }

    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Arrays.stream(PaperTable.values()).map(PaperTable::toString), Stream.of(ALL))
          .iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    if (isOfGraphs() && output().folder() != null) {
      spec().commandLine().getOut().print(kept(List.of()).run(choice.table()));
      spec().commandLine().getOut().flush();
      return 0;
    }
    if (choice.table() != null) {
      return super.call();
    }
    if (output().folder() == null) {
      throw new IllegalArgumentException("reproduce all needs --out, the folder to write into");
    }
    if (wantsReport()) {
      throw new IllegalArgumentException(
          "--report: reproduce all writes a page of its own into --out; give --report to a single"
              + " table");
    }
    kept(tables.isEmpty() ? List.of(PaperTable.values()) : tables).run();
    return 0;
  }

  /** What keeps its runs in a folder, and goes on with those that are there. */
  private ReproduceAll kept(List<PaperTable> wanted) {
    int most = runs == null ? defaultRuns() : runs;
    Seeds.from(1, most); // a wrong number ends here, before any work
    output().prepare();
    return new ReproduceAll(
        sets.root(),
        sets.data(),
        most,
        output().folder(),
        wanted,
        settings,
        limit(),
        threads(),
        output().quiet(),
        spec().commandLine().getErr());
  }

  private int defaultRuns() {
    if (choice.table() == null) {
      return RUNS_OF_THE_PAPER;
    }
    return isOfGraphs() ? RUNS_OF_GRAPHS : RUNS;
  }

  private boolean isOfGraphs() {
    return choice.table() != null && choice.table().isOfGraphs();
  }

  private Duration limit() {
    if (minutes == null) {
      return null;
    }
    Checks.atLeast(1, minutes, "--minutes");
    return Duration.ofMinutes(minutes);
  }

  @Override
  protected List<Configuration> configurations() throws IOException {
    if (minutes != null || !tables.isEmpty() || !settings.isEmpty()) {
      throw new IllegalArgumentException(
          "--tables, --settings and --minutes belong to reproduce all alone");
    }
    return choice
        .table()
        .configurations(sets.data(), Seeds.from(1, runs == null ? defaultRuns() : runs));
  }

  @Override
  protected String table(List<ExperimentResult> results) {
    return isOfGraphs()
        ? new GraphsTable(
                results.stream()
                    .map(
                        result ->
                            new ResultsPage.Row(
                                result.configuration(),
                                result.runs().stream().map(RunStore.StoredRun::of).toList()))
                    .toList())
            .text(choice.table())
        : super.table(results);
  }

  @Override
  protected String title() {
    return choice.table().toString();
  }

  @Override
  protected void draw(List<ExperimentResult> results, Path folder) throws IOException {
    if (choice.table() == PaperTable.CONVERGENCE) {
      for (ExperimentResult result : results) {
        String dataset = result.configuration().dataset();
        double[] q = Charts.atEndOf(result.runs(), Phase.PRE_TRAINING, Phase.E_STEP);
        double[] p = Charts.atEndOf(result.runs(), Phase.M_STEP);
        Charts.save(
            Charts.overIterations("GMNN on " + dataset, q, p), folder, "convergence-" + dataset);
        SafeFile.write(
            folder.resolve("convergence-" + dataset + ".md"), ResultTable.ofIterations(q, p));
      }
    }
  }
}
