package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.LinearOperator;
import java.util.ArrayList;
import java.util.List;

/**
 * The convolutions of GCNII, Chen, Wei, Huang, Ding and Li, ICML 2020: a stack of graph
 * convolutions that can be deep, because each one adds the stack's input H<sup>0</sup> again and
 * stays close to the identity:
 *
 * <p>H<sup>l+1</sup> = ReLU(((1 - α) Â H<sup>l</sup> + α H<sup>0</sup>)((1 - β<sub>l</sub>) I +
 * β<sub>l</sub> W<sup>l</sup>)), β<sub>l</sub> = log(λ / l + 1), l = 1, ..., depth,
 *
 * <p>with Â = D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup>. The whole stack is one layer, which keeps
 * the width of its input; linear layers before and after it complete the network of the paper:
 *
 * <pre>{@code
 * Gmnn.builder()
 *     .inferenceLayers(
 *         LinearLayer.builder().nOut(64).activation(Activation.RELU).inputDropout(0.6).build(),
 *         InitialResidualConvLayer.builder().depth(64).convolutionDropout(0.6).l2(0.01).build(),
 *         LinearLayer.builder().inputDropout(0.6).build())
 * }</pre>
 *
 * <p>An epoch costs O(depth · (edges · nIn + nodes · nIn²)); two matrices of nodes x nIn are kept
 * for each convolution.
 */
