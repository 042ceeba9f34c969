package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Score;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings by what two views of a graph agree on: random propagation as a linear encoder, trained
 * by {@link ViewCorrelation}. On a large graph updates see a part of it, every few epochs another
 * one: the encoder has no more weights for it. One instance runs one fit, on one thread.
 *
 * @param <K> type of the nodes' keys
 */
final class TwoViewsFit<K> extends Stage {
  private static final String KIND = "two-view embedder";
  private static final String ENCODER = "encoder";

  /** So often a large graph shows another part. */
  private static final int EPOCHS_PER_PART = 5;

  private final Settings settings;
  private final Graph<K> graph;
  private final RandomStream random;
  private final Workers workers;
  private final FeatureScaling.Fitted scaling;
  private final EncoderInput input;
  private final Best best;
  private final EpochLoop loop;
  private int part = -1;

  @SuppressWarnings("NullAway.Init") // see() makes all three
  private GraphNetwork network;

  @SuppressWarnings("NullAway.Init")
  private SparseInput attributes;

  @SuppressWarnings("NullAway.Init")
  private ViewCorrelation objective;

  TwoViewsFit(Settings settings, Graph<K> graph, BooleanSupplier stopRequested) {
    this(settings, graph, new Best("best"), stopRequested);
  }

  private TwoViewsFit(Settings settings, Graph<K> graph, Best best, BooleanSupplier stopRequested) {
    super(new Phase.Planned(Phase.PRE_TRAINING, 0, settings.get(EmbedderSettings.EPOCHS)), best);
    this.settings = settings;
    this.graph = graph;
    this.best = best;
    this.random = RandomStream.of(settings.get(EmbedderSettings.SEED));
    this.workers = Workers.of(settings.get(EmbedderSettings.THREADS));
    this.scaling = settings.get(EmbedderSettings.FEATURE_SCALING).fit(graph);
    this.input = new EncoderInput(EncoderInput.undirected(graph), scaling.apply(graph.features()));
    this.loop =
        new EpochLoop(
            settings.get(EmbedderSettings.PATIENCE),
            settings.get(EmbedderSettings.LISTENERS),
            stopRequested);
    loop.checkpoint(settings.get(EmbedderSettings.CHECKPOINT), path -> checkpoint().write(path));
    see(0);
    network.initialize(random.derive(ENCODER));
  }

  /** Attaches the network to a part of the graph; to all of it where that is small enough. */
  private void see(int newPart) {
    int most = settings.get(EmbedderSettings.PART_NODES);
    boolean whole = graph.nodeCount() <= most;
    if (newPart == part || whole && part >= 0) {
      return;
    }
    EncoderInput seen = whole ? input : input.part(most, random.derive("part").derive(newPart));
    int dimensions = settings.get(EmbedderSettings.DIMENSIONS);
    RandomPropagationLayer layer =
        RandomPropagationLayer.builder()
            .nOut(dimensions)
            .order(settings.get(EmbedderSettings.HOPS))
            .nodeDropout(0)
            .columnDropout(settings.get(EmbedderSettings.COLUMN_DROPOUT))
            .edgeDropout(settings.get(EmbedderSettings.EDGE_DROPOUT))
            .weightInit(GraphLayers.glorotUniform())
            .build();
    GraphNetwork next =
        new GraphNetwork(
            new NetworkDefinition(List.of(layer), settings.get(EmbedderSettings.UPDATER), 0),
            seen.adjacency(),
            seen.features().columns(),
            dimensions,
            workers);
    if (part >= 0) {
      next.restore(network.state());
    }
    part = newPart;
    network = next;
    attributes = new SparseInput(seen.features());
    objective =
        new ViewCorrelation(
            seen.adjacency().nodes(),
            dimensions,
            settings.get(EmbedderSettings.COUNTED_NODES),
            settings.get(EmbedderSettings.DECORRELATION));
  }

  @Override
  protected Trainable network() {
    return network;
  }

  @Override
  protected double train(int epoch, RandomStream epochRandom) {
    see((epoch - 1) / EPOCHS_PER_PART);
    return network.step(attributes, objective, epoch, epochRandom);
  }

  @Override
  protected @Nullable Score validate() {
    ToDoubleFunction<NodeEmbeddings<?>> metric = settings.get(EmbedderSettings.VALIDATION);
    double value = metric == null ? Double.NaN : metric.applyAsDouble(embeddings());
    return Double.isNaN(value) ? null : Score.of(value);
  }

  private NodeEmbeddings<K> embeddings() {
    DenseMatrix weights =
        DenseMatrix.wrap(
            input.features().columns(),
            settings.get(EmbedderSettings.DIMENSIONS),
            network.parameters()[0]);
    NodeEncoder.Fitted fitted =
        NodeEncoder.fit(
            input,
            ModelState.Features.of(graph, scaling, false),
            weights,
            settings.get(EmbedderSettings.HOPS),
            settings.get(EmbedderSettings.SMOOTHING),
            workers);
    return new NodeEmbeddings<>(
        NodeIndex.of(graph.keys()), fitted.vectors(), fitted.encoder(), loop.history());
  }

  private Checkpoint checkpoint() {
    return new Checkpoint.Builder()
        .loop(loop, List.of(best))
        .state(ENCODER, network.state())
        .build(KIND, settings.describe().toString(), GraphFingerprint.of(graph), loop.history());
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  TwoViewsFit<K> resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(KIND, settings.describe().toString(), GraphFingerprint.of(graph));
    from.resume(loop, List.of(best));
    try {
      loop.check(List.of(this));
      best.restoreTo(network); // a state of another shape is noticed now
      network.restore(from.state(ENCODER));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
    return this;
  }

  /** Runs the epochs and returns the embeddings: of the best epoch where it was validated. */
  NodeEmbeddings<K> run() {
    loop.run(List.of(this), random);
    best.restoreTo(network);
    NodeEmbeddings<K> embeddings = embeddings();
    if (!NetworkState.areFinite(embeddings.vectors().data())) {
      throw new ArithmeticException(
          "the embeddings are not finite: lower the updater's learning rate, or check the scale of"
              + " the features");
    }
    return embeddings;
  }
}
