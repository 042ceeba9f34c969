package io.github.gmnn.testing;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;

/** Generated graphs small enough to fit in a fraction of a second. */
public final class SmallGraphs {
  /** 300 papers of three classes. */
  public static final Dataset<Integer> CITATIONS =
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

  private SmallGraphs() {}
}
