package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

class DeterminismTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  @Test
  void sameSeedGivesIdenticalPredictions() {
    float[] once = SmallCitations.distributions(SmallCitations.trainer().fit(GRAPH));
    float[] again = SmallCitations.distributions(SmallCitations.trainer().fit(GRAPH));
    assertThat(again).isEqualTo(once);
    float[] other = SmallCitations.distributions(SmallCitations.trainer().seed(4).fit(GRAPH));
    assertThat(other).isNotEqualTo(once);
  }

  @Test
  void theNumberOfThreadsDoesNotChangeAPrediction() {
    float[] one = SmallCitations.distributions(SmallCitations.trainer().threads(1).fit(GRAPH));
    float[] three = SmallCitations.distributions(SmallCitations.trainer().threads(3).fit(GRAPH));
    assertThat(three).isEqualTo(one);
  }

  @Test
  void fitsAtOnceInSeveralThreadsGiveWhatTheyGiveOneAfterTheOther() throws Exception {
    GmnnTrainer trainer = SmallCitations.trainer().build();
    float[] alone = SmallCitations.distributions(trainer.fit(GRAPH));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<float[]>> fits =
          Collections.nCopies(4, () -> SmallCitations.distributions(trainer.fit(GRAPH)));
      for (Future<float[]> fit : pool.invokeAll(fits)) {
        assertThat(fit.get()).isEqualTo(alone);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void whatTheHostDoesWithNd4jDoesNotMatterAndStaysAsItWas() {
    float[] expected = SmallCitations.distributions(SmallCitations.trainer().fit(GRAPH));
    DataType before = Nd4j.defaultFloatingPointType();
    try {
      Nd4j.setDefaultDataTypes(DataType.DOUBLE, DataType.DOUBLE);
      Nd4j.getRandom().setSeed(99);
      double firstDraw = Nd4j.getRandom().nextDouble();
      Nd4j.getRandom().setSeed(99);
      int teams = NativeOpsHolder.getInstance().getDeviceNativeOps().ompGetMaxThreads();

      assertThat(SmallCitations.distributions(SmallCitations.trainer().fit(GRAPH)))
          .isEqualTo(expected);

      assertThat(Nd4j.getRandom().nextDouble()).isEqualTo(firstDraw);
      assertThat(Nd4j.defaultFloatingPointType()).isEqualTo(DataType.DOUBLE);
      assertThat(NativeOpsHolder.getInstance().getDeviceNativeOps().ompGetMaxThreads())
          .isEqualTo(teams);
    } finally {
      Nd4j.setDefaultDataTypes(before, before);
    }
  }

  @Test
  void permutedTestLabelsLeaveEveryPredictionIdentical(@TempDir Path folder) throws IOException {
    write(folder, false);
    Dataset<String> original = DatasetReader.read(folder);
    write(folder, true);
    Dataset<String> permuted = DatasetReader.read(folder);
    assertThat(permuted.testLabels()).isNotEqualTo(original.testLabels());

    GmnnModel<String> before = SmallCitations.trainer().fit(original.graph());
    GmnnModel<String> after = SmallCitations.trainer().fit(permuted.graph());

    assertThat(SmallCitations.distributions(after)).isEqualTo(SmallCitations.distributions(before));
  }

  /** Writes the small dataset as a data folder, the test labels reversed if asked for. */
  private static void write(Path folder, boolean permute) throws IOException {
    List<String> edges = new ArrayList<>();
    List<String> features = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<String> train = new ArrayList<>();
    List<String> dev = new ArrayList<>();
    for (int node = 0; node < GRAPH.nodeCount(); node++) {
      for (int e = GRAPH.adjacency().matrix().rowStart(node);
          e < GRAPH.adjacency().matrix().rowEnd(node);
          e++) {
        edges.add(node + "\t" + GRAPH.adjacency().matrix().columnIndex(e) + "\t1");
      }
      StringBuilder row = new StringBuilder();
      for (int e = GRAPH.features().rowStart(node); e < GRAPH.features().rowEnd(node); e++) {
        row.append(row.length() == 0 ? "" : " ")
            .append(GRAPH.features().columnIndex(e))
            .append(":1");
      }
      features.add(node + "\t" + row);
    }
    for (int node : GRAPH.trainingNodes()) {
      train.add("" + node);
      labels.add(node + "\t" + GRAPH.classes().get(GRAPH.label(node)));
    }
    for (int node : GRAPH.validationNodes()) {
      dev.add("" + node);
      labels.add(node + "\t" + GRAPH.classes().get(GRAPH.label(node)));
    }
    List<String> test = new ArrayList<>();
    List<String> testClasses = new ArrayList<>(SmallCitations.DATA.testLabels().values());
    if (permute) {
      Collections.reverse(testClasses);
    }
    int i = 0;
    for (Integer key : SmallCitations.DATA.testLabels().keySet()) {
      test.add("" + GRAPH.indexOf(key));
      labels.add(GRAPH.indexOf(key) + "\t" + testClasses.get(i++));
    }
    Files.write(folder.resolve("net.txt"), edges);
    Files.write(folder.resolve("feature.txt"), features);
    Files.write(folder.resolve("label.txt"), labels);
    Files.write(folder.resolve("train.txt"), train);
    Files.write(folder.resolve("dev.txt"), dev);
    Files.write(folder.resolve("test.txt"), test);
  }
}
