package io.github.gmnn.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.GraphSurroundings;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
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
 * Embeddings by {@link PrincipalComponents}: every epoch is a round of these, and the vectors are
 * made at the end. One instance runs one fit, on one thread.
 *
 * @param <K> type of the nodes' keys
 */
final class PrincipalFit<K> extends Stage {
  private static final String KIND = "principal-component embedder";
  private static final String ENCODER = "encoder";

  private final Settings settings;
  private final Graph<K> graph;
  private final RandomStream random;
  private final Workers workers;
  private final FeatureScaling.Fitted scaling;
  private final EncoderInput input;
  private final int hops;
  private final int smoothing;
  private final PrincipalComponents components;
  private final Best best;
  private final EpochLoop loop;

  PrincipalFit(Settings settings, Graph<K> graph, BooleanSupplier stopRequested) {
    this(settings, graph, new Best("best"), stopRequested);
  }

  private PrincipalFit(
      Settings settings, Graph<K> graph, Best best, BooleanSupplier stopRequested) {
    super(new Phase.Planned(Phase.PRE_TRAINING, 0, settings.get(EmbedderSettings.EPOCHS)), best);
    this.settings = settings;
    this.graph = graph;
    this.best = best;
    this.random = RandomStream.of(settings.get(EmbedderSettings.SEED));
    this.workers = Workers.of(settings.get(EmbedderSettings.THREADS)).stoppedBy(stopRequested);
    this.scaling = settings.get(EmbedderSettings.FEATURE_SCALING).fit(graph);
    this.input = new EncoderInput(EncoderInput.undirected(graph), scaling.apply(graph.features()));
    GraphSurroundings surroundings =
        new GraphSurroundings(input, settings.get(EmbedderSettings.DIMENSIONS), workers);
    this.hops =
        settings.isSet(EmbedderSettings.HOPS)
            ? settings.get(EmbedderSettings.HOPS)
            : new HopChoice(surroundings, workers).choose();
    this.smoothing =
        settings.isSet(EmbedderSettings.SMOOTHING)
            ? settings.get(EmbedderSettings.SMOOTHING)
            : hops;
    this.components =
        new PrincipalComponents(
            surroundings,
            hops,
            settings.get(EmbedderSettings.DIMENSIONS),
            random.derive("directions"),
            workers);
    this.loop =
        new EpochLoop(
            settings.get(EmbedderSettings.PATIENCE),
            settings.get(EmbedderSettings.LISTENERS),
            stopRequested);
    loop.checkpoint(settings.get(EmbedderSettings.CHECKPOINT), path -> checkpoint().write(path));
  }

  @Override
  protected Trainable network() {
    return components;
  }

  @Override
  protected double train(int epoch, RandomStream epochRandom) {
    return components.round();
  }

  @Override
  protected @Nullable Score validate() {
    ToDoubleFunction<NodeEmbeddings<?>> metric = settings.get(EmbedderSettings.VALIDATION);
    double value = metric == null ? Double.NaN : metric.applyAsDouble(embeddings());
    return Double.isNaN(value) ? null : Score.of(value);
  }

  private NodeEmbeddings<K> embeddings() {
    NodeEncoder.Fitted fitted =
        NodeEncoder.fit(
            input,
            ModelState.Features.of(graph, scaling, false),
            components.weights(
                settings.get(EmbedderSettings.DIMENSIONS), random.derive("rotation")),
            hops,
            smoothing,
            workers);
    return new NodeEmbeddings<>(
        NodeIndex.of(graph.keys()), fitted.vectors(), fitted.encoder(), loop.history());
  }

  private Checkpoint checkpoint() {
    return new Checkpoint.Builder()
        .loop(loop, List.of(best))
        .state(ENCODER, components.state())
        .build(KIND, settings.describe().toString(), GraphFingerprint.of(graph), loop.history());
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  PrincipalFit<K> resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(KIND, settings.describe().toString(), GraphFingerprint.of(graph));
    from.resume(loop, List.of(best));
    try {
      loop.check(List.of(this));
      best.restoreTo(components); // a state of another shape is noticed now
      components.restore(from.state(ENCODER));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
    return this;
  }

  /** Runs the epochs and returns the embeddings: of the best epoch where it was validated. */
  NodeEmbeddings<K> run() {
    loop.run(List.of(this), random);
    best.restoreTo(components);
    NodeEmbeddings<K> embeddings = embeddings();
    if (!NetworkState.areFinite(embeddings.vectors().data())) {
      throw new ArithmeticException(
          "the embeddings are not finite: check the scale of the features");
    }
    return embeddings;
  }
}
