package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Adjacency;
import java.util.List;
import java.util.Optional;

/**
 * GraphSAGE with the mean aggregator: H' = σ(H W<sub>self</sub> + mean<sub>NB</sub>(H)
 * W<sub>neigh</sub>), Hamilton, Ying and Leskovec, NIPS 2017. A node keeps weights of its own
 * beside those of its neighbours, whose mean is weighted by the edges; without neighbours the mean
 * is zero. Outputs are not normalised to unit length.
 *
 * <p>An epoch costs O(nnz(H) · nOut + edges · nOut), twice the products of {@link GraphConvLayer}.
 */
public final class GraphSageLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String SELF = "Wself";
  private static final String NEIGHBORS = "Wneigh";

  private GraphSageLayer() {}

  private GraphSageLayer(Builder<?> builder) {
    super(builder);
  }

  /** Returns a builder; {@code nOut} is required. */
  public static PlainBuilder<GraphSageLayer> builder() {
    return new PlainBuilder<>(GraphSageLayer::new);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(
        new Parameter(SELF, inputs(), units()), new Parameter(NEIGHBORS, inputs(), units()));
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    return Optional.of(adjacency.mean().reach(outputRows).with(outputRows));
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
    DenseMatrix mean = pass.buffer("mean", pass.nodes(), units());
    pass.multiplyInput(pass.parameter(NEIGHBORS), transformed);
    pass.propagate(pass.adjacency().mean(), transformed, mean);
    pass.multiplyInput(pass.parameter(SELF), pass.output());
    Dense.add(mean, pass.output(), pass.workers());
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix gradient = pass.outputGradient();
    DenseMatrix spread = pass.buffer("gradient at HW", pass.nodes(), units());
    pass.propagateTransposed(pass.adjacency().mean(), gradient, spread);
    pass.multiplyInputTransposed(gradient, pass.gradient(SELF));
    pass.multiplyInputTransposed(spread, pass.gradient(NEIGHBORS));
    if (pass.needsInputGradient()) {
      DenseMatrix throughMean = pass.buffer("dH through the mean", pass.nodes(), inputs());
      Dense.multiplyTransposedRight(spread, pass.parameter(NEIGHBORS), throughMean, pass.workers());
      Dense.multiplyTransposedRight(
          gradient, pass.parameter(SELF), pass.inputGradient(), pass.workers());
      Dense.add(throughMean, pass.inputGradient(), pass.workers());
    }
  }
}
