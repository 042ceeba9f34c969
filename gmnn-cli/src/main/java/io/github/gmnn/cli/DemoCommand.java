package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Result;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.Architecture;
import io.github.gmnn.cli.training.Method;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.Preset;
import io.github.gmnn.cli.training.TrainingPlan;
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
          + " convolutional network, which sees no labels but a node's own; and GMNN, which adds what"
          + " the labels around a node tell."
    })
final class DemoCommand extends ExperimentCommand {
  private static final List<Long> SEED = List.of(1L);
  private static final TrainingPlan PLAN = TrainingPlan.of(Preset.DEFAULT, Architecture.GC);

  @Override
  protected List<Setting> settings() {
    Dataset<Integer> data = CitationGraphGenerator.builder().seed(1).build().generate();
    return List.of(
        setting("label-propagation", ObjectTrials.of(data, PLAN.with(Method.LABEL_PROPAGATION))),
        setting("gcn", ObjectTrials.of(data, PLAN.with(Method.GCN))),
        setting("gmnn", ObjectTrials.of(data, PLAN)));
  }

  private static Setting setting(String name, Trial trial) {
    return new Setting(
        "generated", "object", name, Preset.DEFAULT.toString(), Map.of(), SEED, trial);
  }

  @Override
  protected void draw(List<Result> results, Path folder) throws IOException {
    XYChart chart = null;
    for (Result result : results) {
      if (result.setting().name().equals("gmnn")) {
        chart = Charts.overEpochs("GMNN on a generated citation graph", result.runs());
      }
    }
    if (chart != null) { // interrupted before
      Charts.addLevel(chart, "label propagation", results.get(0).mean("validationAccuracy"));
      Charts.save(chart, folder, "demo-convergence");
    }
  }
}
