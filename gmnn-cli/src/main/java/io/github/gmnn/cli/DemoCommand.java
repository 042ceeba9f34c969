package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import picocli.CommandLine.Command;

/** Compares the methods on generated data. */
@Command(
    name = "demo",
    description = {
      "Train on a generated citation graph: label propagation, which sees no words; a graph"
          + " convolutional network, which sees no labels but a node's own; GMNN with the paper's"
          + " settings, which adds what the labels around a node tell; and the library's default,"
          + " where validation chooses the kind of q."
    })
final class DemoCommand extends ExperimentCommand {
  private static final List<Long> SEED = List.of(1L);
  private static final TrainingPlan PAPER = TrainingPlan.of(TrainingPreset.CORA, null);
  private static final TrainingPlan DEFAULT = TrainingPlan.of(TrainingPreset.DEFAULT, null);

  @Override
  protected List<Configuration> configurations() {
    Dataset<Integer> data = CitationGraphGenerator.builder().seed(1).build().generate();
    return List.of(
        row("label-propagation", data, DEFAULT.with(TrainingMethod.LABEL_PROPAGATION)),
        row("gcn", data, PAPER.with(TrainingMethod.GCN)),
        row("gmnn", data, PAPER),
        row("default", data, DEFAULT));
  }

  private static Configuration row(String name, Dataset<Integer> data, TrainingPlan plan) {
    String preset = plan.preset().toString();
    Trial trial = ObjectTrials.of(data, plan);
    return new Configuration("generated", "object", name, preset, Map.of(), SEED, trial);
  }

  @Override
  protected void draw(List<ExperimentResult> results, Path folder) throws IOException {
    XYChart chart = null;
    for (ExperimentResult result : results) {
      if (result.configuration().name().equals("gmnn")) {
        chart = Charts.overEpochs("GMNN on a generated citation graph", result.runs());
      }
    }
    if (chart != null) { // interrupted before
      Charts.addLevel(chart, "label propagation", results.get(0).mean("validationAccuracy"));
      Charts.save(chart, folder, "demo-convergence");
    }
  }
}
