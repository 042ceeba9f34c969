package io.github.gmnn.cli;

import io.github.gmnn.cli.experiments.PaperTable;
import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Result;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats an experiment of the paper. */
@Command(
    name = "reproduce",
    description = {
      "Repeat an experiment of the paper (Qu, Bengio, Tang: GMNN, ICML 2019), our figures beside the"
          + " published ones where they are known. Ctrl-C ends it and keeps what was finished."
    })
final class ReproduceCommand extends ExperimentCommand {
  @Parameters(paramLabel = "TABLE", description = "One of ${COMPLETION-CANDIDATES}.")
  private PaperTable table;

  @Mixin private PaperDataOptions sets;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs of each row, with seeds 1 to N; tables with random splits use ten of them in turn."
              + " The paper has 100. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  @Override
  List<Setting> settings() throws IOException {
    return table.settings(sets.data(), Seeds.from(1, runs));
  }

  @Override
  String title() {
    return table.toString();
  }

  @Override
  void draw(List<Result> results, Path folder) throws IOException {
    if (table == PaperTable.CONVERGENCE) {
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
