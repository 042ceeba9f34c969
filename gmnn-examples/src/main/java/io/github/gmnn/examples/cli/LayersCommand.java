package io.github.gmnn.examples.cli;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares what q may be made of. */
@Command(
    name = "layers",
    description = {
      "Compare networks of other layers as q: each by itself, and as q of GMNN. Ctrl-C ends it and"
          + " keeps what was finished."
    })
final class LayersCommand extends ExperimentCommand {
  @Mixin private PaperDataOptions sets;

  @Option(
      names = "--q",
      paramLabel = "LAYERS",
      split = ",",
      description = "Compare these alone: ${COMPLETION-CANDIDATES}.")
  private List<Architecture> architectures = List.of(Architecture.values());

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs of each row, with seeds 1 to N. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  @Override
  List<Setting> settings() throws IOException {
    List<Long> seeds = Seeds.from(1, runs);
    List<Setting> settings = new ArrayList<>();
    for (Dataset<String> data : sets.data().citations()) {
      Preset preset = Preset.ofDataset(data.name());
      for (Architecture q : architectures) {
        for (boolean alone : new boolean[] {true, false}) {
          settings.add(
              new Setting(
                  data.name(),
                  "object",
                  q + (alone ? "-alone" : "-gmnn"),
                  preset.toString(),
                  Map.of(),
                  seeds,
                  ObjectTrials.gmnn(seed -> data, () -> builder(preset, q, alone))));
        }
      }
    }
    return settings;
  }

  private static GmnnTrainer.Builder builder(Preset preset, Architecture q, boolean alone) {
    GmnnTrainer.Builder builder = preset.builder();
    q.applyTo(builder);
    return alone ? builder.emIterations(0) : builder;
  }
}
