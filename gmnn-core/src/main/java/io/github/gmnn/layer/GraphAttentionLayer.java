package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.kernel.LayerKernels;
import java.util.Arrays;
import java.util.List;

/**
 * Graph attention, Veličković et al., ICLR 2018: H'<sub>i</sub> = σ(Σ<sub>j</sub> α<sub>ij</sub>
 * H<sub>j</sub>W) over a node's neighbours j and the node itself, where α<sub>ij</sub> is the
 * softmax over j of LeakyReLU(a<sub>target</sub>·H<sub>i</sub>W +
 * a<sub>source</sub>·H<sub>j</sub>W). Several heads, each with weights of its own, stand side by
 * side (unit by unit: column d · heads + h is unit d of head h) or are averaged. The paper's
 * network for citation graphs:
 *
 * <pre>{@code
 * Gmnn.builder()
 *     .inferenceLayers(
 *         GraphAttentionLayer.builder().nOut(8).heads(8).activation(Activation.ELU)
 *             .inputDropout(0.6).attentionDropout(0.6).build(),
 *         GraphAttentionLayer.builder().inputDropout(0.6).attentionDropout(0.6).build())
 *     .updater(new Adam(0.005))
 * }</pre>
 *
 * <p>Edges count as neighbours whatever their weights, which attention learns. It needs the edges
 * one by one: an implicit line graph that is too large to write out is refused.
 *
 * <p>An epoch costs O(nnz(H) · heads · nOut + edges · heads · nOut), and one exponential per edge
 * and head. Kept between the passes are a number per edge and head and three matrices of nodes x
 * heads · nOut.
 */
public final class GraphAttentionLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";
  private static final String TARGET = "aTarget";
  private static final String SOURCE = "aSource";

  private int heads;
  private boolean averaged;
  private double leakySlope;

  /** The probability to keep, as model files have it. */
  private double attentionDropOut;

  private GraphAttentionLayer() {}

  private GraphAttentionLayer(Builder builder) {
    super(builder);
    this.heads = builder.heads;
    this.averaged = builder.averaged;
    this.leakySlope = builder.leakySlope;
    this.attentionDropOut = builder.attentionDropOut;
  }

  /** Returns a builder; {@code nOut} is the number of outputs of one head. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    Checks.between(1, MOST_STEPS, heads, "heads");
    Checks.share(leakySlope, "leakySlope");
    DropoutMask.checkRate("attentionDropout", 1 - attentionDropOut);
  }

  @Override
  public int outputWidth() {
    return averaged ? units() : width();
  }

  /** All heads side by side. */
  private int width() {
    return Math.multiplyExact(heads, units());
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(
        new Parameter(WEIGHTS, inputs(), width()),
        new Parameter(TARGET, units(), heads),
        new Parameter(SOURCE, units(), heads));
  }

  private AttentionEdges edges(Pass pass) {
    return pass.kept(
        AttentionEdges.class,
        () ->
            new AttentionEdges(
                pass.adjacency().matrix(), heads, units(), (float) leakySlope, LayerKernels.BEST));
  }

  @Override
  protected void forward(Pass pass) {
    Workers workers = pass.workers();
    AttentionEdges edges = edges(pass);
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), width());
    DenseMatrix aggregated = pass.buffer("αHW", pass.nodes(), width());
    pass.multiplyInput(pass.parameter(WEIGHTS), transformed);
    edges.score(transformed, pass.parameter(TARGET), pass.parameter(SOURCE), workers);
    double rate = pass.training() ? 1 - attentionDropOut : 0;
    edges.attend(rate, rate > 0 ? pass.random().key() : 0, workers);
    edges.aggregate(transformed, aggregated, workers);
    if (averaged) {
      averageHeads(aggregated, pass.output(), workers);
    } else {
      pass.output().copyFrom(aggregated);
    }
  }

  private void averageHeads(DenseMatrix all, DenseMatrix mean, Workers workers) {
    int units = units();
    float[] from = all.data();
    float[] to = mean.data();
    float share = 1f / heads;
    workers.forRows(
        mean.rows(),
        width(),
        (first, last) -> {
          for (int row = first; row < last; row++) {
            for (int d = 0; d < units; d++) {
              float sum = 0f;
              for (int h = 0; h < heads; h++) {
                sum += from[(row * units + d) * heads + h];
              }
              to[row * units + d] = share * sum;
            }
          }
        });
  }

  @Override
  protected void backward(Pass pass) {
    Workers workers = pass.workers();
    AttentionEdges edges = edges(pass);
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), width());
    DenseMatrix aggregated = pass.buffer("αHW", pass.nodes(), width());
    DenseMatrix gradient = averaged ? spreadOverHeads(pass) : pass.outputGradient();
    DenseMatrix transformedGradient = pass.buffer("dHW", pass.nodes(), width());
    edges.backward(transformed, aggregated, gradient, transformedGradient, workers);
    edges.scoreBackward(
        transformed,
        pass.parameter(TARGET),
        pass.parameter(SOURCE),
        transformedGradient,
        pass.gradient(TARGET),
        pass.gradient(SOURCE),
        workers);
    pass.multiplyInputTransposed(transformedGradient, pass.gradient(WEIGHTS));
    if (pass.needsInputGradient()) {
      Dense.multiplyTransposedRight(
          transformedGradient, pass.parameter(WEIGHTS), pass.inputGradient(), workers);
    }
  }

  private DenseMatrix spreadOverHeads(Pass pass) {
    DenseMatrix all = pass.buffer("dαHW", pass.nodes(), width());
    int units = units();
    float[] from = pass.outputGradient().data();
    float[] to = all.data();
    float share = 1f / heads;
    pass.workers()
        .forRows(
            all.rows(),
            width(),
            (first, last) -> {
              for (int row = first; row < last; row++) {
                for (int d = 0; d < units; d++) {
                  float gradient = share * from[row * units + d];
                  Arrays.fill(
                      to, (row * units + d) * heads, (row * units + d + 1) * heads, gradient);
                }
              }
            });
    return all;
  }

  /** Sets up graph attention. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int heads = 1;
    private boolean averaged;
    private double leakySlope = 0.2;
    private double attentionDropOut = 1;

    private Builder() {}

    /**
     * Sets the number of attention heads; 1. Side by side they give {@code heads · nOut} outputs.
     *
     * @param count 1 to 10,000
     * @return this builder
     */
    public Builder heads(int count) {
      this.heads = count;
      return this;
    }

    /**
     * Averages the heads instead of putting them side by side, as a last layer with several heads
     * does.
     *
     * @return this builder
     */
    public Builder averageHeads() {
      this.averaged = true;
      return this;
    }

    /**
     * Sets the slope of LeakyReLU below zero; 0.2.
     *
     * @param slope in [0, 1]
     * @return this builder
     */
    public Builder leakySlope(double slope) {
      this.leakySlope = slope;
      return this;
    }

    /**
     * Sets the probability to drop an edge's attention in training; each head drops its own.
     * Nothing is dropped by default.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder attentionDropout(double rate) {
      this.attentionDropOut = 1 - rate;
      return this;
    }

    @Override
    public GraphAttentionLayer build() {
      return validated(new GraphAttentionLayer(this));
    }
  }
}
