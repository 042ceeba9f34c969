package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import java.util.List;
import java.util.stream.IntStream;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.RmsProp;

/**
 * The training steps of the published object classification, two graph convolutions of 16 units,
 * and those of other layers.
 */
final class TrainingStep {
  static final String CONVOLUTIONS = "convolutions";
  static final String ATTENTION = "attention";
  static final String INITIAL_RESIDUAL = "initialResidual";

  /** Other layers, 64 units each: their steps on distributions of all nodes are measured. */
  static final List<String> LAYERS = List.of(CONVOLUTIONS, ATTENTION, INITIAL_RESIDUAL);

  private final InferenceGraphNetwork q;
  private final LearningGraphNetwork p;
  private final Objective labels;
  private final Objective distributions;
  private final List<Objective> annotations;
  private int epoch;

  /**
   * Makes both networks.
   *
   * @param kind what q is: one of the published, or one of {@link #LAYERS}
   */
  TrainingStep(Graph<?> graph, int threads, String kind) {
    Workers workers = Workers.of(threads);
    int classes = graph.classes().size();
    NetworkDefinition definition = definition(kind);
    q =
        new InferenceGraphNetwork(
            definition, graph.adjacency(), graph.features(), classes, workers);
    q.initialize(RandomStream.of(1));
    p = new LearningGraphNetwork(definition("q"), graph.adjacency(), null, classes, workers);
    p.initialize(RandomStream.of(2));
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
    labels = objective(drawn, graph.trainingNodes());
    distributions = objective(soft, all);
    annotations = List.of(objective(drawn, all));
    p.annotate(List.of(drawn));
  }

  private static Objective objective(DenseMatrix distributions, int[] nodes) {
    return new SoftmaxCrossEntropy(Targets.of(distributions, nodes, null));
  }

  private static NetworkDefinition definition(String kind) {
    return switch (kind) {
      case CONVOLUTIONS ->
          adam(
              GraphConvLayer.builder()
                  .nOut(64)
                  .activation(Activation.ELU)
                  .inputDropout(0.6)
                  .build(),
              GraphConvLayer.builder().inputDropout(0.6).build());
      case ATTENTION ->
          adam(
              GraphAttentionLayer.builder()
                  .nOut(8)
                  .heads(8)
                  .activation(Activation.ELU)
                  .inputDropout(0.6)
                  .attentionDropout(0.6)
                  .build(),
              GraphAttentionLayer.builder().inputDropout(0.6).attentionDropout(0.6).build());
      case INITIAL_RESIDUAL ->
          adam(
              LinearLayer.builder().nOut(64).activation(Activation.RELU).inputDropout(0.6).build(),
              InitialResidualConvLayer.builder().depth(16).convolutionDropout(0.6).build(),
              LinearLayer.builder().inputDropout(0.6).build());
      default ->
          new NetworkDefinition(
              List.of(
                  GraphConvLayer.builder()
                      .nOut(16)
                      .activation(Activation.RELU)
                      .inputDropout(0.5)
                      .build(),
                  GraphConvLayer.builder().build()),
              new RmsProp(0.05, 0.99, 1e-8),
              5e-4);
    };
  }

  private static NetworkDefinition adam(Layer... layers) {
    return new NetworkDefinition(List.of(layers), new Adam(0.005), 5e-4);
  }

  /** Trains q on the labelled nodes, as pre-training does. */
  double pretrain() {
    return q.train(labels, 1, RandomStream.of(epoch++));
  }

  /** Trains q on distributions of all nodes, as the E-step does. */
  double eStep() {
    return q.train(distributions, 1, RandomStream.of(epoch++));
  }

  /** Trains p on annotations of all nodes, as the M-step does. */
  double mStep() {
    return p.train(annotations, 1, RandomStream.of(epoch++));
  }
}
