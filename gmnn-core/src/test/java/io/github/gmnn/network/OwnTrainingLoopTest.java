package io.github.gmnn.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.RmsProp;

/** What an application does that trains q and p itself, with public types alone. */
class OwnTrainingLoopTest {
  private static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(300)
          .classes(3)
          .words(100)
          .validation(60)
          .seed(1)
          .build()
          .generate()
          .graph();

  private static final NetworkDefinition TWO_CONVOLUTIONS =
      new NetworkDefinition(
          List.of(
              GraphConvLayer.builder().nOut(16).activation(Activation.RELU).build(),
              GraphConvLayer.builder().build()),
          new RmsProp(0.02, 0.99, 1e-8),
          5e-4);

  private static InferenceNetwork inference() {
    return Gmnn.inferenceNetwork(
        TWO_CONVOLUTIONS,
        GRAPH.adjacency(),
        FeatureScaling.BINARY_ROW.apply(GRAPH.features()),
        GRAPH.classes().size(),
        Workers.sequential());
  }

  private static DenseMatrix zeros() {
    return DenseMatrix.zeros(GRAPH.nodeCount(), GRAPH.classes().size());
  }

  private static InferenceNetwork trainedInference() {
    DenseMatrix labels = zeros();
    for (int node : GRAPH.trainingNodes()) {
      labels.set(node, GRAPH.label(node), 1f);
    }
    Objective objective = new SoftmaxCrossEntropy(Targets.of(labels, GRAPH.trainingNodes(), null));
    InferenceNetwork q = inference();
    q.initialize(RandomStream.of(7));
    for (int epoch = 1; epoch <= 50; epoch++) {
      q.train(objective, epoch, RandomStream.of(3).derive(epoch));
    }
    return q;
  }

  private static double accuracy(DenseMatrix scores) {
    int right = 0;
    for (int node : GRAPH.trainingNodes()) {
      int best = 0;
      for (int c = 1; c < scores.columns(); c++) {
        best = scores.get(node, c) > scores.get(node, best) ? c : best;
      }
      right += best == GRAPH.label(node) ? 1 : 0;
    }
    return (double) right / GRAPH.trainingNodes().length;
  }

  @Test
  void theInferenceNetworkLearnsItsLabels() {
    InferenceNetwork q = trainedInference();

    assertThat(accuracy(q.logits())).isGreaterThan(0.95);
    assertThat(q.embeddings()).isNotNull();
    assertThat(q.embeddings().columns()).isEqualTo(16);
  }

  @Test
  void parametersMakeAnotherNetworkTheSame() {
    InferenceNetwork q = trainedInference();

    InferenceNetwork other = inference();
    other.setParameters(q.parameters());

    assertThat(other.logits().data()).isEqualTo(q.logits().data());
  }

  @Test
  void theLearningNetworkLearnsTheAnnotationsOfTheOther() {
    DenseMatrix annotation = zeros();
    Dense.softmax(trainedInference().logits(), 1, annotation);
    LearningNetwork p =
        Gmnn.learningNetwork(
            TWO_CONVOLUTIONS,
            GRAPH.adjacency(),
            null,
            GRAPH.classes().size(),
            Workers.sequential());
    p.initialize(RandomStream.of(8));
    p.annotate(List.of(annotation));
    int[] all = IntStream.range(0, GRAPH.nodeCount()).toArray();
    Objective objective = new SoftmaxCrossEntropy(Targets.of(annotation, all, null));

    double first = p.train(List.of(objective), 1, RandomStream.of(4));
    double last = first;
    for (int epoch = 2; epoch <= 50; epoch++) {
      last = p.train(List.of(objective), epoch, RandomStream.of(4).derive(epoch));
    }

    assertThat(last).isLessThan(first);
    assertThat(accuracy(p.distributions())).isGreaterThan(0.8);
  }
}
