package io.github.gmnn.cli;

import io.github.gmnn.cli.experiments.PaperTable;
import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Result;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.training.Constants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      "Repeat an experiment of the paper (Qu, Bengio, Tang: GMNN, ICML 2019), our figures beside the"
          + " published ones where they are known. Ctrl-C ends it and keeps what was finished."
    })
final class ReproduceCommand extends ExperimentCommand {
  @Parameters(
      paramLabel = "TABLE",
      converter = TableWord.class,
      completionCandidates = TableWord.class,
      description =
          "One of ${COMPLETION-CANDIDATES}; all makes every table and picture of the documents into"
              + " the folder that --out names, and goes on where it was interrupted.")
  private Choice choice;

  @Mixin private PaperDataOptions sets;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs of each row, with seeds 1 to N; tables with random splits use ten of them in turn."
              + " The paper has 100. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  /** A table, or all of them: null. */
  private record Choice(PaperTable table) {}

  /** A table by its word; picocli makes these by reflection. */
  static final class TableWord implements ITypeConverter<Choice>, Iterable<String> {
    private static final String ALL = "all";

    @Override
    public Choice convert(String value) {
      try {
        return new Choice(
            value.equalsIgnoreCase(ALL) ? null : Constants.parse(PaperTable.class, value));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "expected one of " + String.join(", ", this) + ", found '" + value + "'");
      }
    }

    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Constants.words(PaperTable.class).stream(), Stream.of(ALL)).iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    if (choice.table() != null) {
      return super.call();
    }
    Path out = output().folder();
    if (out == null) {
      throw new IllegalArgumentException("reproduce all needs --out, the folder to write into");
    }
    if (wantsReport()) {
      throw new IllegalArgumentException(
          "--report: reproduce all writes a page of its own into --out; give --report to a single"
              + " table");
    }
    Seeds.from(1, runs); // a wrong number ends here, before any work
    output().prepare();
    return new ReproduceAll(sets.root(), runs, out, commonOptions()).run();
  }

  @Override
  List<Setting> settings() throws IOException {
    return choice.table().settings(sets.data(), Seeds.from(1, runs));
  }

  @Override
  String title() {
    return choice.table().toString();
  }

  @Override
  void draw(List<Result> results, Path folder) throws IOException {
    if (choice.table() == PaperTable.CONVERGENCE) {
      for (Result result : results) {
        String dataset = result.setting().dataset();
        Charts.save(
            Charts.overIterations("GMNN on " + dataset, result.runs()),
            folder,
            "convergence-" + dataset);
        Files.writeString(
            folder.resolve("convergence-" + dataset + ".md"),
            ResultTable.ofIterations(result.runs()));
      }
    }
  }
}
