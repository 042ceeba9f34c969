package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.internal.TrainablePair;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Score;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * Deep Graph Infomax (Veličković et al., ICLR 2019): embeddings from features and edges, without
 * labels. A graph convolution learns to give nodes vectors by which they can be told from those of
 * a corrupted graph, where every node has the features of another, given a summary of all nodes.
 *
 * <pre>{@code
 * NodeEmbeddings<String> embeddings = DeepGraphInfomax.builder().seed(42).fit(graph);
 * }</pre>
 *
 * <p>Training ends when the loss has not fallen for a number of epochs, and the epoch with the
 * lowest loss is kept. Labels of the graph are not looked at. The same seed gives the same
 * embeddings, whatever the threads.
 *
 * <p>An epoch costs O((non-zeros of the features + edges) · dimensions), twice. Immutable and
 * thread-safe.
 */
public final class DeepGraphInfomax {
  private final Builder settings;

  private DeepGraphInfomax(Builder settings) {
    this.settings = settings.copy();
  }

  /**
   * Returns a builder with the settings of the released code: 512 dimensions, Adam 0.001, at most
   * 10,000 epochs, features in rows that sum to 1. What listeners are told as validation is the
   * loss with its sign turned.
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Learns embeddings. If the calling thread is interrupted, the fit ends after the current epoch
   * with the embeddings of the best epoch so far, and the thread's interrupt stays set.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph of at least two nodes
   * @return a vector for each node
   * @throws IllegalArgumentException if the graph has one node only
   * @throws ArithmeticException if the loss is no longer finite
   */
  public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.nodeCount() < 2) {
      throw new IllegalArgumentException(
          graph + " has no other node to take features from: embeddings need at least 2 nodes");
    }
    return FitThread.run(stop -> new Fit<>(graph, stop).run());
  }

  /** One fit. */
  private final class Fit<K> extends EpochsFit<K> {
    private final SparseInput attributes;
    private final GraphNetwork encoder;
    private final Discriminator discriminator;
    private final Trainable both;
    private double loss;

    Fit(Graph<K> graph, BooleanSupplier stopRequested) {
      super(graph, settings, settings.patience, stopRequested);
      int dimensions = settings.dimensions;
      IUpdater updater = settings.updater;
      this.attributes = new SparseInput(settings.featureScaling.apply(graph));
      this.encoder =
          new GraphNetwork(
              new NetworkDefinition(
                  List.of(ShuffledConvLayer.builder().nOut(dimensions).hasBias(true).build()),
                  updater,
                  0),
              graph.adjacency(),
              attributes.columns(),
              dimensions,
              workers);
      encoder.initialize(random.derive("encoder"));
      this.discriminator =
          new Discriminator(graph.nodeCount(), dimensions, updater, random.derive("discriminator"));
      this.both = new TrainablePair(encoder, discriminator, Discriminator.PARAMETERS);
    }

    NodeEmbeddings<K> run() {
      TrainingHistory history = runEpochs();
      DenseMatrix vectors = encoder.evaluate(attributes).copy();
      discriminator.activate(vectors, vectors, workers);
      return NodeEmbeddings.of(graph.keys(), vectors).withHistory(history);
    }

    @Override
    protected Trainable network() {
      return both;
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      loss = encoder.step(attributes, discriminator, epoch, epochRandom);
      discriminator.update();
      return loss;
    }

    /** The lower the loss, the better. */
    @Override
    protected Score validate() {
      return Score.of(-loss);
    }
  }

  /** Sets up a {@link DeepGraphInfomax}. */
  public static final class Builder extends EpochsBuilder<Builder> {
    private int dimensions = 512;
    private int patience = 20;

    private Builder() {
      super(10_000, new Adam(0.001), FeatureScaling.ROW);
    }

    /** Sets the length of the vectors; 512. */
    public Builder dimensions(int count) {
      dimensions = Checks.atLeast(1, count, "dimensions");
      return this;
    }

    /** Sets after how many epochs without a lower loss training ends; 20. */
    public Builder patience(int count) {
      patience = Checks.atLeast(1, count, "patience");
      return this;
    }

    /** Returns the method with these settings. */
    public DeepGraphInfomax build() {
      return new DeepGraphInfomax(this);
    }

    /**
     * Builds it and learns embeddings; see {@link DeepGraphInfomax#fit}.
     *
     * @param <K> type of the nodes' keys
     */
    public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }
}
