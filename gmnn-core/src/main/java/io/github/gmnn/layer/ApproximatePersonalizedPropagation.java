package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.LinearOperator;
import java.util.List;

/**
 * The propagation of APPNP, Klicpera, Bojchevski and Günnemann, ICLR 2019: what the layers before
 * it predict for a node by itself is spread by personalised PageRank, approximated by power
 * iterations Z ← (1 - α) Â Z + α H from Z = H, with Â = D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup> and
 * teleport probability α. It has no weights and keeps the width of its input:
 *
 * <pre>{@code
 * Gmnn.builder()
 *     .inferenceLayers(
 *         LinearLayer.builder().nOut(64).activation(Activation.RELU).inputDropout(0.5).build(),
 *         LinearLayer.builder().inputDropout(0.5).build(),
 *         ApproximatePersonalizedPropagation.builder().build())
 * }</pre>
 *
 * <p>An epoch costs O(iterations · edges · nIn).
 */
public final class ApproximatePersonalizedPropagation extends GraphLayer {
  private static final long serialVersionUID = 1L;

  private int iterations;
  private double teleport;

  private ApproximatePersonalizedPropagation() {}

  private ApproximatePersonalizedPropagation(Builder builder) {
    super(builder);
    this.iterations = builder.iterations;
    this.teleport = builder.teleport;
  }

  /** Returns a builder with the paper's 10 iterations and teleport probability 0.1. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    Checks.between(1, MOST_STEPS, iterations, "iterations");
    Checks.argument(teleport > 0 && teleport <= 1, "teleport", "in (0, 1]", teleport);
  }

  /** Returns the number of power iterations. */
  public int iterations() {
    return iterations;
  }

  /** Returns the probability to return to the node itself. */
  public double teleport() {
    return teleport;
  }

  @Override
  public boolean keepsWidth() {
    return true;
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of();
  }

  @Override
  protected void forward(Pass pass) {
    LinearOperator operator = pass.adjacency().normalized();
    iterate(pass, operator::applyAndAdd, pass.denseInput(), pass.output());
  }

  /** The map is a polynomial in Â: its transpose is the same one in the transpose of Â. */
  @Override
  protected void backward(Pass pass) {
    if (pass.needsInputGradient()) {
      LinearOperator operator = pass.adjacency().normalized();
      iterate(pass, operator::applyTransposedAndAdd, pass.outputGradient(), pass.inputGradient());
    }
  }

  @FunctionalInterface
  private interface Step {
    void run(
        float a, DenseMatrix in, float b, DenseMatrix addend, DenseMatrix out, Workers workers);
  }

  private void iterate(Pass pass, Step propagate, DenseMatrix start, DenseMatrix end) {
    DenseMatrix other = pass.buffer("ÂZ", pass.nodes(), inputs());
    DenseMatrix current = start;
    float alpha = (float) teleport;
    for (int k = iterations; k >= 1; k--) {
      DenseMatrix next = k % 2 == 1 ? end : other; // such that the last one is the end
      propagate.run(1 - alpha, current, alpha, start, next, pass.workers());
      current = next;
    }
  }

  /** Sets up the propagation. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int iterations = 10;
    private double teleport = 0.1;

    private Builder() {}

    /**
     * Sets the number of power iterations: how many steps away a node sees.
     *
     * @param count 1 to 10,000
     * @return this builder
     */
    public Builder iterations(int count) {
      this.iterations = count;
      return this;
    }

    /**
     * Sets the probability α to return to the node itself: the larger, the more local.
     *
     * @param probability in (0, 1]
     * @return this builder
     */
    public Builder teleport(double probability) {
      this.teleport = probability;
      return this;
    }

    @Override
    public ApproximatePersonalizedPropagation build() {
      return validated(new ApproximatePersonalizedPropagation(this));
    }
  }
}
