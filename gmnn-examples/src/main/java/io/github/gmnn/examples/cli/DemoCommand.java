package io.github.gmnn.examples.cli;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Compares the methods on generated data. */
@Command(
    name = "demo",
    description = {
      "Train on a generated citation graph: label propagation, which sees no words; a graph"
          + " convolutional network, which sees no labels but a node's own; and GMNN, which adds what"
          + " the labels around a node tell."
    })
final class DemoCommand extends ExperimentCommand {
  private static final List<Long> SEED = List.of(1L);

  @Override
  List<Setting> settings() {
    Dataset data = CitationGraphGenerator.builder().seed(1).build().generate();
    return List.of(
        setting("label-propagation", ObjectTrials.labelPropagation(seed -> data)),
        setting(
            "gcn",
            ObjectTrials.gmnn(seed -> data, () -> Preset.DEFAULT.builder().emIterations(0))),
        setting("gmnn", ObjectTrials.gmnn(seed -> data, Preset.DEFAULT::builder)));
  }

  private static Setting setting(String name, Trial trial) {
    return new Setting(
        "generated", "object", name, Preset.DEFAULT.toString(), Map.of(), SEED, trial);
  }
}
