package io.github.gmnn.cli;

import io.github.gmnn.cli.links.LinkExperiment;
import io.github.gmnn.cli.links.LinkTrials;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.link.LineGraph;
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
  /** What a link sees of the others. */
  enum View {
    /** The whole graph. */
    ALL(LineGraph.View.WHOLE_GRAPH),
    /** Earlier links alone. */
    PAST(LineGraph.View.PAST_ONLY);

    final LineGraph.View view;

    View(LineGraph.View view) {
      this.view = view;
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
          "The library's settings for links or the paper's: ${COMPLETION-CANDIDATES}."
              + " Default: ${DEFAULT-VALUE}.")
  private LinkExperiment.LinkPreset preset = LinkExperiment.LinkPreset.DEFAULT;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      description =
          "What a link sees: the whole graph, later links too, or only its past, as for links that"
              + " arrive now: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private View view = View.ALL;

  @Option(
      names = "--methods",
      paramLabel = "METHOD",
      split = ",",
      description =
          "Which methods to run, by their names in the table; for example only gmnn. Default: all"
              + " of the preset.")
  private List<String> methods = List.of();

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
          "Write what the first run of gmnn predicts for every link, labelled or not, as CSV:"
              + " source,target,label,probability, then the probability of each class; links in"
              + " the order of the ratings.")
  private Path predictions;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "Save the model of the first run of gmnn; the command predict loads it, for these links"
              + " and others.")
  private Path model;

  @Override
  void addOutputs(OutputFiles outputs) {
    outputs.add(predictions, "--predictions").add(model, "--model");
  }

  @Override
  protected void finish(List<ExperimentResult> results) throws IOException {
    for (ExperimentResult result : results) {
      if (!result.configuration().name().equals(LinkExperiment.LinkMethod.GMNN.label())
          || result.fitted().isEmpty()) {
        continue; // or interrupted before the first run was through
      }
      TrainingOutcome<?> fitted = result.fitted().get();
      OutputFiles.each(
          () -> {
            if (model != null) {
              fitted.model().save(model);
            }
          },
          () -> {
            if (predictions != null) {
              output().write(fitted.predictions(), predictions, null);
            }
          });
    }
  }

  @Override
  protected List<Configuration> configurations() throws IOException {
    if (preset == LinkExperiment.LinkPreset.PAPER && view == View.PAST) {
      throw new IllegalArgumentException(
          "--view past goes with --preset default: the paper's settings see no times");
    }
    if ((model != null || predictions != null) && !runs(LinkExperiment.LinkMethod.GMNN.label())) {
      throw new IllegalArgumentException(
          "--model and --predictions are of gmnn, which is none of --methods " + methods);
    }
    List<Configuration> all =
        LinkTrials.configurations(
            data, preset, view.view, preset.methods(), Seeds.from(seed, runs));
    List<String> names = all.stream().map(Configuration::name).toList();
    for (String method : methods) {
      if (!names.contains(method)) {
        throw new IllegalArgumentException(
            "--methods: expected some of " + names + ", found " + method);
      }
    }
    return all.stream().filter(setting -> runs(setting.name())).toList();
  }

  private boolean runs(String method) {
    return methods.isEmpty() || methods.contains(method);
  }
}
