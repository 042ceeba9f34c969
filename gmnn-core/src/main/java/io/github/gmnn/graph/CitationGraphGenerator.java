package io.github.gmnn.graph;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Generates data that looks like a citation graph, for examples, tests and benchmarks that must not
 * depend on files. Papers have topics and mostly cite papers of their own topic; a few are cited
 * often; their words reveal the topic only in part.
 *
 * <p>Every paper cites at least one other. Who is cited follows a power law, and a citation stays
 * within the topic with the probability of {@link Builder#homophily}. A paper's words come from its
 * topic's vocabulary with the probability of {@link Builder#topicality}, else from all words; the
 * words of a topic follow Zipf's law, and topics overlap. The keys of nodes are the integers from
 * 0. Equal settings give equal data on every machine. Costs time in proportion to edges and words.
 *
 * <pre>{@code
 * Dataset<Integer> data = CitationGraphGenerator.builder().nodes(2_000).seed(1).build().generate();
 * }</pre>
 */
public final class CitationGraphGenerator {
  /** How fast citations fall off with a paper's rank: degrees follow a power law of 1 + 1/0.7. */
  private static final double DEGREE_SKEW = 0.7;

  /** The part of all words that one topic draws from. */
  private static final double VOCABULARY_SHARE = 0.3;

  private final int nodes;
  private final int classes;
  private final double edgesPerNode;
  private final double homophily;
  private final int words;
  private final int wordsPerNode;
  private final double topicality;
  private final int trainPerClass;
  private final int validation;
  private final long seed;

  private CitationGraphGenerator(Builder builder) {
    nodes = builder.nodes;
    classes = builder.classes;
    edgesPerNode = builder.edgesPerNode;
    homophily = builder.homophily;
    words = builder.words;
    wordsPerNode = builder.wordsPerNode;
    topicality = builder.topicality;
    trainPerClass = builder.trainPerClass;
    validation = builder.validation;
    seed = builder.seed;
  }

  /**
   * Returns a builder with the default settings. They are about as hard as the public citation
   * sets: label propagation gets some 73% of the test nodes right, a graph convolutional network
   * 85%, and a network that sees words alone 44%.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the generated data; the nodes in neither training nor validation are for testing. */
  public Dataset<Integer> generate() {
    RandomStream random = RandomStream.of(seed);
    int[] topics = topics(random.derive(0));
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < nodes; node++) {
      labels.put(node, className(topics[node]));
    }
    int test = nodes - classes * trainPerClass - validation;
    Splits.Split<Integer> split =
        Splits.perClass(labels, trainPerClass, validation, test, random.derive(1).nextLong());
    List<String> classNames = IntStream.range(0, classes).mapToObj(this::className).toList();
    Map<Integer, String> known = new LinkedHashMap<>();
    split.trainKeys().forEach(key -> known.put(key, labels.get(key)));
    split.validationKeys().forEach(key -> known.put(key, labels.get(key)));
    Map<Integer, String> testLabels = new LinkedHashMap<>();
    split.testKeys().forEach(key -> testLabels.put(key, labels.get(key)));
    Graph<Integer> graph =
        edges(topics, random.derive(2))
            .withFeatures(bagsOfWords(topics, random.derive(3)))
            .withClasses(classNames)
            .withLabels(known, split.validationKeys());
    return new Dataset<>("generated", graph, testLabels);
  }

  private String className(int topic) {
    return "topic-" + topic;
  }

  /** Topics in turn, dealt out at random: class sizes differ by one at most. */
  private int[] topics(RandomStream random) {
    int[] topics = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      topics[node] = node % classes;
    }
    for (int i = nodes; i > 1; i--) {
      int j = random.nextInt(i);
      int swapped = topics[i - 1];
      topics[i - 1] = topics[j];
      topics[j] = swapped;
    }
    return topics;
  }

  private Graph<Integer> edges(int[] topics, RandomStream random) {
    int[][] members = new int[classes][];
    for (int c = 0; c < classes; c++) {
      int topic = c;
      members[c] = IntStream.range(0, nodes).filter(node -> topics[node] == topic).toArray();
    }
    // All topics have the same ranks (but for the last): one table of cumulative weights will do.
    double[] ranks = cumulative(members[0].length, DEGREE_SKEW);
    int count = (int) Math.min(Limits.MAX_NON_ZEROS / 2, Math.round(nodes * edgesPerNode));
    int[] sources = new int[count];
    int[] targets = new int[count];
    for (int e = 0; e < count; e++) {
      int source =
          e < nodes ? e : pick(members[random.nextInt(classes)], ranks, random.nextDouble());
      int topic = topics[source];
      if (random.nextDouble() >= homophily) {
        topic = (topic + 1 + random.nextInt(classes - 1)) % classes;
      }
      int target = source;
      while (target == source) {
        target = pick(members[topic], ranks, random.nextDouble());
      }
      sources[e] = source;
      targets[e] = target;
    }
    return Graph.ofEdges(nodes, sources, targets, null);
  }

  private CsrMatrix bagsOfWords(int[] topics, RandomStream random) {
    int vocabularySize = (int) Math.max(1, Math.round(words * VOCABULARY_SHARE));
    int[][] vocabularies = new int[classes][];
    for (int c = 0; c < classes; c++) {
      vocabularies[c] = someWords(vocabularySize, random.derive(c));
    }
    double[] ranks = cumulative(vocabularySize, 1);
    int[] allWords = someWords(words, random.derive(-1));
    double[] allRanks = cumulative(words, 1);
    RandomStream draws = random.derive(-2);
    int[] pointers = new int[nodes + 1];
    int[] columns =
        new int[Limits.checkNonZeros((long) nodes * wordsPerNode, "the generated words")];
    // A word has the number of the last node that drew it, so that nothing is cleared between them.
    int[] drawnBy = new int[words];
    for (int node = 0; node < nodes; node++) {
      int start = pointers[node];
      int end = start;
      // A bounded number of draws, so that a paper of rare words ends up with a few words fewer.
      for (int draw = 0; draw < 4 * wordsPerNode && end - start < wordsPerNode; draw++) {
        int word =
            draws.nextDouble() < topicality
                ? pick(vocabularies[topics[node]], ranks, draws.nextDouble())
                : pick(allWords, allRanks, draws.nextDouble());
        if (drawnBy[word] != node + 1) {
          drawnBy[word] = node + 1;
          columns[end++] = word;
        }
      }
      Arrays.sort(columns, start, end);
      pointers[node + 1] = end;
    }
    return CsrMatrix.ofOnes(nodes, words, pointers, columns);
  }

  /** The first words of a random order of all. */
  private int[] someWords(int count, RandomStream random) {
    int[] order = IntStream.range(0, words).toArray();
    for (int i = 0; i < count; i++) {
      int j = i + random.nextInt(words - i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Arrays.copyOf(order, count);
  }

  /** Sums of the weights 1 / rank^skew, as parts of the whole. */
  private static double[] cumulative(int count, double skew) {
    double[] sums = new double[count];
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      // StrictMath: the same bits on every machine.
      sum += 1 / StrictMath.pow(rank + 1, skew);
      sums[rank] = sum;
    }
    for (int rank = 0; rank < count; rank++) {
      sums[rank] /= sum;
    }
    return sums;
  }

  private static int pick(int[] items, double[] cumulative, double uniform) {
    int found = Arrays.binarySearch(cumulative, uniform);
    int rank = found >= 0 ? found + 1 : -found - 1;
    return items[Math.min(rank, items.length - 1)];
  }

  /** Settings of the generator; all have defaults. */
  public static final class Builder {
    private int nodes = 2_000;
    private int classes = 6;
    private double edgesPerNode = 2.2;
    private double homophily = 0.75;
    private int words = 500;
    private int wordsPerNode = 18;
    private double topicality = 0.12;
    private int trainPerClass = 20;
    private int validation = 300;
    private long seed = 1;

    private Builder() {}

    /** Sets the number of nodes (2,000). */
    public Builder nodes(int count) {
      nodes = count;
      return this;
    }

    /** Sets the number of classes (6), at least 2. */
    public Builder classes(int count) {
      classes = count;
      return this;
    }

    /**
     * Sets the number of edges drawn per node (2.2), at least 1; those drawn twice count once, so a
     * few per cent fewer come out.
     */
    public Builder edgesPerNode(double count) {
      edgesPerNode = count;
      return this;
    }

    /** Sets the part of edges that stay within a class (0.75), in 0..1; less is harder. */
    public Builder homophily(double share) {
      homophily = share;
      return this;
    }

    /** Sets the number of distinct words, which are the features (500). */
    public Builder words(int count) {
      words = count;
      return this;
    }

    /** Sets the number of words of a node (18). */
    public Builder wordsPerNode(int count) {
      wordsPerNode = count;
      return this;
    }

    /** Sets the part of a node's words that come from its topic (0.12), in 0..1; less is harder. */
    public Builder topicality(double share) {
      topicality = share;
      return this;
    }

    /** Sets the number of training nodes of each class (20). */
    public Builder trainPerClass(int count) {
      trainPerClass = count;
      return this;
    }

    /** Sets the number of validation nodes (300). */
    public Builder validation(int count) {
      validation = count;
      return this;
    }

    /** Sets the seed that fixes everything drawn (1). */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /**
     * Returns the generator.
     *
     * @throws IllegalArgumentException if a setting is out of its range, or nodes are too few for
     *     the classes and the split
     */
    public CitationGraphGenerator build() {
      Checks.atLeast(2, classes, "classes");
      Checks.argument(edgesPerNode >= 1, "edgesPerNode", "at least 1", edgesPerNode);
      Checks.share(homophily, "homophily");
      Checks.share(topicality, "topicality");
      Checks.atLeast(1, words, "words");
      Checks.argument(
          wordsPerNode >= 1 && wordsPerNode <= words,
          "wordsPerNode",
          "in 1.." + words,
          wordsPerNode);
      Checks.atLeast(1, trainPerClass, "trainPerClass");
      Checks.atLeast(0, validation, "validation");
      long needed = Math.max(2L * classes, (long) classes * (trainPerClass + 1L) + validation);
      Checks.argument(
          nodes >= needed,
          "nodes",
          "at least "
              + needed
              + " for "
              + classes
              + " classes of "
              + trainPerClass
              + " training nodes and "
              + validation
              + " validation nodes",
          nodes);
      return new CitationGraphGenerator(this);
    }
  }
}
