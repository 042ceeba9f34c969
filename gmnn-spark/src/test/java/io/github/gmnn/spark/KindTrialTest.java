package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KindTrialTest {
  /** A ring too long to be tried as a whole, whose nodes know the parity of their numbers. */
  private static Graph<Integer> longRing() {
    int nodes = 30_002;
    int[] sources = IntStream.range(0, nodes).toArray();
    int[] targets = IntStream.range(0, nodes).map(node -> (node + 1) % nodes).toArray();
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < 40; node++) {
      labels.put(node, node % 2 == 0 ? "even" : "odd");
    }
    CsrMatrix parity =
        CsrMatrix.ofOnes(
            nodes,
            2,
            IntStream.rangeClosed(0, nodes).toArray(),
            IntStream.range(0, nodes).map(node -> node % 2).toArray());
    return Graph.ofEdges(nodes, sources, targets, null)
        .withFeatures(parity)
        .withLabels(labels, List.of(10, 11, 12, 13, 14, 15, 16, 17, 18, 19));
  }

  @Test
  void kindsThatSeeFarAreLeftOutOnLargeGraphs() {
    Frames frames = Small.frames(longRing());
    GmnnClassifier classifier = new GmnnClassifier();
    classifier
        .setValidationIndicatorCol("validation")
        .setPretrainEpochs(1)
        .setEmIterations(0)
        .setTargets(0.0)
        .setNumPartitions(2)
        .setBlocks(2);
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
    assertThat(model.provenance().settings().get("inferenceChosen"))
        .contains(" of [robust-sage ", ", robust-mlp ", "], after ", ", on a sample of ")
        .endsWith("not on Spark: [robust-appnp on a large graph, robust-linkx, robust-structure]");
  }

  @Test
  void typesOfEdgesAreTriedToo() {
    Frames frames = Small.frames(Small.TYPED);
    GmnnClassifier classifier = Small.typedClassifier();
    classifier.setInferenceKind("robust").setEmIterations(0);
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
    assertThat(model.provenance().settings().get("inferenceChosen"))
        .contains("robust-appnp 0.", "robust-sage 0.", "rgcn 0.");
  }

  @Test
  void namedLayersAreNotAChoice() {
    Frames frames = Small.frames();
    GmnnClassifier classifier = Small.classifier();
    classifier
        .setInferenceKind("robust")
        .setEmIterations(0)
        .setInferenceLayers(GraphConvLayer.builder().build());
    GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
    assertThat(model.provenance().settings()).doesNotContainKey("inferenceChosen");
  }
}
