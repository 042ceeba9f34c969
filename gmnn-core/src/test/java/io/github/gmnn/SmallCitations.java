package io.github.gmnn;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.testing.SmallGraphs;

/** A generated citation graph small enough to fit in a fraction of a second. */
public final class SmallCitations {
  public static final Dataset<Integer> DATA = SmallGraphs.CITATIONS;

  private SmallCitations() {}

  /** A trainer with few epochs. */
  static GmnnTrainer.Builder trainer() {
    return Gmnn.paper()
        .pretrainEpochs(20)
        .learningEpochs(15)
        .inferenceEpochs(15)
        .emIterations(2)
        .seed(3);
  }

  static float[] distributions(GmnnModel<?> model) {
    return model.predictions().distributions().data();
  }
}
