package io.github.gmnn.embedding;

import static io.github.gmnn.embedding.EmbedderSettings.ANNOTATION_SIZE;
import static io.github.gmnn.embedding.EmbedderSettings.APPROXIMATION;
import static io.github.gmnn.embedding.EmbedderSettings.DIMENSIONS;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Engine;
import io.github.gmnn.em.Streams;
import io.github.gmnn.em.Training;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.SampleMean;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Score;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.Activation;

/**
 * Computes EM where every node is a class of its own: q and p end in a softmax over all nodes, and
 * annotations and targets are sparse. No node is labelled; the nodes around a node stand for its
 * label.
 *
 * @param <K> type of the nodes' keys
 */
final class NodeEngine<K> implements Engine<List<SparseInput>, CsrMatrix> {
  private final Settings settings;
  private final Graph<K> graph;
  private final RandomStream random;
  private final Workers workers;
  private final SparseInput attributes;
  private final CsrMatrix neighbors;
  private final NodeBatches batches;
  private final NodePredictor q;

  /** As large as q's output layer once more: made when the first M-step begins. */
  private @Nullable NodePredictor p;

  /**
   * @param workers what steps run on; those that are told to stop end within a step
   */
  NodeEngine(Settings settings, Graph<K> graph, RandomStream random, Workers workers) {
    this.settings = settings;
    this.graph = graph;
    this.random = random;
    this.workers = workers;
    this.attributes = new SparseInput(scaling(settings, graph).apply(graph));
    this.neighbors =
        NeighborTargets.within(
            graph.adjacency().matrix(),
            settings.get(EmbedderSettings.DEPTH),
            settings.get(EmbedderSettings.MAX_TARGETS),
            random.derive("targets"));
    this.batches = new NodeBatches(graph.nodeCount(), settings.get(EmbedderSettings.BATCH_SIZE));
    this.q = predictor(attributes.columns(), Streams.initialInference(random));
  }

  /**
   * Where the scaling is left open, rows of words sum to one: with rows of length one the softmax
   * over nodes does not learn at the rates that neighbour prediction has.
   */
  private static FeatureScaling scaling(Settings settings, Graph<?> graph) {
    FeatureScaling named = settings.get(EmbedderSettings.FEATURE_SCALING);
    return named == FeatureScaling.AUTOMATIC && named.fit(graph).scaling() == FeatureScaling.UNIT
        ? FeatureScaling.ROW
        : named;
  }

  private NodePredictor predictor(int inputs, RandomStream initial) {
    int units = settings.get(DIMENSIONS);
    GraphConvLayer.Builder first = GraphConvLayer.builder().nOut(units).activation(Activation.RELU);
    if (settings.get(EmbedderSettings.DROPOUT) > 0) {
      first.inputDropout(settings.get(EmbedderSettings.DROPOUT));
    }
    List<Layer> layers =
        List.of(
            first.build(),
            GraphConvLayer.builder().nOut(units).activation(Activation.RELU).build());
    double l2 = EmbedderSettings.l2(settings, graph.nodeCount());
    GraphNetwork encoder =
        new GraphNetwork(
            new NetworkDefinition(layers, settings.get(EmbedderSettings.UPDATER), l2),
            graph.adjacency(),
            inputs,
            units,
            workers);
    encoder.initialize(initial.derive("encoder"));
    return new NodePredictor(encoder, softmax(l2, initial.derive("softmax")), batches);
  }

  private NodeSoftmax softmax(double l2, RandomStream initial) {
    int nodes = graph.nodeCount();
    return settings.get(EmbedderSettings.SOFTMAX).isExact(nodes)
        ? new BlockedSoftmax(
            nodes,
            settings.get(DIMENSIONS),
            settings.get(EmbedderSettings.UPDATER),
            l2,
            initial,
            workers)
        : new SampledSoftmax(
            nodes,
            settings.get(DIMENSIONS),
            settings.get(EmbedderSettings.NEGATIVES),
            settings.get(EmbedderSettings.UPDATER),
            l2,
            initial,
            workers);
  }

  @Override
  public NodePredictor inference() {
    return q;
  }

  @Override
  public NodePredictor learning() {
    if (p == null) {
      p = predictor(graph.nodeCount(), Streams.initialLearning(random));
    }
    return p;
  }

  /** The embeddings of q as it is. */
  NodeEmbeddings<K> embeddings() {
    return new NodeEmbeddings<>(NodeIndex.of(graph.keys()), q.hidden(attributes).copy());
  }

  @Override
  public void pretrained() {
    if (settings.get(EmbedderSettings.EM_ITERATIONS) > 0) {
      settings.get(EmbedderSettings.BEFORE_EM).accept(embeddings());
    }
  }

  /** Trains q to predict the nodes around each node. */
  @Override
  public Training towardsLabels(Phase.Planned phase) {
    return towardsTargets(neighbors, phase, false);
  }

  @Override
  public Training towardsTargets(CsrMatrix targets, Phase.Planned phase, boolean resumed) {
    return new Training() {
      @Override
      public double train(int epoch, RandomStream epochRandom) {
        return q.train(attributes, targets, epoch, epochRandom);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        ToDoubleFunction<NodeEmbeddings<?>> metric = settings.get(EmbedderSettings.VALIDATION);
        double value = metric == null ? Double.NaN : metric.applyAsDouble(embeddings());
        return Double.isNaN(value) ? null : Score.of(value);
      }
    };
  }

  @Override
  public List<SparseInput> annotate(int iteration, int round) {
    return q
        .output()
        .annotate(
            q.hidden(attributes),
            settings.get(APPROXIMATION),
            neighbors,
            settings.get(ANNOTATION_SIZE),
            Streams.annotation(random, iteration))
        .stream()
        .map(SparseInput::new)
        .toList();
  }

  /** Where there are several annotations, epochs take them in turn. */
  @Override
  public Training towardsAnnotations(List<SparseInput> annotations, Phase.Planned phase) {
    NodePredictor network = learning();
    return new Training() {
      @Override
      public double train(int epoch, RandomStream epochRandom) {
        SparseInput annotation = annotations.get(epoch % annotations.size());
        return network.train(annotation, annotation.matrix(), epoch, epochRandom);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        return null;
      }
    };
  }

  /**
   * Computes p's predictions once and keeps a node's likeliest classes only: computed anew in every
   * epoch they would add a third to its cost.
   *
   * <p>The softmax of the mean of p's hidden layer is the normalised exponential of the mean of log
   * p, because the output layer is linear.
   */
  @Override
  public CsrMatrix predictions(List<SparseInput> annotations, Phase.Planned phase) {
    DenseMatrix hidden = learning().hidden(annotations.get(0));
    if (annotations.size() > 1) {
      hidden = DenseMatrix.zeros(hidden.rows(), hidden.columns());
      SampleMean.of(annotations.size(), s -> learning().hidden(annotations.get(s)), hidden);
    }
    return learning()
        .output()
        .annotate(
            hidden,
            Approximations.meanPooling(),
            neighbors,
            settings.get(ANNOTATION_SIZE),
            random.derive("predictions").derive(phase.iteration()))
        .get(0);
  }

  @Override
  public void save(Checkpoint.Builder to) {
    to.state("q", q.state()).state("p", p == null ? null : p.state());
  }

  @Override
  public void restore(Checkpoint from) throws ModelFormatException {
    q.restore(from.state("q"));
    if (from.number("stage") > 0) {
      learning().restore(from.state("p"));
    }
  }
}
