package io.github.gmnn.spark;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;

/** A small graph and settings that are quick on it, for tests. */
final class Small {
  static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(200)
          .classes(3)
          .words(100)
          .wordsPerNode(8)
          .trainPerClass(10)
          .validation(40)
          .seed(3)
          .build()
          .generate()
          .graph();

  private Small() {}

  static Frames frames() {
    return Frames.of(LocalSpark.session(), GRAPH);
  }

  static GmnnClassifier classifier() {
    GmnnClassifier classifier = new GmnnClassifier();
    return classifier
        .with(classifier.validationIndicatorCol(), "validation")
        .with(classifier.edgeWeightCol(), "weight")
        .with(classifier.pretrainEpochs(), 4)
        .with(classifier.learningEpochs(), 3)
        .with(classifier.inferenceEpochs(), 3)
        .with(classifier.numPartitions(), 2)
        .with(classifier.blocks(), 2);
  }

  /** The vertices as they are, in so many parts. */
  static GraphSource source(Frames frames, int parts, int splitDegree) {
    return new GraphSource(
        frames.vertices(),
        frames.edges(),
        "id",
        "features",
        "label",
        "validation",
        "src",
        "dst",
        null,
        FeatureScaling.NONE,
        null,
        null,
        parts,
        splitDegree,
        0,
        10,
        1);
  }
}
