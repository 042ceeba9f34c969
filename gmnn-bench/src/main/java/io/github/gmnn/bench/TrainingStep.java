package io.github.gmnn.bench;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import java.util.List;
import java.util.stream.IntStream;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.RmsProp;

/** The training steps of the published object classification: two graph convolutions, 16 units. */
final class TrainingStep {
  private final InferenceNetwork q;
  private final LearningNetwork p;
  private final Targets labels;
  private final Targets distributions;
  private final List<Targets> annotations;
  private int epoch;

  TrainingStep(Graph<?> graph, int threads) {
    Workers workers = Workers.of(threads);
    int classes = graph.classes().size();
    q =
        new InferenceNetwork(
            definition(),
            graph.adjacency(),
            graph.features(),
            classes,
            RandomStream.of(1),
            workers);
    p =
        new LearningNetwork(
            definition(), graph.adjacency(), null, classes, RandomStream.of(2), workers);
    int[] all = IntStream.range(0, graph.nodeCount()).toArray();
    RandomStream random = RandomStream.of(3);
    DenseMatrix drawn = DenseMatrix.zeros(all.length, classes);
    DenseMatrix soft = DenseMatrix.zeros(all.length, classes);
    soft.fill(0.5f / classes);
    for (int node : all) {
      int label = random.nextInt(classes);
      drawn.set(node, label, 1f);
      soft.set(node, label, 0.5f + 0.5f / classes);
    }
    labels = new Targets(drawn, graph.trainingNodes(), null);
    distributions = new Targets(soft, all, null);
    annotations = List.of(new Targets(drawn, all, null));
    p.annotate(List.of(drawn));
  }

  private static NetworkDefinition definition() {
    return new NetworkDefinition(
        List.of(
            GraphConvLayer.builder().nOut(16).activation(Activation.RELU).dropOut(0.5).build(),
            GraphConvLayer.builder().build()),
        new RmsProp(0.05, 0.99, 1e-8),
        5e-4);
  }

  /** Trains q on the labelled nodes, as pre-training does. */
  double pretrain() {
    return q.trainEpoch(labels, RandomStream.of(epoch++));
  }

  /** Trains q on distributions of all nodes, as the E-step does. */
  double eStep() {
    return q.trainEpoch(distributions, RandomStream.of(epoch++));
  }

  /** Trains p on annotations of all nodes, as the M-step does. */
  double mStep() {
    return p.trainEpoch(annotations, RandomStream.of(epoch++));
  }
}
