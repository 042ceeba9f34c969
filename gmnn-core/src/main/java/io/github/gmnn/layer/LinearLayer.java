package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.sparse.Adjacency;
import java.util.List;
import java.util.Optional;

/**
 * A linear map of each node by itself: H' = σ(HW). Unlike DL4J's {@code DenseLayer} it takes sparse
 * input. An epoch costs O(nnz(H) · nOut).
 */
public final class LinearLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private LinearLayer() {}

  private LinearLayer(Builder<?> builder) {
    super(builder);
  }

  /** Returns a builder; {@code nOut} is required. */
  public static PlainBuilder<LinearLayer> builder() {
    return new PlainBuilder<>(LinearLayer::new);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter(WEIGHTS, inputs(), units()));
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    return Optional.of(outputRows);
  }

  @Override
  protected void forward(Pass pass) {
    pass.multiplyInput(pass.parameter(WEIGHTS), pass.output());
  }

  @Override
  protected void backward(Pass pass) {
    pass.multiplyInputTransposed(pass.outputGradient(), pass.gradient(WEIGHTS));
    if (pass.needsInputGradient()) {
      Dense.multiplyTransposedRight(
          pass.outputGradient(), pass.parameter(WEIGHTS), pass.inputGradient(), pass.workers());
    }
  }
}
