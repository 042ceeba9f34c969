package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.layer.GraphConvLayer;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/** What a fit leaves with the executors; what it computes is compared with one machine. */
class SparkFitTest {
  /** Refuses, whether or not there is an ND4J backend to initialise with. */
  private static final class Refusing implements IWeightInit {
    private static final long serialVersionUID = 1L;

    @Override
    public INDArray init(
        double fanIn, double fanOut, long[] shape, char order, INDArray parameters) {
      throw new IllegalStateException("no weights");
    }
  }

  private static Set<Integer> persisted() {
    return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
        .getPersistentRDDs()
        .keySet();
  }

  @Test
  void aFitThatFailsBeforeItsFirstEpochLeavesNothingBehind() {
    Frames frames = Small.frames();
    Set<Integer> before = persisted();
    GmnnClassifier classifier =
        Small.classifier()
            .setInferenceLayers(GraphConvLayer.builder().weightInit(new Refusing()).build());
    assertThatThrownBy(() -> classifier.fit(frames.vertices(), frames.edges()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(persisted()).isEqualTo(before);
  }

  @Test
  void aFitThatIsDoneLeavesNothingBehind() {
    Frames frames = Small.frames();
    Set<Integer> before = persisted();
    Small.classifier().fit(frames.vertices(), frames.edges());
    assertThat(persisted()).isEqualTo(before);
  }
}
