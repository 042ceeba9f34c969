package io.github.gmnn.embedding;

import static io.github.gmnn.embedding.EmbedderSettings.ANNOTATION_SIZE;
import static io.github.gmnn.embedding.EmbedderSettings.APPROXIMATION;
import static io.github.gmnn.embedding.EmbedderSettings.CHECKPOINT;
import static io.github.gmnn.embedding.EmbedderSettings.DIMENSIONS;
import static io.github.gmnn.embedding.EmbedderSettings.EM_ITERATIONS;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Trainable;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.Activation;

/**
 * Neighbour prediction by q and its smoothing by p on one graph. One instance runs one fit, on one
 * thread. Weights and updater state of q and p go on from stage to stage.
 *
 * @param <K> type of the nodes' keys
 */
final class EmbeddingFit<K> {
  private static final String KIND = "embedder";

  private final Settings settings;
  private final Graph<K> graph;
  private final RandomStream random;
  private final Workers workers;
  private final SparseInput attributes;
  private final CsrMatrix neighbors;
  private final NodeBatches batches;
  private final NodePredictor q;
  private final Best bestPretrained = new Best("bestPretrained");
  private final Best bestInference = new Best("bestInference");
  private final Best bestLearning = new Best("bestLearning");
  private final EpochLoop loop;

  /** p, as large as q's output layer once more: made when the first M-step begins. */
  private @Nullable NodePredictor p;

  private List<SparseInput> annotations;

  /**
   * q as it was when it annotated: an E-step that goes on from a checkpoint needs its annotations
   * again, which are too large to keep. Null where no checkpoints are written.
   */
  private NetworkState annotator;

  EmbeddingFit(Settings settings, Graph<K> graph, BooleanSupplier stopRequested) {
    this.settings = settings;
    this.graph = graph;
    this.random = RandomStream.of(settings.get(EmbedderSettings.SEED));
    this.workers = Workers.of(settings.get(EmbedderSettings.THREADS));
    this.attributes =
        new SparseInput(settings.get(EmbedderSettings.FEATURE_SCALING).apply(graph.features()));
    this.neighbors =
        NeighborTargets.within(
            graph.adjacency().matrix(),
            settings.get(EmbedderSettings.DEPTH),
            settings.get(EmbedderSettings.MAX_TARGETS),
            random.derive("targets"));
    this.batches = new NodeBatches(graph.nodeCount(), settings.get(EmbedderSettings.BATCH_SIZE));
    this.q = predictor(attributes.columns(), random.derive("initial q"));
    this.loop =
        new EpochLoop(
            settings.get(EmbedderSettings.PATIENCE),
            settings.get(EmbedderSettings.LISTENERS),
            stopRequested);
    loop.checkpoint(settings.get(CHECKPOINT), path -> checkpoint().write(path));
  }

  private List<Best> bests() {
    return List.of(bestPretrained, bestInference, bestLearning);
  }

