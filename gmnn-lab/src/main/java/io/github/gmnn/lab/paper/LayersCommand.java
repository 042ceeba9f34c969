package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.DataFolder;
import io.github.gmnn.cli.ExperimentCommand;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares what q may be made of. */
@Command(
    name = "layers",
    description = {
      "Compare networks of other layers as q: each by itself, and as q of GMNN. --data may also be a"
          + " data folder, or a folder of splits (s1, s2, ...). Ctrl-C ends it and keeps what was"
          + " finished."
    })
public final class LayersCommand extends ExperimentCommand {
  @Mixin private PaperDataOptions sets;

  @Option(
      names = "--q",
      paramLabel = "LAYERS",
      split = ",",
      description = "Compare these alone: ${COMPLETION-CANDIDATES}.")
  private List<Architecture> architectures = Architecture.byLayers();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs of each row, with seeds 1 to N. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  @Override
  protected List<Configuration> configurations() throws IOException {
    List<Long> seeds = Seeds.from(1, runs);
    List<Configuration> configurations = new ArrayList<>();
    for (DataFolder folder : folders()) {
      for (Architecture q : architectures) {
        TrainingPreset preset = TrainingPreset.of(folder.name(), q);
        for (TrainingMethod method : List.of(TrainingMethod.GCN, TrainingMethod.GMNN)) {
          TrainingPlan plan = TrainingPlan.of(preset, q).with(method);
          Map<String, Trial> trials = new LinkedHashMap<>();
          folder
              .splits()
              .forEach((split, dataset) -> trials.put(split, ObjectTrials.of(dataset, plan)));
          configurations.add(
              new Configuration(
                  folder.name(),
                  "object",
                  q + (method == TrainingMethod.GCN ? "-alone" : "-gmnn"),
                  preset.toString(),
                  Map.of(),
                  Map.of(),
                  seeds,
                  trials));
        }
      }
    }
    return configurations;
  }

  /** The folder itself where it is data, else the paper's data below it. */
  private List<DataFolder> folders() throws IOException {
    if (DataFolder.isData(sets.root())) {
      return List.of(DataFolder.read(sets.root(), new ReaderOptions()));
    }
    return sets.data().citations().stream()
        .map(dataset -> new DataFolder(dataset.name(), Map.of("", dataset)))
        .toList();
  }
}