public final class InitialResidualConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;

  private int depth;
  private double alpha;
  private double lambda;

  /** The probability to keep, as model files have it. */
  private double convolutionDropOut;

  private InitialResidualConvLayer() {}

  private InitialResidualConvLayer(Builder builder) {
    super(builder);
    this.depth = builder.depth;
    this.alpha = builder.alpha;
    this.lambda = builder.lambda;
    this.convolutionDropOut = builder.convolutionDropOut;
  }

  /** Returns a builder with depth 64, α = 0.1 and λ = 0.5, the paper's choice for Cora. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    Checks.between(1, MOST_STEPS, depth, "depth");
    Checks.share(alpha, "alpha");
    Checks.positive(lambda, "lambda");
    DropoutMask.checkRate("convolutionDropout", 1 - convolutionDropOut);
  }

  @Override
  public boolean keepsWidth() {
    return true;
  }

  @Override
  protected List<Parameter> parameters() {
    List<Parameter> weights = new ArrayList<>();
    for (int l = 1; l <= depth; l++) {
      weights.add(new Parameter(weights(l), inputs(), inputs()));
    }
    return weights;
  }

  private static String weights(int l) {
    return "W" + l;
  }

  private float beta(int l) {
    return (float) Math.log(lambda / l + 1);
  }

  /** H<sup>l-1</sup>, what convolution l takes, with its dropout; after the last, the output. */
  private DenseMatrix input(Pass pass, int l) {
    return pass.buffer("H" + (l - 1), pass.nodes(), inputs());
  }

  /**
   * (1 - β<sub>l</sub>) I + β<sub>l</sub> W<sup>l</sup>, what the support is multiplied by: adding
   * the identity here spares a loop over all nodes in either direction.
   */
  private DenseMatrix mixed(Pass pass, int l) {
    DenseMatrix mixed = pass.buffer("M", inputs(), inputs());
    float beta = beta(l);
    mixed.copyFrom(pass.parameter(weights(l)));
    Dense.scale(beta, mixed, Workers.sequential());
    for (int i = 0; i < inputs(); i++) {
      mixed.set(i, i, mixed.get(i, i) + (1 - beta));
    }
    return mixed;
  }

  /** What is multiplied by them: (1 - α) Â H + α H<sup>0</sup>. */
  private DenseMatrix support(Pass pass, int l) {
    return pass.buffer("S" + l, pass.nodes(), inputs());
  }

  @Override
  protected void forward(Pass pass) {
    Workers workers = pass.workers();
    DenseMatrix initial = pass.denseInput();
    LinearOperator operator = pass.adjacency().normalized();
    input(pass, 1).copyFrom(initial);
    for (int l = 1; l <= depth; l++) {
      if (dropsOut(pass)) {
        mask(pass, l).apply(input(pass, l), input(pass, l), workers);
      }
      DenseMatrix support = support(pass, l);
      operator.applyAndAdd(
          1 - (float) alpha, input(pass, l), (float) alpha, initial, support, workers);
      DenseMatrix next = input(pass, l + 1);
      Dense.multiply(support, mixed(pass, l), next, workers);
      Dense.rectify(next, workers);
    }
    pass.output().copyFrom(input(pass, depth + 1));
  }

  private boolean dropsOut(Pass pass) {
    return pass.training() && convolutionDropOut < 1;
  }

  /** The mask of convolution l's input, drawn anew: the same whenever it is asked for in a pass. */
  private DropoutMask mask(Pass pass, int l) {
    DropoutMask mask =
        pass.kept(
            DropoutMask.class,
            () -> new DropoutMask(1 - convolutionDropOut, pass.nodes(), inputs()));
    mask.draw(pass.random().derive(l), pass.inputRows(), pass.workers());
    return mask;
  }

  @Override
  protected void backward(Pass pass) {
    Workers workers = pass.workers();
    DenseMatrix gradient = pass.outputGradient();
    DenseMatrix support = pass.buffer("dS", pass.nodes(), inputs());
    DenseMatrix initial = pass.buffer("dH", pass.nodes(), inputs());
    initial.fill(0f);
    for (int l = depth; l >= 1; l--) {
      // An element that the next convolution dropped is zero too: one test serves ReLU and dropout.
      float scale =
          l == depth ? 1f : (float) ((1 - alpha) / (dropsOut(pass) ? convolutionDropOut : 1));
      Dense.keepWherePositive(scale, input(pass, l + 1), gradient, workers);
      DenseMatrix weightGradient = pass.gradient(weights(l));
      Dense.multiplyTransposedLeft(support(pass, l), gradient, weightGradient, workers);
      Dense.scale(beta(l), weightGradient, workers);
      Dense.multiplyTransposedRight(gradient, mixed(pass, l), support, workers);
      Dense.combine((float) alpha, support, 1f, initial, initial, workers);
      pass.propagateTransposed(support, gradient); // to be scaled by 1 - α
    }
    if (pass.needsInputGradient()) {
      if (dropsOut(pass)) {
        mask(pass, 1).apply(gradient, gradient, workers); // the first input may be negative
      }
      Dense.combine(1 - (float) alpha, gradient, 1f, initial, pass.inputGradient(), workers);
    }
  }

  /** Sets up the stack. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private int depth = 64;
    private double alpha = 0.1;
    private double lambda = 0.5;
    private double convolutionDropOut = 1;

    private Builder() {}

    /**
     * Sets the number of convolutions.
     *
     * @param convolutions 1 to 10,000
     * @return this builder
     */
    public Builder depth(int convolutions) {
      this.depth = convolutions;
      return this;
    }

    /**
     * Sets the share α of the stack's input in every convolution.
     *
     * @param share in [0, 1]
     * @return this builder
     */
    public Builder alpha(double share) {
      this.alpha = share;
      return this;
    }

    /**
     * Sets λ: the smaller, the faster the convolutions approach the identity with depth.
     *
     * @param value positive
     * @return this builder
     */
    public Builder lambda(double value) {
      this.lambda = value;
      return this;
    }

    /**
     * Sets the probability to drop an input of each convolution in training; the H<sup>0</sup> that
     * is added stays whole. Nothing is dropped by default.
     *
     * @param rate in [0, 1)
     * @return this builder
     */
    public Builder convolutionDropout(double rate) {
      this.convolutionDropOut = 1 - rate;
      return this;
    }

    @Override
    public InitialResidualConvLayer build() {
      return validated(new InitialResidualConvLayer(this));
    }
  }
}
