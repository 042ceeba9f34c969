package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.testing.SharedData;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Networks by themselves, without EM, on the public split of Cora. */
class CoraTest {
  @Test
  void twoGraphConvolutionsReachThePublishedRange() throws IOException {
    Dataset<String> cora = DatasetReader.read(SharedData.folder("cora"));
    int seeds = 10;
    double sum = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      sum +=
          Gmnn.paper()
              .hiddenUnits(16)
              .emIterations(0)
              .pretrainEpochs(100)
              .seed(seed)
              .fit(cora.graph())
              .evaluate(cora.testLabels())
              .accuracy();
    }
    assertThat(sum / seeds).as("mean test accuracy over %d seeds", seeds).isGreaterThan(0.805);
  }
}
