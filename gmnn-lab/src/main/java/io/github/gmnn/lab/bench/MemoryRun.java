package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.training.EpochReport;
import java.util.Set;

/**
 * Trains 1,000 epochs at Pubmed's size by the paper's settings, and prints heap and resident memory
 * on the way.
 */
final class MemoryRun {
  private static final int EPOCHS = 1_000;
  private static final Set<Integer> LOOKS = Set.of(10, 100, 200, 400, 600, 800, EPOCHS);

  private MemoryRun() {}

  public static void main(String[] arguments) {
    Gmnn.paper()
        .pretrainEpochs(EPOCHS)
        .emIterations(0)
        .listener(MemoryRun::look)
        .fit(BenchmarkGraph.PUBMED.load());
  }

  private static boolean look(EpochReport report) {
    if (LOOKS.contains(report.epoch())) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      double heap = (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
      double resident = Resident.nowMegabytes();
      String section = "Memory over 1,000 epochs at Pubmed's size";
      String epoch = "after epoch " + report.epoch();
      new Figure(section, epoch, "heap after collection", heap, heap, "MB").print();
      new Figure(section, epoch, "resident", resident, resident, "MB").print();
    }
    return true;
  }
}
