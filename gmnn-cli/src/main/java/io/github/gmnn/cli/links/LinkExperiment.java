package io.github.gmnn.cli.links;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.baseline.embedding.DeepWalk;
import io.github.gmnn.baseline.relational.RelationalClassifier;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.RatingsReader;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.ValidationMetric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.nd4j.linalg.learning.config.Adam;

/**
 * Link classification: is a rating between two users clearly positive or clearly negative? Ratings
 * above 3 and below -3 are labelled, the rest are links without labels (section 5.3 of the paper).
 */
public final class LinkExperiment {
  /** The label of ratings above 3. */
  public static final String POSITIVE = "positive";

  /** The label of ratings below -3. */
  public static final String NEGATIVE = "negative";

  private static final double THRESHOLD = 3;
  private static final int TRAIN = 100;
  private static final int VALIDATION = 500;
  private static final int FEWEST_OF_A_LABEL = 10;

  /** What is compared. */
  public enum LinkMethod {
    /** Labels spread over the line graph. */
    LABEL_PROPAGATION("label-propagation"),
    /** Labels spread between links of the same source and of the same target. */
    TYPED_LABEL_PROPAGATION("label-propagation-typed"),
    /** A probabilistic relational model on the line graph. */
    PRM("prm"),
    /** A relational Markov network on the line graph. */
    RMN("rmn"),
    /** A Markov logic network on the line graph. */
    MLN("mln"),
    /** Logistic regression on embeddings of both ends by random walks. */
    DEEPWALK("deepwalk"),
    /** One bit of each link: is there one in the other direction? */
    REVERSE_LINK("reverse-link"),
    /** Logistic regression on the features of q, with the penalty that validation chooses. */
    LOGISTIC_REGRESSION("logistic-regression"),
    /** q by itself, for as many epochs as it has in GMNN. */
    INFERENCE_NETWORK("gcn"),
    /** GMNN whose p is that of the settings. */
    GMNN("gmnn"),
    /** GMNN whose p sees the ends of links beside labels. */
    GMNN_WITH_ATTRIBUTES("gmnn-attributes-in-p");

    private final String label;

    LinkMethod(String label) {
      this.label = label;
    }

    /** Returns the method's name in tables and JSON. */
    public String label() {
      return label;
    }
  }

  /** Whose settings. */
  public enum LinkPreset {
    /** The library's for links: computed features, labels by relation. */
    DEFAULT(
        List.of(
            LinkMethod.LABEL_PROPAGATION,
            LinkMethod.TYPED_LABEL_PROPAGATION,
            LinkMethod.REVERSE_LINK,
            LinkMethod.LOGISTIC_REGRESSION,
            LinkMethod.INFERENCE_NETWORK,
            LinkMethod.GMNN)),
    /**
     * The paper's: the ends of a link are its features, and all that touches it is alike. It leaves
     * open how long q is pre-trained and how often EM iterates: here 20 epochs and 10 times.
     */
    PAPER(
        List.of(
            LinkMethod.LABEL_PROPAGATION,
            LinkMethod.INFERENCE_NETWORK,
            LinkMethod.GMNN,
            LinkMethod.GMNN_WITH_ATTRIBUTES));

    private final List<LinkMethod> methods;

    LinkPreset(List<LinkMethod> methods) {
      this.methods = methods;
    }

    /** Returns the methods that are compared. */
    public List<LinkMethod> methods() {
      return methods;
    }

