package io.github.gmnn;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;

/** A generated citation graph small enough to fit in a fraction of a second. */
public final class SmallCitations {
  public static final Dataset<Integer> DATA =
      CitationGraphGenerator.builder()
          .nodes(300)
          .classes(3)
          .words(120)
          .wordsPerNode(16)
          .topicality(0.3)
          .homophily(0.9)
          .edgesPerNode(3)
          .trainPerClass(10)
          .validation(60)
          .seed(11)
          .build()
          .generate();

  private SmallCitations() {}

  /** A trainer with few epochs. */
  static GmnnTrainer.Builder trainer() {
    return Gmnn.builder()
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
