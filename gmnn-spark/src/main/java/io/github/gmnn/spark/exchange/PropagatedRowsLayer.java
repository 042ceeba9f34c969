package io.github.gmnn.spark.exchange;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;
import java.util.Optional;

/**
 * The half of a {@link DecoupledConvLayer} that has weights, on rows that are propagated already:
 * H' = σ(drop(H) W), with the dropout that the whole layer would draw.
 */
final class PropagatedRowsLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String WEIGHTS = "W";

  private double dropout;

  private PropagatedRowsLayer(double dropout, Builder<?> builder) {
    super(builder);
    this.dropout = dropout;
  }

  static PropagatedRowsLayer of(DecoupledConvLayer whole) {
    return new PlainBuilder<>(
            (PlainBuilder<PropagatedRowsLayer> builder) ->
                new PropagatedRowsLayer(whole.propagatedDropout(), builder))
        .nOut((int) whole.getNOut())
        .activation(whole.getActivationFn())
        .hasBias(whole.hasBias())
        .build();
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
    SparseInput rows = pass.inputEntries();
    if (pass.training() && dropout > 0) {
      rows.drop(dropout, pass.random(), pass.outputRows(), pass.workers());
    }
    rows.multiply(pass.parameter(WEIGHTS), pass.output(), pass.workers());
  }

  @Override
  protected void backward(Pass pass) {
    pass.multiplyInputTransposed(pass.outputGradient(), pass.gradient(WEIGHTS));
  }
}
