package io.github.gmnn.cli;

import io.github.gmnn.cli.experiments.LinkExperiment;
import io.github.gmnn.cli.experiments.LinkTrials;
import io.github.gmnn.cli.run.Result;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.graph.LinkKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Classifies the links of a ratings file. */
@Command(
    name = "links",
    description = {
      "Classify the links of a ratings file, source,target,rating,time a line: is a rating above 3"
          + " or below -3? 100 random links are for training, 500 for validation, the rest for"
          + " testing; a run with seed s uses the random split (s - 1) mod 10 + 1."
    })
final class LinksCommand extends ExperimentCommand {
  /** Whose settings. */
  enum Preset {
    /** The paper's. */
    PAPER(LinkExperiment.Settings.PAPER),
    /** Ours, found on validation links. */
    TUNED(LinkExperiment.Settings.TUNED);

    final LinkExperiment.Settings settings;

    Preset(LinkExperiment.Settings settings) {
      this.settings = settings;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "A folder with a .csv or .csv.gz file, or the file.")
  private Path data;

  @Option(
      names = "--preset",
      paramLabel = "PRESET",
      description =
          "The paper's settings, or ours found on validation links: ${COMPLETION-CANDIDATES}."
              + " Default: ${DEFAULT-VALUE}.")
  private Preset preset = Preset.TUNED;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs of each method. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed of the first run; the others take S+1, S+2, ... Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Write what the first run of gmnn predicts of every link, labelled or not, as CSV:"
              + " source,target,label,probability, then the probability of each class; links in"
              + " the order of the ratings.")
  private Path predictions;

  @Override
  void addOutputs(Outputs outputs) {
    outputs.add(predictions, "--predictions");
  }

  @Override
  void finish(List<Result> results) throws IOException {
    for (Result result : results) {
      boolean wanted = result.setting().name().equals(LinkExperiment.Method.GMNN.label());
      if (predictions != null && wanted && result.fitted().isPresent()) {
        PredictionsCsv.write(
            result.fitted().get().predictions(),
            List.of("source", "target"),
            key -> List.of(((LinkKey<?>) key).source(), ((LinkKey<?>) key).target()),
            predictions);
      }
    }
  }

  @Override
  List<Setting> settings() throws IOException {
    return LinkTrials.settings(data, preset.settings, Seeds.from(seed, runs));
  }
}
