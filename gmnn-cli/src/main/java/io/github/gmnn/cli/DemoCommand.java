package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.Architecture;
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
          + " convolutional network, which sees no labels but a node's own; GMNN by the paper's"
          + " settings, which adds what the labels around a node tell; and the library's default,"
          + " where validation chooses what q is."
    })
final class DemoCommand extends ExperimentCommand {
  private static final List<Long> SEED = List.of(1L);
  private static final TrainingPlan PLAN = TrainingPlan.of(TrainingPreset.DEFAULT, Architecture.GC);

  @Override
  protected List<Configuration> configurations() {
    Dataset<Integer> data = CitationGraphGenerator.builder().seed(1).build().generate();
    return List.of(
        configuration(
            "label-propagation",
            ObjectTrials.of(data, PLAN.with(TrainingMethod.LABEL_PROPAGATION))),
        configuration("gcn", ObjectTrials.of(data, PLAN.with(TrainingMethod.GCN))),
        configuration("gmnn", ObjectTrials.of(data, PLAN)),
        configuration(
            "default", ObjectTrials.of(data, TrainingPlan.of(TrainingPreset.DEFAULT, null))));
  }

  private static Configuration configuration(String name, Trial trial) {
    return new Configuration(
        "generated", "object", name, TrainingPreset.DEFAULT.toString(), Map.of(), SEED, trial);
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