  private Checkpoint checkpoint() {
    return new Checkpoint.Builder()
        .loop(loop, bests())
        .state("q", q.state())
        .state("p", p == null ? null : p.state())
        .state("annotator", annotator)
        .build(KIND, settings.describe().toString(), GraphFingerprint.of(graph), loop.history());
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  EmbeddingFit<K> resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(KIND, settings.describe().toString(), GraphFingerprint.of(graph));
    from.resume(loop, bests());
    try {
      loop.check(stages());
      (bestInference.exists() ? bestInference : bestPretrained).restoreTo(q); // its shape is right
      q.restore(from.state("q"));
      if (from.number("stage") > 0) {
        learningNetwork().restore(from.state("p"));
        annotator = from.state("annotator");
      }
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
    return this;
  }

  private NodePredictor learningNetwork() {
    if (p == null) {
      p = predictor(graph.nodeCount(), random.derive("initial p"));
    }
    return p;
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

  /** Runs the stages and returns the embeddings of q: of its best epoch where it was validated. */
  NodeEmbeddings<K> run() {
    loop.run(stages(), random);
    (bestInference.exists() ? bestInference : bestPretrained).restoreTo(q);
    NodeEmbeddings<K> embeddings = embeddings();
    if (!NetworkState.areFinite(embeddings.vectors().data())) {
      throw new ArithmeticException( // finite weights may still be too large to embed with
          "the embeddings are not finite: lower the updater's learning rate, or check the scale of"
              + " the features");
    }
    return embeddings.withHistory(loop.history());
  }

  private List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    stages.add(new PreTraining());
    for (int iteration = 1; iteration <= settings.get(EM_ITERATIONS); iteration++) {
      stages.add(new MStep(iteration));
      stages.add(new EStep(iteration));
    }
    return stages;
  }

  private NodeEmbeddings<K> embeddings() {
    return new NodeEmbeddings<>(graph.nodeIndex(), q.hidden(attributes).copy());
  }

  private double validation() {
    ToDoubleFunction<NodeEmbeddings<?>> metric = settings.get(EmbedderSettings.VALIDATION);
    return metric == null ? Double.NaN : metric.applyAsDouble(embeddings());
  }

  /** q learns to predict the nodes around each node. */
  private final class PreTraining extends Stage {
    PreTraining() {
      super(Phase.PRE_TRAINING, 0, settings.get(EmbedderSettings.PRETRAIN_EPOCHS), bestPretrained);
    }

    @Override
    protected Trainable network() {
      return q;
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return q.train(attributes, neighbors, epoch, epochRandom);
    }

    @Override
    protected double validate() {
      return validation();
    }

    @Override
    protected void end() {
      bestPretrained.restoreTo(q);
      if (settings.get(EM_ITERATIONS) > 0) {
        settings.get(EmbedderSettings.BEFORE_EM).accept(embeddings());
      }
    }
  }

  /** p learns to predict a node's annotation from those around it. */
  private final class MStep extends Stage {
    MStep(int iteration) {
      super(Phase.M_STEP, iteration, settings.get(EmbedderSettings.LEARNING_EPOCHS), bestLearning);
    }

    @Override
    protected Trainable network() {
      return learningNetwork();
    }

    @Override
    protected void begin(boolean resumed) {
      if (settings.get(CHECKPOINT) != null) {
        annotator = q.state();
      }
      annotate(iteration());
    }

    /** Where there are several annotations, epochs take them in turn. */
    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      SparseInput annotation = annotations.get(epoch % annotations.size());
      return learningNetwork().train(annotation, annotation.matrix(), epoch, epochRandom);
    }
  }

  private void annotate(int iteration) {
    annotations =
        q
            .output()
            .annotate(
                q.hidden(attributes),
                settings.get(APPROXIMATION),
                neighbors,
                settings.get(ANNOTATION_SIZE),
                random.derive("annotation").derive(iteration))
            .stream()
            .map(SparseInput::new)
            .toList();
  }

  /**
   * q learns p's predictions. They are computed once and kept sparse, a node's likeliest classes
   * only: computed anew in every epoch they would add a third to its cost.
   */
  private final class EStep extends Stage {
    private CsrMatrix targets;

    EStep(int iteration) {
      super(
          Phase.E_STEP, iteration, settings.get(EmbedderSettings.INFERENCE_EPOCHS), bestInference);
    }

    @Override
    protected Trainable network() {
      return q;
    }

    @Override
    protected void begin(boolean resumed) {
      if (resumed) {
        NetworkState now = q.state();
        q.restore(annotator);
        annotate(iteration());
        q.restore(now);
      }
      targets =
          p.output()
              .annotate(
                  meanHidden(p, annotations),
                  Approximations.meanPooling(),
                  neighbors,
                  settings.get(ANNOTATION_SIZE),
                  random.derive("predictions").derive(iteration()))
              .get(0);
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return q.train(attributes, targets, epoch, epochRandom);
    }

    @Override
    protected double validate() {
      return validation();
    }
  }

  /**
   * The mean of p's hidden layer over several annotations. Its softmax is the normalised
   * exponential of the mean of log p, which Eq. 10 asks for, because the output layer is linear.
   */
  private static DenseMatrix meanHidden(NodePredictor p, List<SparseInput> annotations) {
    DenseMatrix mean = p.hidden(annotations.get(0));
    if (annotations.size() == 1) {
      return mean;
    }
    mean = mean.copy();
    float[] sum = mean.data();
    for (SparseInput annotation : annotations.subList(1, annotations.size())) {
      float[] hidden = p.hidden(annotation).data();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += hidden[i];
      }
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] /= annotations.size();
    }
    return mean;
  }
}