    /**
     * Returns the methods that the paper compares, where the settings are the paper's; some of them
     * take minutes.
     */
    public List<LinkMethod> methodsOfPaper() {
      return this == DEFAULT
          ? methods
          : List.of(
              LinkMethod.LABEL_PROPAGATION,
              LinkMethod.PRM,
              LinkMethod.RMN,
              LinkMethod.MLN,
              LinkMethod.DEEPWALK,
              LinkMethod.INFERENCE_NETWORK,
              LinkMethod.GMNN,
              LinkMethod.GMNN_WITH_ATTRIBUTES);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Those of Gmnn.links(). */
  private static final int LINKS_PRETRAIN_EPOCHS = 120;

  private static final int LINKS_ITERATIONS = 4;
  private static final int LINKS_EPOCHS_PER_STEP = 15;
  private static final double L2_OF_REGRESSION = 0.01;
  private static final double[] L2_TO_CHOOSE_FROM = {0.01, 0.03, 0.1, 0.3, 1, 3};
  private static final int PAPER_PRETRAIN_EPOCHS = 20;
  private static final int PAPER_ITERATIONS = 10;
  private static final int PAPER_EPOCHS_PER_STEP = 5;

  private final LinkPreset preset;
  private final LineGraph<String> lines;
  private final Map<LinkKey<String>, String> labels = new LinkedHashMap<>();

  /**
   * Takes ratings; of several from one user to another, each is a link.
   *
   * @param ratings the ratings in their order, which splits depend on
   * @param preset whose settings
   * @param view what a link sees of the others, if features are computed
   */
  public LinkExperiment(
      List<RatingsReader.Rating> ratings, LinkPreset preset, LineGraph.View view) {
    this.preset = preset;
    lines = preset == LinkPreset.PAPER ? ends(ratings) : computed(ratings, view);
    for (int link = 0; link < ratings.size(); link++) {
      RatingsReader.Rating rating = ratings.get(link);
      if (Math.abs(rating.rating()) > THRESHOLD) {
        labels.put(lines.graph().key(link), rating.rating() > 0 ? POSITIVE : NEGATIVE);
      }
    }
  }

  /** Returns the experiment whose links have the features that a model knows. */
  public static LinkExperiment ofModel(
      List<RatingsReader.Rating> ratings, List<String> featureNames) {
    if (featureNames.contains("link is returned")) {
      return new LinkExperiment(ratings, LinkPreset.DEFAULT, LineGraph.View.WHOLE_GRAPH);
    }
    return featureNames.contains("past is returned")
        ? new LinkExperiment(ratings, LinkPreset.DEFAULT, LineGraph.View.PAST_ONLY)
        : new LinkExperiment(ratings, LinkPreset.PAPER, LineGraph.View.WHOLE_GRAPH);
  }

  private static LineGraph<String> ends(List<RatingsReader.Rating> ratings) {
    LineGraph.Builder<String> builder = LineGraph.builder();
    ratings.forEach(rating -> builder.addLink(rating.source(), rating.target()));
    return builder.build();
  }

  private static LineGraph<String> computed(
      List<RatingsReader.Rating> ratings, LineGraph.View view) {
    LineGraph.Builder<String> builder = LineGraph.<String>builder().features(view);
    for (RatingsReader.Rating rating : ratings) {
      builder.addLink(rating.source(), rating.target(), Instant.ofEpochSecond(rating.time()));
    }
    return builder.build();
  }

  /**
   * Makes sure that there are labels enough to train, validate and test with.
   *
   * @param data where the ratings are from
   */
  void requireLabels(Path data) {
    long negative = labels.values().stream().filter(NEGATIVE::equals).count();
    long positive = labels.size() - negative;
    if (Math.min(negative, positive) < FEWEST_OF_A_LABEL) {
      throw new IllegalArgumentException(
          data
              + ": expected at least "
              + FEWEST_OF_A_LABEL
              + " ratings above 3 and at least as many below -3, to train, validate and test,"
              + " found "
              + positive
              + " and "
              + negative);
    }
  }

  /** Returns the links. */
  public LineGraph<String> lines() {
    return lines;
  }

  /** Returns the labelled links. */
  public Map<LinkKey<String>, String> labels() {
    return labels;
  }

  /**
   * Trains once and measures on the test links.
   *
   * @param method the method
   * @param split seed of the split: 100 training and 500 validation links, a third of the labelled
   *     ones at most
   * @param seed seed of the fit
   * @param threads threads of the fit at most
   * @param epochs told of every epoch
   * @return the run
   */
  public Run run(LinkMethod method, long split, long seed, int threads, GmnnListener epochs) {
    int third = labels.size() / 3;
    Splits.Split<LinkKey<String>> keys =
        Splits.stratified(labels, Math.min(TRAIN, third), Math.min(VALIDATION, third), split);
    Map<LinkKey<String>, String> validation = labelsOf(keys.validationKeys());
    Map<LinkKey<String>, String> known = labelsOf(keys.trainKeys());
    known.putAll(validation);
    long start = System.nanoTime();
    Graph<LinkKey<String>> graph =
        graph(method, seed, threads).withLabels(known, keys.validationKeys());
    Dataset<LinkKey<String>> data =
        new Dataset<>("links", graph, new LinkedHashMap<>(labelsOf(keys.testKeys())));
    if (epochs(method) == 0) {
      Predictions<LinkKey<String>> predictions = withoutEpochs(method, threads, graph);
      return Run.withoutEpochs(
          seed,
          metrics(predictions, data, validation),
          secondsSince(start),
          new TrainingOutcome<>(data, predictions, null));
    }
    GmnnModel<LinkKey<String>> model = null;
    double best = Double.NEGATIVE_INFINITY;
    for (GmnnTrainer.Builder trainer : trainers(method)) {
      GmnnModel<LinkKey<String>> next =
          trainer.threads(threads).seed(seed).listener(epochs).fit(graph);
      double figure = next.evaluate(validation).macroF1();
      if (figure > best) {
        model = next;
        best = figure;
      }
    }
    double seconds = secondsSince(start);
    return Run.of(
        seed,
        metrics(model.predictions(), data, validation),
        seconds,
        model.history(),
        new TrainingOutcome<>(data, model.predictions(), model));
  }

  /** The links, of other features where these are asked for. */
  private Graph<LinkKey<String>> graph(LinkMethod method, long seed, int threads) {
    return switch (method) {
      case REVERSE_LINK -> ofOneBit();
      case DEEPWALK -> embedded(seed, threads);
      default -> lines.graph();
    };
  }

  /** The links with the embeddings of both ends side by side. */
  private Graph<LinkKey<String>> embedded(long seed, int threads) {
    Graph.Builder<String> users = Graph.<String>builder().addMissingNodes();
    for (int link = 0; link < lines.linkCount(); link++) {
      users.addEdge(lines.source(link), lines.target(link));
    }
    NodeEmbeddings<String> embeddings =
        DeepWalk.builder().seed(seed).threads(threads).fit(users.build());
    int width = embeddings.dimensions();
    int links = lines.linkCount();
    DenseMatrix ends = DenseMatrix.zeros(links, 2 * width);
    for (int link = 0; link < links; link++) {
      float[] source = embeddings.vector(lines.source(link));
      float[] target = embeddings.vector(lines.target(link));
      System.arraycopy(source, 0, ends.data(), 2 * link * width, width);
      System.arraycopy(target, 0, ends.data(), (2 * link + 1) * width, width);
    }
    return lines.graph().withFeatures(CsrMatrix.of(ends));
  }

  private Graph<LinkKey<String>> ofOneBit() {
    Graph<LinkKey<String>> graph = lines.graph();
    int[] pointers = new int[graph.nodeCount() + 1];
    int returned = 0;
    int column =
        IntStream.range(0, graph.featureCount())
            .filter(c -> !graph.featureNames().get(c).startsWith("around"))
            .filter(c -> graph.featureNames().get(c).endsWith(" is returned"))
            .findFirst()
            .orElseThrow();
    CsrMatrix features = graph.features();
    for (int link = 0; link < graph.nodeCount(); link++) {
      for (int e = features.rowStart(link); e < features.rowEnd(link); e++) {
        returned += features.columnIndex(e) == column ? 1 : 0;
      }
      pointers[link + 1] = returned;
    }
    return graph.withFeatures(CsrMatrix.ofOnes(graph.nodeCount(), 1, pointers, new int[returned]));
  }

  private Predictions<LinkKey<String>> withoutEpochs(
      LinkMethod method, int threads, Graph<LinkKey<String>> graph) {
    return switch (method) {
      case PRM -> RelationalClassifier.prm().threads(threads).fit(graph).predictions();
      case RMN -> propagated(RelationalClassifier.rmn()).threads(threads).fit(graph).predictions();
      case MLN -> propagated(RelationalClassifier.mln()).threads(threads).fit(graph).predictions();
      default -> propagation(method).threads(threads).fit(graph);
    };
  }

  /** Of the millions of edges of a line graph a sweep takes half a second: fewer of them. */
  private static RelationalClassifier.Builder propagated(RelationalClassifier.Builder builder) {
    return builder.attributePenalties(0.01, 0.1).labelPenalties(3).tolerance(1e-4).maxSweeps(100);
  }

  private LabelPropagation propagation(LinkMethod method) {
    if (method == LinkMethod.LABEL_PROPAGATION) {
      return LabelPropagation.create();
    }
    return LabelPropagation.create()
        .along(
            lines.graph().edgeTypes().stream()
                .filter(
                    name ->
                        name.endsWith(Adjacency.LinkRelation.SAME_SOURCE)
                            || name.endsWith(Adjacency.LinkRelation.SAME_TARGET))
                .toArray(String[]::new));
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private Map<LinkKey<String>, String> labelsOf(Collection<LinkKey<String>> keys) {
    Map<LinkKey<String>, String> chosen = new LinkedHashMap<>();
    keys.forEach(key -> chosen.put(key, labels.get(key)));
    return chosen;
  }

  private static Map<String, Double> metrics(
      Predictions<LinkKey<String>> predictions,
      Dataset<LinkKey<String>> data,
      Map<LinkKey<String>, String> validation) {
    Evaluation test = predictions.evaluate(data.testLabels());
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("macroF1", test.macroF1());
    metrics.put("negativeF1", test.f1(NEGATIVE));
    metrics.put("rocAuc", test.rocAuc(NEGATIVE).orElse(Double.NaN));
    metrics.put("accuracy", test.accuracy());
    metrics.put("validationMacroF1", predictions.evaluate(validation).macroF1());
    Thresholds chosen =
        predictions.thresholds(data.graph(), DecisionRule.metric(ValidationMetric.MACRO_F1));
    Evaluation decided = predictions.evaluate(data.testLabels(), chosen);
    metrics.put("thresholdMacroF1", decided.macroF1());
    return metrics;
  }

  /** How many epochs a training of the method has. */
  public int epochs(LinkMethod method) {
    boolean paper = preset == LinkPreset.PAPER;
    int pretraining = paper ? PAPER_PRETRAIN_EPOCHS : LINKS_PRETRAIN_EPOCHS;
    int steps =
        paper ? PAPER_ITERATIONS * PAPER_EPOCHS_PER_STEP : LINKS_ITERATIONS * LINKS_EPOCHS_PER_STEP;
    return switch (method) {
      case LABEL_PROPAGATION, TYPED_LABEL_PROPAGATION, PRM, RMN, MLN -> 0;
      case REVERSE_LINK, INFERENCE_NETWORK -> pretraining + steps;
      case DEEPWALK, LOGISTIC_REGRESSION -> L2_TO_CHOOSE_FROM.length * (pretraining + steps);
      case GMNN, GMNN_WITH_ATTRIBUTES -> pretraining + 2 * steps;
    };
  }

  /** What validation chooses between; mostly one. */
  private List<GmnnTrainer.Builder> trainers(LinkMethod method) {
    if (method == LinkMethod.LOGISTIC_REGRESSION || method == LinkMethod.DEEPWALK) {
      return Arrays.stream(L2_TO_CHOOSE_FROM).mapToObj(this::regression).toList();
    }
    if (method == LinkMethod.REVERSE_LINK) {
      return List.of(regression(L2_OF_REGRESSION));
    }
    GmnnTrainer.Builder builder = preset == LinkPreset.PAPER ? paper(method) : Gmnn.links();
    if (method == LinkMethod.INFERENCE_NETWORK) {
      builder.emIterations(0).pretrainEpochs(epochs(method));
    }
    return List.of(builder);
  }

  private GmnnTrainer.Builder regression(double l2) {
    return Gmnn.links()
        .inferenceLayers(LinearLayer.builder().hasBias(true).l2(l2).build())
        .emIterations(0)
        .pretrainEpochs(epochs(LinkMethod.REVERSE_LINK));
  }

  private static GmnnTrainer.Builder paper(LinkMethod method) {
    return Gmnn.paper()
        .hiddenUnits(128)
        .updater(new Adam(0.01))
        .dropout(0)
        .l2(0)
        .emGuard(false)
        .pretrainEpochs(PAPER_PRETRAIN_EPOCHS)
        .emIterations(PAPER_ITERATIONS)
        .learningEpochs(PAPER_EPOCHS_PER_STEP)
        .inferenceEpochs(PAPER_EPOCHS_PER_STEP)
        .attributesInLearning(method == LinkMethod.GMNN_WITH_ATTRIBUTES)
        .validationMetric(ValidationMetric.MACRO_F1);
  }
}
