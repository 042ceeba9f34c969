package io.github.gmnn;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.em.Backbone;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.FanInUniform;
import io.github.gmnn.layer.GraphAttentionLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.InitialResidualConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.network.Consistency;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.Teacher;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;

/**
 * The kinds of q to choose from, each with the settings of its own paper. What the papers leave
 * open, epochs above all, was chosen by validation accuracy.
 */
public final class InferenceKinds {
  /**
   * Adam's rate of the kinds that {@link #auto()} tries. With the usual 0.01 they reach the same
   * validation accuracy in twice the epochs, which a choice between kinds would have to wait for.
   */
  private static final double RATE_OF_TRIED = 0.03;

  private static final int E_STEP_OF_TRIED = 25;

  /**
   * Where nodes are their own features, a first weight learns from one node and its neighbours: the
   * usual penalty keeps it small for too long.
   */
  private static final double PENALTY_WITHOUT_FEATURES = 5e-5;

  /** Labels from which a deep network is worth a trial. */
  private static final int LABELS_FOR_DEPTH = 1_000;

  /** Labels of a class up to which random propagation is worth a trial. */
  private static final int FEW_LABELS = 30;

  /** Those up to which vectors that were learned without labels are. */
  private static final int VERY_FEW_LABELS = 10;

  private InferenceKinds() {}

