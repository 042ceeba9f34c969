package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.Graph;
import java.util.Arrays;

/**
 * Prints what an epoch on Cora takes by the paper's settings, validation included; the argument
 * names the variant.
 */
final class EpochRun {
  private static final int WARM_UP_FITS = 3;
  private static final int FITS = 3;

  private EpochRun() {}

  public static void main(String[] arguments) {
    Graph<?> graph = BenchmarkGraph.CORA.load();
    double[] perEpoch = new double[FITS];
    for (int fit = -WARM_UP_FITS; fit < FITS; fit++) {
      long start = System.nanoTime();
      int epochs = Gmnn.paper().seed(fit).fit(graph).history().epochs().size();
      if (fit >= 0) {
        perEpoch[fit] = (System.nanoTime() - start) / 1e6 / epochs;
      }
    }
    Arrays.sort(perEpoch);
    String section = "Beside a busy process: Cora, a whole fit per epoch";
    new Figure(section, "epoch", arguments[0], perEpoch[0], perEpoch[FITS / 2], "ms").print();
  }
}
