package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import java.util.Arrays;
import java.util.Objects;

/**
 * DeepWalk (Perozzi, Al-Rfou, Skiena, KDD 2014): embeddings from edges alone. Random walks start at
 * every node, and skip-gram with negative sampling learns to tell the nodes around a node on a walk
 * from nodes drawn at random, by how often walks come by to the power of 3/4.
 *
 * <pre>{@code
 * NodeEmbeddings<String> embeddings = DeepWalk.builder().seed(42).fit(graph);
 * }</pre>
 *
 * <p>Walks follow edges in their direction, the heavier the likelier, and end where no edge leads
 * on. A node without edges keeps a small random vector. The same seed gives the same embeddings,
 * whatever the threads.
 *
 * <p>Costs O(nodes · walks · length · window · negatives · dimensions) time and O(nodes ·
 * dimensions + edges) memory. Immutable and thread-safe.
 */
public final class DeepWalk {
  private static final double NEGATIVES_POWER = 0.75;
  private static final double LEAST_RATE_SHARE = 0.004;
  private static final int MIN_BATCH = 256;
  private static final int MAX_BATCH = 16_384;
  private static final int MAX_BATCH_NUMBERS = 1 << 26;

  /** What randomness is for. */
  private static final int INITIAL_VECTORS = 0;

  private static final int ORDER = 1;
  private static final int WALKS = 2;

  private final Builder settings;

  private DeepWalk(Builder settings) {
    this.settings = settings.copy();
  }

