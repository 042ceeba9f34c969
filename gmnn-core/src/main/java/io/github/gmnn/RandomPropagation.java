package io.github.gmnn;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.layer.FanInUniform;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.RandomPropagationLayer;
import io.github.gmnn.network.Consistency;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import java.util.Objects;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;

/**
 * Random propagation as q (GRAND, Feng et al. 2020), with EM on top: {@code
 * Gmnn.builder().inference(RandomPropagation.far()).fit(graph)}. In each step q looks at the graph
 * several times, every time with other nodes and features dropped, and learns to say the same of
 * each node: unlabelled nodes teach it from the start. The kind to choose where labels are few and
 * accuracy is worth some seconds.
 *
 * <p>EM then runs with several fresh networks p, whose mean prediction is q's target, labelled and
 * unlabelled nodes averaged apart, and keeps the epoch with the lowest validation loss.
 *
 * <p>Immutable. {@link #far()} and {@link #near()} are the two that validation chose on Cora and on
 * Citeseer; let validation choose between them on yours.
 */
public final class RandomPropagation implements InferenceKind {
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
     * chance, and shares of classes led back to those of the labels with five of a class or fewer.
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
