package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Trains on a generated power-law graph of the size given as the argument: 10 edges and 64 feature
 * non-zeros per node, 10 classes, 16 hidden units.
 */
final class ScaleRun {
  static final String SECTION = "Scale";
  private static final int FEWEST_EPOCHS = 12;

  /** Small graphs get more epochs, so that the compiler is done in the second half of them. */
  private static final int NODES_TO_TRAIN = 2_000_000;

  private ScaleRun() {}

  public static void main(String[] arguments) throws IOException {
    int nodes = Integer.parseInt(arguments[0]);
    String name = String.format(Locale.ROOT, "%,d nodes", nodes);
    long start = System.nanoTime();
    Graph<?> graph =
        CitationGraphGenerator.builder()
            .nodes(nodes)
            .classes(10)
            .edgesPerNode(10)
            .words(5_000)
            .wordsPerNode(64)
            .build()
            .generate()
            .graph();
    single(name, "generated in", (System.nanoTime() - start) / 1e9, "s");
    int epochs = Math.max(FEWEST_EPOCHS, NODES_TO_TRAIN / nodes);
    try (Shares shares = new Shares()) {
      shares.start();
      GmnnModel<?> model =
          Gmnn.paper()
              .hiddenUnits(16)
              .pretrainEpochs(epochs)
              .learningEpochs(epochs)
              .inferenceEpochs(epochs)
              .fit(graph);
      shares.print(name);
      List<EpochReport> reports = model.history().epochs();
      print(name, "epoch of pre-training", reports, Phase.PRE_TRAINING, true);
      print(name, "step of q", reports, Phase.E_STEP, false);
      print(name, "step of p", reports, Phase.M_STEP, false);
      print(name, "epoch of q", reports, Phase.E_STEP, true);
    }
    GmnnModel<?> alone =
        Gmnn.paper()
            .hiddenUnits(16)
            .pretrainEpochs(1)
            .emIterations(1)
            .learningEpochs(1)
            .inferenceEpochs(epochs)
            .threads(1)
            .fit(graph);
    print(name, "step of q, one thread", alone.history().epochs(), Phase.E_STEP, false);
    single(name, "peak resident memory", Resident.peakMegabytes() / 1024, "GB");
  }

  /** Prints the time of an epoch, with its validation or its training step alone. */
  private static void print(
      String name, String variant, List<EpochReport> reports, Phase phase, boolean whole) {
    double[] seconds =
        IntStream.range(1, reports.size())
            .filter(i -> reports.get(i).phase() == phase)
            .filter(i -> reports.get(i).epoch() > reports.get(i).epochs() / 2)
            .mapToDouble(
                i ->
                    (whole
                                ? reports.get(i).elapsed().minus(reports.get(i - 1).elapsed())
                                : reports.get(i).step())
                            .toNanos()
                        / 1e9)
            .sorted()
            .toArray();
    new Figure(SECTION, name, variant, seconds[0], seconds[seconds.length / 2], "s").print();
  }

  private static void single(String name, String variant, double value, String unit) {
    new Figure(SECTION, name, variant, value, value, unit).print();
  }
}
