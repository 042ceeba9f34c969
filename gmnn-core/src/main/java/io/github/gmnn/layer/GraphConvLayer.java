package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Adjacency;
import java.util.List;

/**
 * Graph convolution: H' = σ(D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup> H W), Kipf and Welling, ICLR
 * 2017; the layer of the paper's networks.
 *
 * <p>An epoch costs O(nnz(H) · nOut + edges · nOut), forward and backward alike.
 */
public final class GraphConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private GraphConvLayer() {}

  private GraphConvLayer(Builder<?> builder) {
    super(builder);
  }

  /** Returns a builder; {@code nOut} is required. */
  public static PlainBuilder<GraphConvLayer> builder() {
    return new PlainBuilder<>(GraphConvLayer::new);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter(WEIGHTS, inputs(), units()));
  }

  @Override
  RowSet inputRows(RowSet outputRows, Adjacency adjacency) {
    return adjacency.normalized().reach(outputRows);
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
    pass.multiplyInput(pass.parameter(WEIGHTS), transformed);
    pass.propagate(transformed, pass.output());
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix propagated = pass.buffer("AᵀG", pass.nodes(), units());
    pass.propagateTransposed(pass.outputGradient(), propagated);
    pass.multiplyInputTransposed(propagated, pass.gradient(WEIGHTS));
    if (pass.needsInputGradient()) {
      Dense.multiplyTransposedRight(
          propagated, pass.parameter(WEIGHTS), pass.inputGradient(), pass.workers());
    }
  }
}
