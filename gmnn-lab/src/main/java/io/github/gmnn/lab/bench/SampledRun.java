package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Trains on samples of a generated power-law graph: {@code SampledRun NODES EPOCHS [BATCH [MOST]]},
 * 5 edges and 16 feature non-zeros per node, 10 classes, 16 hidden units, BATCH targets a step and
 * at most MOST neighbours of a node; BATCH 0 is a fit on the whole graph. Prints a line for each
 * thing that took time, with the processor's seconds, and the peak of memory.
 */
final class SampledRun {
  private static final int MOST_TESTED = 100_000;

  private SampledRun() {}

  public static void main(String[] arguments) throws IOException {
    int nodes = Integer.parseInt(arguments[0]);
    int epochs = Integer.parseInt(arguments[1]);
    int batch = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2_000;
    int most = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 10;
    run(generated(nodes), epochs, batch, most);
  }

  /** A graph, and the labels of some of its test nodes: those of all take a gigabyte of 10^7. */
  private record Generated(Graph<Integer> graph, Map<Integer, String> test) {}

  private static Generated generated(int nodes) {
    Dataset<Integer> data =
        CitationGraphGenerator.builder()
            .nodes(nodes)
            .classes(10)
            .edgesPerNode(5)
            .words(5_000)
            .wordsPerNode(16)
            .build()
            .generate();
    print("generated");
    Map<Integer, String> test = new HashMap<>();
    data.testLabels().entrySet().stream()
        .limit(MOST_TESTED)
        .forEach(entry -> test.put(entry.getKey(), entry.getValue()));
    return new Generated(data.graph(), test);
  }

  private static void run(Generated data, int epochs, int batch, int most) throws IOException {
    GmnnModel<Integer> model =
        Gmnn.paper()
            .hiddenUnits(16)
            .pretrainEpochs(epochs)
            .learningEpochs(epochs)
            .inferenceEpochs(epochs)
            .batchSize(batch)
            .maxNeighbors(batch == 0 ? 0 : most)
            .fit(data.graph());
    print("fitted");
    List<EpochReport> reports = model.history().epochs();
    for (Phase phase : List.of(Phase.PRE_TRAINING, Phase.M_STEP, Phase.E_STEP)) {
      double[] steps =
          reports.stream()
              .filter(report -> report.phase() == phase)
              .mapToDouble(report -> report.step().toNanos() / 1e6)
              .sorted()
              .toArray();
      System.out.printf(
          Locale.ROOT,
          "%s: a step takes %.1f ms at best, %.1f as a rule%n",
          phase,
          steps[0],
          steps[steps.length / 2]);
    }
    System.out.printf(
        Locale.ROOT,
        "test accuracy %.4f, peak resident memory %.2f GB of a heap of %.1f%n",
        model.evaluate(data.test()).accuracy(),
        Resident.peakMegabytes() / 1024,
        Runtime.getRuntime().maxMemory() / 1e9);
  }

  private static void print(String what) {
    double seconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    System.out.printf(Locale.ROOT, "%s after %.1f s, %.1f s of CPU%n", what, seconds, cpu() / 1e9);
  }

  private static long cpu() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}
