package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.List;
import java.util.Optional;

/**
 * Graph convolution: H' = σ(D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup> H W), Kipf and Welling, ICLR
 * 2017; the layer of the paper's networks.
 *
 * <p>Two settings of its builder change what a node knows of itself. Without self-loops it sees its
 * neighbours alone: D<sup>-1/2</sup>AD<sup>-1/2</sup> H W. With a self weight its own values get
 * weights of their own: H W<sub>0</sub> + Â H W.
 *
 * <p>An epoch costs O(nnz(H) · nOut + edges · nOut), forward and backward alike; a self weight adds
 * O(nnz(H) · nOut). Where H is narrower than nOut, only its columns travel over the edges: (Â H) W.
 */
public final class GraphConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";
  private static final String SELF = "Wself";

  /** Zeros of a node's sparse input up to which a dense product over them costs less than edges. */
  private static final int MOST_ZEROS = 16;

  private boolean selfLoops;
  private boolean selfWeight;

  private GraphConvLayer() {}

  private GraphConvLayer(Builder builder) {
    super(builder);
    this.selfLoops = builder.selfLoops;
    this.selfWeight = builder.selfWeight;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  private LinearOperator operator(Adjacency adjacency) {
    return selfLoops ? adjacency.normalized() : adjacency.normalizedWithoutLoops();
  }

  @Override
  protected List<Parameter> parameters() {
    Parameter weights = new Parameter(WEIGHTS, inputs(), units());
    return selfWeight ? List.of(weights, new Parameter(SELF, inputs(), units())) : List.of(weights);
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    // Without self-loops a node's own row need not be in reach, so that a self weight works on all.
    return !selfLoops && selfWeight
        ? Optional.empty()
        : Optional.of(operator(adjacency).reach(outputRows));
  }

  /**
   * Whether propagation comes before the weights, Â H being narrower than H W: the same product,
   * but fewer columns travel over the edges, and where no gradient at the input is needed, none
   * travel back. Sparse input becomes dense by it, so that it must be narrow or nearly dense.
   */
  private boolean propagatesFirst(Pass pass) {
    return inputs() < units() && inputs() * (1 - pass.inputDensity()) <= MOST_ZEROS;
  }

  @Override
  protected void forward(Pass pass) {
    LinearOperator operator = operator(pass.adjacency());
    if (propagatesFirst(pass)) {
      DenseMatrix propagated = pass.buffer("AH", pass.nodes(), inputs());
      pass.propagate(operator, pass.denseInput(), propagated);
      Dense.multiply(propagated, pass.parameter(WEIGHTS), pass.output(), pass.workers());
    } else {
      DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
      pass.multiplyInput(pass.parameter(WEIGHTS), transformed);
      pass.propagate(operator, transformed, pass.output());
    }
    if (selfWeight) {
      DenseMatrix own = pass.buffer("HW0", pass.nodes(), units());
      pass.multiplyInput(pass.parameter(SELF), own, pass.outputRows());
      Dense.add(own, pass.output(), pass.workers());
    }
  }

  @Override
  protected void backward(Pass pass) {
    LinearOperator operator = operator(pass.adjacency());
    if (propagatesFirst(pass)) {
      Dense.multiplyTransposedLeft(
          pass.buffer("AH", pass.nodes(), inputs()),
          pass.outputGradient(),
          pass.gradient(WEIGHTS),
          pass.workers());
      if (pass.needsInputGradient()) {
        DenseMatrix transformed = pass.buffer("GWᵀ", pass.nodes(), inputs());
        Dense.multiplyTransposedRight(
            pass.outputGradient(), pass.parameter(WEIGHTS), transformed, pass.workers());
        pass.propagateTransposed(operator, transformed, pass.inputGradient());
      }
    } else {
      DenseMatrix propagated = pass.buffer("AᵀG", pass.nodes(), units());
      pass.propagateTransposed(operator, pass.outputGradient(), propagated);
      pass.multiplyInputTransposed(propagated, pass.gradient(WEIGHTS));
      if (pass.needsInputGradient()) {
        Dense.multiplyTransposedRight(
            propagated,
            pass.parameter(WEIGHTS),
            pass.inputGradient(),
            pass.inputRows(),
            pass.workers());
      }
    }
    if (selfWeight) {
      backwardThroughSelfWeight(pass);
    }
  }

  private void backwardThroughSelfWeight(Pass pass) {
    pass.multiplyInputTransposed(pass.outputGradient(), pass.gradient(SELF));
    if (pass.needsInputGradient()) {
      DenseMatrix own = pass.buffer("dH through W0", pass.nodes(), inputs());
      Dense.multiplyTransposedRight(
          pass.outputGradient(), pass.parameter(SELF), own, pass.workers());
      Dense.add(own, pass.inputGradient(), pass.workers());
    }
  }

  /** Sets up a graph convolution. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private boolean selfLoops = true;
    private boolean selfWeight;

    private Builder() {}

    /**
     * Sets whether a node sees itself among its neighbours; true, as published.
     *
     * @param loops whether it does
     * @return this builder
     */
    public Builder selfLoops(boolean loops) {
      this.selfLoops = loops;
      return this;
    }

    /**
     * Sets whether a node's own values are added with weights of their own; false. Worth it where a
     * node's own attributes tell more than those around it.
     *
     * @param weight whether they are
     * @return this builder
     */
    public Builder selfWeight(boolean weight) {
      this.selfWeight = weight;
      return this;
    }

    @Override
    public GraphConvLayer build() {
      return new GraphConvLayer(this);
    }
  }
}
