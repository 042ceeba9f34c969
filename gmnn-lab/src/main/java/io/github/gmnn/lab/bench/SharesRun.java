package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.Graph;
import java.io.IOException;

/** Prints where the time of fits on Cora by the paper's settings goes, after warm-up. */
final class SharesRun {
  private static final int WARM_UP_FITS = 4;
  private static final int FITS = 12;

  private SharesRun() {}

  public static void main(String[] arguments) throws IOException {
    Graph<?> graph = BenchmarkGraph.CORA.load();
    try (Shares shares = new Shares()) {
      for (int fit = -WARM_UP_FITS; fit < FITS; fit++) {
        if (fit == 0) {
          shares.start();
        }
        Gmnn.paper().seed(fit).fit(graph);
      }
      shares.print("Cora");
    }
  }
}