  /** Returns a builder with 128 dimensions, 10 walks of 40 nodes from each, and a window of 5. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Learns embeddings.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one edge; features and labels are ignored
   * @return a vector for each node
   * @throws IllegalArgumentException if the graph has no edges
   * @throws UnsupportedOperationException if its edges are implicit and too many to be walked along
   */
  public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.edgeCount() == 0) {
      throw new IllegalArgumentException(graph + " has no edges to walk along");
    }
    RandomStream random = RandomStream.of(settings.seed);
    DenseMatrix vectors = initialVectors(graph.nodeCount(), random);
    DenseMatrix outputs = DenseMatrix.zeros(graph.nodeCount(), settings.dimensions);
    learn(graph, vectors, outputs, random, (pass, rate) -> {});
    return NodeEmbeddings.of(graph.keys(), vectors);
  }

  /** Returns small random vectors, a row for each node. */
  DenseMatrix initialVectors(int nodes, RandomStream random) {
    DenseMatrix vectors = DenseMatrix.zeros(nodes, settings.dimensions);
    RandomStream initial = random.derive(INITIAL_VECTORS);
    for (int i = 0; i < vectors.data().length; i++) {
      vectors.data()[i] = (float) ((initial.nextDouble() - 0.5) / settings.dimensions);
    }
    return vectors;
  }

  /** What else learns the same vectors. */
  @FunctionalInterface
  interface BeforePass {
    /**
     * Called before each pass, in which a walk starts at every node.
     *
     * @param pass from 0
     * @param rate the learning rate by then
     */
    void run(int pass, double rate);
  }

  /** Learns vectors, and their counterparts as targets, from where they are. */
  void learn(
      Graph<?> graph,
      DenseMatrix vectors,
      DenseMatrix outputs,
      RandomStream random,
      BeforePass beforePass) {
    int nodes = graph.nodeCount();
    Workers workers = Workers.of(settings.threads);
    RandomWalks walks = new RandomWalks(graph.adjacency().matrix());
    AliasTable noise =
        new AliasTable(
            Arrays.stream(walks.visits()).map(v -> Math.pow(v, NEGATIVES_POWER)).toArray());
    int walksPerBatch = walksPerBatch(nodes);
    SkipGram skipGram =
        new SkipGram(
            vectors,
            outputs,
            walksPerBatch * settings.walkLength,
            2 * settings.window,
            settings.negatives,
            workers);
    int[] places = new int[walksPerBatch * settings.walkLength];
    long total = (long) nodes * settings.walksPerNode;
    for (int pass = 0; pass < settings.walksPerNode; pass++) {
      beforePass.run(pass, rate((double) pass / settings.walksPerNode));
      int[] order = shuffled(nodes, random.derive(ORDER).derive(pass));
      RandomStream ofPass = random.derive(WALKS).derive(pass);
      for (int first = 0; first < nodes; first += walksPerBatch) {
        int start = first;
        int count = Math.min(walksPerBatch, nodes - first);
        workers.forRows(
            count,
            (long) settings.walkLength * settings.window * settings.negatives,
            (from, to) -> {
              for (int w = from; w < to; w++) {
                int node = order[start + w];
                walk(
                    walks,
                    noise,
                    node,
                    w * settings.walkLength,
                    places,
                    skipGram,
                    ofPass.derive(node));
              }
            });
        double done = (double) ((long) pass * nodes + first) / total;
        skipGram.step(count * settings.walkLength, rate(done));
      }
    }
  }

  private double rate(double done) {
    return settings.learningRate * Math.max(LEAST_RATE_SHARE, 1 - done);
  }

  /**
   * Walks once and lays out its examples, one for each place, those after its end without targets.
   */
  private void walk(
      RandomWalks walks,
      AliasTable noise,
      int node,
      int start,
      int[] places,
      SkipGram skipGram,
      RandomStream random) {
    int length = walks.walk(node, places, start, settings.walkLength, random);
    for (int i = 0; i < settings.walkLength; i++) {
      skipGram.begin(start + i, places[start + Math.min(i, length - 1)]);
      if (i >= length) {
        continue;
      }
      int reach = 1 + random.nextInt(settings.window); // nearer nodes count more
      for (int j = Math.max(0, i - reach); j <= Math.min(length - 1, i + reach); j++) {
        if (j == i) {
          continue;
        }
        skipGram.add(start + i, places[start + j]);
        for (int k = 0; k < settings.negatives; k++) {
          skipGram.add(start + i, noise.draw(random));
        }
      }
    }
  }

  /**
   * How many walks learn from the same vectors: so few that a node is met about as often as it
   * would be in a few steps, and no more than memory allows. It depends on sizes alone.
   */
  private int walksPerBatch(int nodes) {
    long examples = Math.max(MIN_BATCH, Math.min(MAX_BATCH, nodes / 4));
    long numbersPerExample = 2L * settings.window * (1 + settings.negatives) + settings.dimensions;
    examples = Math.min(examples, MAX_BATCH_NUMBERS / numbersPerExample);
    return (int) Math.max(1, Math.min(nodes, examples / settings.walkLength));
  }

  private static int[] shuffled(int count, RandomStream random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Sets up a {@link DeepWalk}. */
  public static final class Builder extends MethodBuilder<Builder> {
    private static final int LONGEST_WALK = 10_000;
    private static final int MOST_TARGETS = 1_000;

    private int dimensions = 128;
    private int walksPerNode = 10;
    private int walkLength = 40;
    private int window = 5;
    private int negatives = 5;
    private double learningRate = 0.025;

    private Builder() {}

    /** Sets the length of the vectors; 128. */
    public Builder dimensions(int count) {
      dimensions = within(count, 1, 1 << 16, "dimensions");
      return this;
    }

    /** Sets how many walks start at each node; 10. */
    public Builder walksPerNode(int count) {
      walksPerNode = Checks.atLeast(1, count, "walksPerNode");
      return this;
    }

    /** Sets how many nodes a walk has, from 2 to 10,000; 40. */
    public Builder walkLength(int nodes) {
      walkLength = within(nodes, 2, LONGEST_WALK, "walkLength");
      return this;
    }

    /** Sets how far along a walk a node's targets are at most, up to 1,000; 5. */
    public Builder window(int steps) {
      window = within(steps, 1, MOST_TARGETS, "window");
      return this;
    }

    /** Sets how many nodes are drawn against each target, up to 1,000; 5. */
    public Builder negatives(int count) {
      negatives = within(count, 1, MOST_TARGETS, "negatives");
      return this;
    }

    /** Sets the learning rate at the start; 0.025. It falls linearly to nearly 0. */
    public Builder learningRate(double rate) {
      learningRate = Checks.positive(rate, "learningRate");
      return this;
    }

    private static int within(int value, int least, int most, String name) {
      Checks.argument(value >= least && value <= most, name, "in " + least + ".." + most, value);
      return value;
    }

    /** Returns the method with these settings. */
    public DeepWalk build() {
      return new DeepWalk(this);
    }

    /**
     * Builds it and learns embeddings; see {@link DeepWalk#fit}.
     *
     * @param <K> type of the nodes' keys
     */
    public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }
}
