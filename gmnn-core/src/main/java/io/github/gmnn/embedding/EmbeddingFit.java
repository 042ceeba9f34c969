package io.github.gmnn.embedding;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.Encoder;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.sparse.Workers;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.nd4j.linalg.activations.Activation;

/**
 * Neighbour prediction by q and its smoothing by p on one graph. One instance runs one fit, on one
 * thread. Weights and updater state of q and p go on from phase to phase.
 */
final class EmbeddingFit {
  /** What each stream of random numbers below the seed's is for. */
  private enum Use {
    INITIAL_Q,
    INITIAL_P,
    TARGETS,
    ANNOTATION,
    PRE_TRAINING,
    M_STEP,
    E_STEP
  }

  /** One epoch of a phase. */
  @FunctionalInterface
  private interface Step {
    double train(int epoch, RandomStream random);
  }

  private final EmbedderSettings settings;
  private final Graph graph;
  private final BooleanSupplier stopRequested;
  private final long start = System.nanoTime();
  private final RandomStream random;
  private final Workers workers;
  private final SparseInput attributes;
  private final CsrMatrix neighbors;
  private final NodePredictor q;
  private boolean stopped;

  EmbeddingFit(EmbedderSettings settings, Graph graph, BooleanSupplier stopRequested) {
    this.settings = settings;
    this.graph = graph;
    this.stopRequested = stopRequested;
    this.random = RandomStream.of(settings.seed());
    this.workers = Workers.of(settings.threads());
    this.attributes = new SparseInput(settings.featureScaling().apply(graph.features()));
    this.neighbors =
        NeighborTargets.within(
            graph.adjacency().matrix(),
            settings.depth(),
            settings.maxTargets(),
            stream(Use.TARGETS));
    this.q = predictor(attributes.columns(), stream(Use.INITIAL_Q));
  }

  private RandomStream stream(Use use) {
    return random.derive(use.ordinal());
  }

  private NodePredictor predictor(int inputs, RandomStream initial) {
    int units = settings.dimensions();
    GraphConvLayer.PlainBuilder<GraphConvLayer> first =
        GraphConvLayer.builder().nOut(units).activation(Activation.RELU);
    if (settings.dropout() > 0) {
      first.dropOut(1 - settings.dropout());
    }
    NetworkDefinition layers =
        new NetworkDefinition(
            List.of(
                first.build(),
                GraphConvLayer.builder().nOut(units).activation(Activation.RELU).build()),
            settings.updater(),
            settings.weightDecay(graph.nodeCount()));
    return new NodePredictor(
        new Encoder(layers, graph.adjacency(), inputs, units, initial.derive(0), workers),
        softmax(initial.derive(1)));
  }

  private NodeSoftmax softmax(RandomStream initial) {
    int nodes = graph.nodeCount();
    return settings.softmax().isExact(nodes)
        ? new BlockedSoftmax(
            nodes,
            settings.dimensions(),
            settings.updater(),
            settings.weightDecay(graph.nodeCount()),
            initial,
            workers)
        : new SampledSoftmax(
            nodes,
            settings.dimensions(),
            settings.negatives(),
            settings.updater(),
            settings.weightDecay(graph.nodeCount()),
            initial,
            workers);
  }

  /** Runs the phases and returns the embeddings of q as it is then, or when stopped. */
  NodeEmbeddings run() {
    runEpochs(
        Phase.PRE_TRAINING,
        0,
        settings.pretrainEpochs(),
        (epoch, epochRandom) -> q.train(attributes, neighbors, epochRandom));
    if (settings.emIterations() > 0 && !stopped) {
      settings.beforeEm().accept(embeddings());
      NodePredictor p = predictor(graph.nodeCount(), stream(Use.INITIAL_P));
      for (int iteration = 1; iteration <= settings.emIterations() && !stopped; iteration++) {
        List<SparseInput> annotations = mStep(p, iteration);
        if (!stopped) {
          eStep(p, annotations, iteration);
        }
      }
    }
    return embeddings();
  }

  private NodeEmbeddings embeddings() {
    DenseMatrix vectors = q.hidden(attributes).copy();
    for (float value : vectors.data()) {
      if (!Float.isFinite(value)) {
        throw new ArithmeticException(
            "the embeddings are not finite: lower the updater's learning rate, or check the scale"
                + " of the features");
      }
    }
    return new NodeEmbeddings(graph.nodeIndex(), vectors);
  }

  /** Trains p to predict a node's annotation from those around it. */
  private List<SparseInput> mStep(NodePredictor p, int iteration) {
    List<SparseInput> annotations =
        q
            .output()
            .annotate(
                q.hidden(attributes),
                settings.approximation(),
                neighbors,
                settings.annotationSize(),
                stream(Use.ANNOTATION).derive(iteration))
            .stream()
            .map(SparseInput::new)
            .toList();
    runEpochs(
        Phase.M_STEP,
        iteration,
        settings.learningEpochs(),
        (epoch, epochRandom) -> {
          SparseInput annotation = annotations.get(epoch % annotations.size());
          return p.train(annotation, annotation.matrix(), epochRandom);
        });
    return annotations;
  }

  /**
   * Trains q towards p's predictions. They are computed once and kept sparse, a node's likeliest
   * classes only: computed anew in every epoch they would add a third to its cost.
   */
  private void eStep(NodePredictor p, List<SparseInput> annotations, int iteration) {
    CsrMatrix targets =
        p.output()
            .annotate(
                meanHidden(p, annotations),
                Approximations.meanPooling(),
                neighbors,
                settings.annotationSize(),
                stream(Use.ANNOTATION).derive(iteration).derive(1))
            .get(0);
    runEpochs(
        Phase.E_STEP,
        iteration,
        settings.inferenceEpochs(),
        (epoch, epochRandom) -> q.train(attributes, targets, epochRandom));
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

  private void runEpochs(Phase phase, int iteration, int epochs, Step step) {
    RandomStream phaseRandom = stream(Use.valueOf(phase.name())).derive(iteration);
    for (int epoch = 1; epoch <= epochs && !stopped; epoch++) {
      long before = System.nanoTime();
      double loss = step.train(epoch, phaseRandom.derive(epoch));
      long after = System.nanoTime();
      if (!Double.isFinite(loss)) {
        throw new ArithmeticException(
            "the loss is "
                + loss
                + " in epoch "
                + epoch
                + " of "
                + phase
                + ": lower the updater's learning rate, or check the scale of the features");
      }
      EpochReport report =
          new EpochReport(
              phase,
              iteration,
              epoch,
              epochs,
              loss,
              Double.NaN,
              Duration.ofNanos(after - before),
              Duration.ofNanos(after - start));
      for (GmnnListener listener : settings.listeners()) {
        stopped |= !listener.onEpoch(report);
      }
      stopped |= stopRequested.getAsBoolean();
    }
  }
}
