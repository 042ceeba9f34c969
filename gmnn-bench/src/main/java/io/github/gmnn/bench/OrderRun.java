package io.github.gmnn.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A whole fit with the nodes in the order given, or with neighbours together: {@code OrderRun GRAPH
 * given|together EPOCHS}, GRAPH being a data folder or the number of nodes of a {@link
 * CommunityGraph}.
 */
final class OrderRun {
  static final String SECTION = "Order of nodes";

  private OrderRun() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Graph<?> graph =
        Files.isDirectory(folder)
            ? DatasetReader.read(folder).graph()
            : CommunityGraph.generate(Integer.parseInt(arguments[0]), 10);
    String name = folder.getFileName() + ", " + arguments[1];
    long start = System.nanoTime();
    Graph<?> arranged =
        switch (arguments[1]) {
          case "given" -> graph;
          case "together" -> graph.withNeighboursTogether();
          default -> throw new IllegalArgumentException("no order is named " + arguments[1]);
        };
    print(name, "arranged in", (System.nanoTime() - start) / 1e9);
    int epochs = Integer.parseInt(arguments[2]);
    start = System.nanoTime();
    GmnnModel<?> model =
        Gmnn.builder()
            .hiddenUnits(16)
            .pretrainEpochs(epochs)
            .learningEpochs(epochs)
            .inferenceEpochs(epochs)
            .fit(arranged);
    print(name, "whole fit", (System.nanoTime() - start) / 1e9);
    for (Phase phase : Phase.values()) {
      double[] steps =
          model.history().epochs(phase).stream()
              .filter(report -> report.epoch() > report.epochs() / 3)
              .mapToDouble(report -> report.step().toNanos() / 1e9)
              .sorted()
              .toArray();
      if (steps.length > 0) {
        String step = "step of " + phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
        new Figure(SECTION, name, step, steps[0], steps[steps.length / 2], "s").print();
      }
    }
    print(
        name,
        "validation accuracy",
        100 * model.history().bestValidation(Phase.E_STEP).orElse(Double.NaN),
        "%");
  }

  private static void print(String name, String variant, double seconds) {
    print(name, variant, seconds, "s");
  }

  private static void print(String name, String variant, double value, String unit) {
    new Figure(SECTION, name, variant, value, value, unit).print();
  }
}