  private record Preset(
      String name, Consumer<GmnnTrainer.Builder> settings, Predicate<Graph<?>> suitable)
      implements InferenceKind {
    Preset(String name, Consumer<GmnnTrainer.Builder> settings) {
      this(name, settings, graph -> true);
    }

    @Override
    public boolean suits(Graph<?> graph) {
      return suitable.test(graph);
    }

    @Override
    public void applyTo(GmnnTrainer.Builder builder) {
      settings.accept(builder);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns all kinds of the library. */
  public static List<InferenceKind> all() {
    return List.of(
        convolutions(),
        sage(),
        attention(),
        personalizedPropagation(),
        initialResidual(),
        perceptron(),
        linkx(),
        decoupled(),
        RandomPropagation.far(),
        RandomPropagation.near(),
        relational(),
        robustPropagation(),
        robustVectors(),
        robustOwnWeights(),
        robustPerceptron(),
        robustNeighbors(),
        robustStructure(),
        robustDeep(),
        robustConvolutions(),
        edges(),
        robust(),
        auto());
  }

  /**
   * Returns the kind of a name.
   *
   * @param name one of the names of {@link #all()}
   * @throws IllegalArgumentException if there is none; the message has the names
   */
  public static InferenceKind named(String name) {
    for (InferenceKind kind : all()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "no kind of q is named \""
            + name
            + "\"; there are "
            + all().stream().map(InferenceKind::name).toList());
  }

  /** Two graph convolutions, the paper's and the default: {@code gc}. */
  public static InferenceKind convolutions() {
    return new Preset("gc", builder -> {});
  }

  /**
   * GraphSAGE with the mean, 64 units and biases, Hamilton et al. 2017: {@code sage}. Each node has
   * separate weights for itself, so it also does well where neighbours differ.
   */
  public static InferenceKind sage() {
    return new Preset(
        "sage",
        builder ->
            builder
                .inferenceLayers(
                    GraphSageLayer.builder()
                        .nOut(64)
                        .activation(Activation.RELU)
                        .inputDropout(0.5)
                        .hasBias(true)
                        .build(),
                    GraphSageLayer.builder().inputDropout(0.5).hasBias(true).build())
                .inferenceUpdater(new Adam(RATE_OF_TRIED))
                .inferenceEpochs(E_STEP_OF_TRIED)
                .pretrainSelection(Selection.METRIC_THEN_LOSS)
                .inferenceSelection(Selection.METRIC_THEN_LOSS));
  }

  /** Graph attention, Veličković et al. 2018: {@code gat}. */
  public static InferenceKind attention() {
    double dropout = 0.6;
    return new Preset(
        "gat",
        builder ->
            builder
                .inferenceLayers(
                    GraphAttentionLayer.builder()
                        .nOut(8)
                        .heads(8)
                        .activation(Activation.ELU)
                        .inputDropout(dropout)
                        .attentionDropout(dropout)
                        .hasBias(true)
                        .build(),
                    GraphAttentionLayer.builder()
                        .inputDropout(dropout)
                        .attentionDropout(dropout)
                        .hasBias(true)
                        .build())
                .inferenceUpdater(new Adam(0.005))
                .pretrainEpochs(500)
                .inferenceEpochs(200));
  }

  /** Personalised propagation of predictions, Klicpera et al. 2019: {@code appnp}. */
  public static InferenceKind personalizedPropagation() {
    return new Preset(
        "appnp",
        builder ->
            builder
                .inferenceLayers(
                    LinearLayer.builder()
                        .nOut(64)
                        .activation(Activation.RELU)
                        .inputDropout(0.5)
                        .build(),
                    LinearLayer.builder().inputDropout(0.5).build(),
                    ApproximatePersonalizedPropagation.builder().build())
                .inferenceUpdater(new Adam(0.01))
                .pretrainEpochs(500)
                .inferenceEpochs(200));
  }

  /** Convolutions with initial residual, 16 of them, Chen et al. 2020: {@code gcnii}. */
  public static InferenceKind initialResidual() {
    double dropout = 0.6;
    return new Preset(
        "gcnii",
        builder ->
            builder
                .inferenceLayers(
                    LinearLayer.builder()
                        .nOut(64)
                        .activation(Activation.RELU)
                        .inputDropout(dropout)
                        .hasBias(true)
                        .build(),
                    InitialResidualConvLayer.builder()
                        .depth(16)
                        .convolutionDropout(dropout)
                        .l2(0.01)
                        .build(),
                    LinearLayer.builder().inputDropout(dropout).hasBias(true).build())
                .inferenceUpdater(new Adam(0.01))
                .pretrainEpochs(300)
                .inferenceEpochs(100));
  }

  /**
   * Features propagated once, their mean over eight hops, and a perceptron of 64 units on the rows
   * that come out; p a perceptron on the annotations one and two hops away, propagated once per
   * M-step: {@code decoupled}. After Zhu and Koniusz 2021 and Frasca et al. 2020.
   */
  public static InferenceKind decoupled() {
    return new Preset(
        "decoupled",
        builder ->
            builder
                .inferenceLayers(
                    DecoupledConvLayer.builder()
                        .nOut(64)
                        .hops(8)
                        .ownShare(0.2)
                        .propagatedDropout(0.5)
                        .activation(Activation.RELU)
                        .hasBias(true)
                        .weightInit(new FanInUniform())
                        .build(),
                    LinearLayer.builder()
                        .inputDropout(0.5)
                        .hasBias(true)
                        .weightInit(new FanInUniform())
                        .build())
                .inferenceUpdater(new Adam(0.01))
                .pretrainEpochs(400)
                .patience(100)
                .pretrainSelection(Selection.METRIC_THEN_LOSS)
                .inferenceSelection(Selection.METRIC_THEN_LOSS)
                .inferenceEpochs(200)
                .learningLayers(
                    DecoupledConvLayer.builder()
                        .nOut(16)
                        .hops(2)
                        .sideBySide(true)
                        .propagatedDropout(0.5)
                        .activation(Activation.RELU)
                        .hasBias(true)
                        .weightInit(new FanInUniform())
                        .build(),
                    LinearLayer.builder().hasBias(true).weightInit(new FanInUniform()).build())
                .learningUpdater(new Adam(0.05)));
  }

  /** A perceptron with one hidden layer of 64 units, which sees no edges: {@code mlp}. */
  public static InferenceKind perceptron() {
    return new Preset(
        "mlp",
        builder ->
            builder
                .inferenceLayers(
                    LinearLayer.builder()
                        .nOut(64)
                        .activation(Activation.RELU)
                        .inputDropout(0.5)
                        .hasBias(true)
                        .build(),
                    LinearLayer.builder().inputDropout(0.5).hasBias(true).build())
                .inferenceUpdater(new Adam(RATE_OF_TRIED))
                .inferenceEpochs(E_STEP_OF_TRIED)
                .pretrainSelection(Selection.METRIC_THEN_LOSS)
                .inferenceSelection(Selection.METRIC_THEN_LOSS));
  }

  /**
   * The perceptron with a node's neighbours as features beside its own, after LINKX, Lim et al.
   * 2021: {@code linkx}. For graphs in which it matters exactly which nodes are joined.
   */
  public static InferenceKind linkx() {
    return new Preset(
        "linkx", builder -> builder.inference(perceptron()).neighborsAsFeatures(true));
  }

  /**
   * Relational convolutions, Schlichtkrull et al. 2018, for graphs whose edges have types: {@code
   * rgcn}. q and p have weights for every type of edges and direction. Weights start small: where
   * nodes are their own features, most of them belong to nodes that no label reaches, and what they
   * start with stays in the prediction.
   */
  public static InferenceKind relational() {
    return new Preset(
        "rgcn",
        builder ->
            builder
                .inferenceLayers(
                    RelationalConvLayer.builder()
                        .nOut(16)
                        .activation(Activation.RELU)
                        .inputDropout(0.2)
                        .weightInit(new FanInUniform())
                        .build(),
                    RelationalConvLayer.builder()
                        .inputDropout(0.2)
                        .weightInit(new FanInUniform())
                        .build())
                .learningLayers(
                    RelationalConvLayer.builder()
                        .nOut(16)
                        .activation(Activation.RELU)
                        .inputDropout(0.5)
                        .build(),
                    RelationalConvLayer.builder().build())
                .inferenceUpdater(new Adam(0.01))
                .l2(0)
                .pretrainEpochs(50)
                .inferenceEpochs(50)
                .pretrainSelection(Selection.METRIC_THEN_LOSS)
                .inferenceSelection(Selection.METRIC_THEN_LOSS));
  }

  /**
   * A perceptron whose predictions are propagated, as in {@link #personalizedPropagation()}, with
   * settings that serve graphs of many kinds: {@code robust-appnp}.
   *
   * <p>Common to the robust kinds: 64 units, biases, Adam with rate 0.01, an L2 penalty of 5e-4 on
   * the first weights alone (5e-5 in graphs without features), at most 200 epochs with a patience
   * of 60, the epoch by validation metric and then by loss. EM has three iterations, in each of
   * which a fresh q learns from whichever is best on the validation nodes: p, q's own
   * distributions, or these smoothed over the graph ({@link
   * GmnnTrainer.Builder#freshInferenceNetwork}, {@link io.github.gmnn.training.Teacher#AUTO}).
   */
  public static InferenceKind robustPropagation() {
    return new Preset("robust-appnp", robust(Backbone.PROPAGATION, 0.5));
  }

  /**
   * {@link #robustPropagation()}, whose perceptron sees the vector of a node beside its features:
   * what {@code GmnnEmbedder} learns of the graph without labels: {@code robust-vectors}. For few
   * labels and features that say much, in graphs whose edges have no direction.
   */
  public static InferenceKind robustVectors() {
    return new Preset(
        "robust-vectors",
        robust(Backbone.VECTORS, 0.5),
        graph -> graph.hasFeatures() && !graph.isDirected() && !graph.adjacency().isOneWay());
  }

  /**
   * Two graph convolutions with weights of their own for the node itself and much dropout, for
   * graphs whose neighbours tell something, alike or not: {@code robust-sage}. Settings as in
   * {@link #robustPropagation()}. Where it is chosen for a graph with fewer features than hidden
   * units, dropout is 0.5 in place of 0.8, unless set.
   */
  public static InferenceKind robustOwnWeights() {
    return new Preset("robust-sage", robust(Backbone.OWN_WEIGHTS, 0.8));
  }

  /**
   * A perceptron on a node's features alone, for graphs whose edges say little about labels: {@code
   * robust-mlp}. In every other kind what neighbours add is noise there. Settings as in {@link
   * #robustPropagation()}.
   */
  public static InferenceKind robustPerceptron() {
    return new Preset("robust-mlp", robust(Backbone.PERCEPTRON, 0.5), graph -> graph.hasFeatures());
  }

  /**
   * A perceptron on a node's features and its neighbours as features, for graphs in which nodes are
   * told by whom they are joined to: {@code robust-linkx}. Settings as in {@link
   * #robustPropagation()}.
   */
  public static InferenceKind robustNeighbors() {
    return new Preset(
        "robust-linkx",
        robust(Backbone.PERCEPTRON, 0.5).andThen(builder -> builder.neighborsAsFeatures(true)));
  }

  /**
   * A perceptron that reads who a node's neighbours are and none of its features, its predictions
   * propagated: {@code robust-structure}. For graphs whose features say little about labels: in
   * every other kind they drown what the edges say. Settings as in {@link #robustPropagation()},
   * with the penalty of graphs without features.
   */
  public static InferenceKind robustStructure() {
    return new Preset(
        "robust-structure",
        robust(Backbone.PROPAGATION, 0.5)
            .andThen(
                builder ->
                    builder
                        .neighborsAsFeatures(true)
                        .featureScaling(FeatureScaling.LEFT_OUT)
                        .l2(PENALTY_WITHOUT_FEATURES)));
  }

  /**
   * Four layers of GraphSAGE between two linear ones, for graphs with many labels: {@code
   * robust-deep}. Settings as in {@link #robustPropagation()}, but no penalty and up to 500 epochs.
   */
  public static InferenceKind robustDeep() {
    return new Preset(
        "robust-deep",
        robust(Backbone.DEEP, 0.2).andThen(builder -> builder.l2(0).pretrainEpochs(500)),
        graph -> graph.trainingNodes().length >= LABELS_FOR_DEPTH);
  }

  /**
   * Two graph convolutions, for graphs without features: {@code robust-gcn}. What is known of a
   * node there are its neighbours, and weights of its own would learn single nodes by heart.
   * Settings as in {@link #robustPropagation()}, but for a rate of 0.03: a weight that belongs to
   * one node learns slowly, and at 0.01 a trial ends before it has shown what it can.
   */
  public static InferenceKind robustConvolutions() {
    return new Preset(
        "robust-gcn",
        robust(Backbone.CONVOLUTIONS, 0.8)
            .andThen(builder -> builder.inferenceUpdater(new Adam(RATE_OF_TRIED))),
        graph -> !graph.hasFeatures());
  }

  /**
   * Two convolutions whose messages see the numbers on edges, such as the amounts of payments, for
   * graphs that have some: {@code edge}. Settings as in {@link #robustPropagation()}, with less
   * dropout, since an input may be a handful of numbers.
   */
  public static InferenceKind edges() {
    return new Preset(
        "edge", robust(Backbone.EDGES, 0.2), graph -> graph.edgeAttributes().isPresent());
  }

  private static Consumer<GmnnTrainer.Builder> robust(Backbone backbone, double dropout) {
    return builder ->
        builder
            .set(TrainerSettings.BACKBONE.name(), backbone)
            .hiddenUnits(64)
            .dropout(dropout)
            .bias(true)
            .set(TrainerSettings.L2_WITHOUT_FEATURES.name(), PENALTY_WITHOUT_FEATURES)
            .inferenceUpdater(new Adam(0.01))
            .pretrainEpochs(200)
            .patience(60)
            .pretrainSelection(Selection.METRIC_THEN_LOSS)
            .inferenceSelection(Selection.METRIC_THEN_LOSS)
            .emIterations(3)
            .inferenceEpochs(200)
            .freshInferenceNetwork(true)
            .teacher(Teacher.AUTO)
            .approximation(Approximations.meanPooling());
  }

  /**
   * The default: lets validation choose between {@link #robustPropagation()}, {@link
   * #robustOwnWeights()}, {@link #robustPerceptron()} where there are features, {@link
   * #robustNeighbors()}, {@link #robustStructure()}, {@link #robustDeep()} where there are many
   * labels, {@link #robustConvolutions()} where there are no features, {@link #relational()} where
   * edges have types, and {@link #edges()} where they have numbers: {@code robust}. A longer list
   * would choose worse: the best of many trials is the best by chance more often.
   */
  public static InferenceKind robust() {
    return new Preset(
        "robust",
        builder ->
            builder.inferenceAmong(
                robustPropagation(),
                robustOwnWeights(),
                robustPerceptron(),
                robustNeighbors(),
                robustStructure(),
                robustDeep(),
                robustConvolutions(),
                robustRelational(),
                edges()));
  }

  /** {@link #relational()} where edges have types, with the EM of the robust kinds. */
  private static InferenceKind robustRelational() {
    return new Preset(
        "rgcn",
        builder ->
            builder
                .inference(relational())
                .emIterations(3)
                .inferenceEpochs(100)
                .freshInferenceNetwork(true)
                .teacher(Teacher.AUTO)
                .approximation(Approximations.meanPooling()),
        graph -> graph.adjacency().relations().size() > 1);
  }

  /**
   * Like {@link #robust()}, with a larger budget: {@code auto}. Validation compares whole fits.
   * Where labels are few it also tries random propagation, and with ten a class or fewer {@link
   * #robustVectors()}.
   */
  public static InferenceKind auto() {
    return new Preset(
        "auto",
        builder ->
            builder
                .inferenceAmong(
                    robustPropagation(),
                    robustOwnWeights(),
                    robustPerceptron(),
                    robustNeighbors(),
                    robustStructure(),
                    robustDeep(),
                    robustConvolutions(),
                    robustRelational(),
                    edges(),
                    withLabelsUpTo(VERY_FEW_LABELS, robustVectors()),
                    withLabelsUpTo(FEW_LABELS, RandomPropagation.near()),
                    withLabelsUpTo(FEW_LABELS, RandomPropagation.far()))
                .trialEpochs(500)
                .wholeTrials(true));
  }

  private static InferenceKind withLabelsUpTo(int perClass, InferenceKind kind) {
    return new Preset(
        kind.name(),
        kind::applyTo,
        graph ->
            kind.suits(graph)
                && graph.hasFeatures()
                && graph.trainingNodes().length <= perClass * graph.classes().size());
  }

  /**
   * Random propagation as q (GRAND, Feng et al. 2020), with EM on top: {@code
   * Gmnn.builder().inference(RandomPropagation.far()).fit(graph)}. In each step q looks at the
   * graph several times, every time with other nodes and features dropped, and learns to say the
   * same of each node: unlabelled nodes teach it from the start. The kind to choose where labels
   * are few and accuracy is worth some seconds.
   *
   * <p>EM then runs with several fresh networks p, whose mean prediction is q's target, labelled
   * and unlabelled nodes averaged apart, and keeps the epoch with the lowest validation loss.
   *
   * <p>Immutable. {@link #far()} and {@link #near()} are the two that validation chose on Cora and
   * on Citeseer; let validation choose between them on yours.
   */
  public static final class RandomPropagation implements InferenceKind {
    private static final int HIDDEN_UNITS = 32;
    private static final double L2 = 5e-4;
    private static final int PATIENCE = 200;
    private static final int LEARNING_NETWORKS = 5;

    /** Without alignment five labels a class are lost on Citeseer; ten are better off without. */
    private static final double ALIGNED_LABELS = 5;

    private final String name;
    private final int order;
    private final double nodeDropout;
    private final double columnDropout;
    private final double hiddenDropout;
    private final boolean antithetic;
    private final Consistency consistency;

    private RandomPropagation(Builder builder) {
      this.name = builder.name;
      this.order = builder.order;
      this.nodeDropout = builder.nodeDropout;
      this.columnDropout = builder.columnDropout;
      this.hiddenDropout = builder.hiddenDropout;
      this.antithetic = builder.antithetic;
      this.consistency = builder.consistency;
    }

    /**
     * Sees eight steps far and drops half of the features in each pass: for graphs whose labels are
     * alike over long ways, {@code random-propagation}.
     */
    public static RandomPropagation far() {
      return builder().build();
    }

    /**
     * Sees two steps far and drops no features: for graphs in which nodes have few neighbours or
     * features that count, {@code random-propagation-near}.
     */
    public static RandomPropagation near() {
      return new Builder("random-propagation-near")
          .order(2)
          .columnDropout(0)
          .hiddenDropout(0.2)
          .consistency(new Consistency(2, 0.7, 0, 0.3, 0, ALIGNED_LABELS))
          .build();
    }

    /** Returns a builder with the settings of {@link #far()}. */
    public static Builder builder() {
      return new Builder("random-propagation");
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void applyTo(GmnnTrainer.Builder builder) {
      builder
          .inferenceLayers(
              RandomPropagationLayer.builder()
                  .nOut(HIDDEN_UNITS)
                  .order(order)
                  .nodeDropout(nodeDropout)
                  .columnDropout(columnDropout)
                  .antithetic(antithetic)
                  .activation(Activation.RELU)
                  .hasBias(true)
                  .weightInit(new FanInUniform())
                  .l2Bias(L2)
                  .build(),
              LinearLayer.builder()
                  .inputDropout(hiddenDropout)
                  .hasBias(true)
                  .weightInit(new FanInUniform())
                  .l2Bias(L2)
                  .build())
          .inferenceObjective(consistency)
          .inferenceUpdater(new Adam(0.01))
          .l2(L2)
          .pretrainEpochs(2000)
          .patience(PATIENCE)
          .pretrainSelection(Selection.METRIC_THEN_LOSS)
          .inferenceSelection(Selection.LOSS)
          .freshLearningNetworks(LEARNING_NETWORKS)
          .targetWeighting(TargetWeighting.APART)
          .freshInferenceUpdater(true)
          .inferenceEpochs(200);
    }

    @Override
    public String toString() {
      return name
          + "(order "
          + order
          + ", dropout of nodes "
          + nodeDropout
          + ", of columns "
          + columnDropout
          + (antithetic ? " in pairs" : "")
          + ", of hidden units "
          + hiddenDropout
          + ", "
          + consistency
          + ")";
    }

    /** Sets up random propagation. */
    public static final class Builder {
      private final String name;
      private int order = 8;
      private double nodeDropout = 0.5;
      private double columnDropout = 0.5;
      private double hiddenDropout = 0.5;
      private boolean antithetic = true;
      private Consistency consistency = new Consistency(4, 1.5, 100, 0.5, 2, ALIGNED_LABELS);

      private Builder(String name) {
        this.name = name;
      }

      /** Sets how many steps away a node sees; 8. */
      public Builder order(int steps) {
        this.order = Checks.atLeast(1, steps, "order");
        return this;
      }

      /** Sets the probability to drop a node; 0.5. */
      public Builder nodeDropout(double rate) {
        this.nodeDropout = Checks.dropRate(rate, "nodeDropout");
        return this;
      }

      /** Sets the probability to drop a column of the features; 0.5. */
      public Builder columnDropout(double rate) {
        this.columnDropout = Checks.dropRate(rate, "columnDropout");
        return this;
      }

      /** Sets the probability to drop a hidden unit of a node; 0.5. */
      public Builder hiddenDropout(double rate) {
        this.hiddenDropout = Checks.dropRate(rate, "hiddenDropout");
        return this;
      }

      /** Sets whether the passes of a step come in pairs that drop opposite columns; true. */
      public Builder antithetic(boolean pairs) {
        this.antithetic = pairs;
        return this;
      }

      /**
       * Sets how many passes a step makes and how they are brought to agree; 4 passes, weight 1.5
       * after 100 epochs, temperature 0.5, nodes whose likeliest class is twice as likely as by
       * chance, and shares of classes led back to those of the labels with five of a class or
       * fewer.
       */
      public Builder consistency(Consistency objective) {
        this.consistency = Objects.requireNonNull(objective, "objective");
        return this;
      }

      /** Returns random propagation with these settings. */
      public RandomPropagation build() {
        return new RandomPropagation(this);
      }
    }
  }
}
