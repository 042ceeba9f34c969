package io.github.gmnn.examples;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import java.util.List;

/** GIN-0, Xu et al., ICLR 2019: H' = σ((H + AH)W), the sum over a node and its neighbours. */
public final class GraphIsomorphismLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;

  private GraphIsomorphismLayer() {} // for JSON

  private GraphIsomorphismLayer(Builder<?> builder) {
    super(builder);
  }

  public static PlainBuilder<GraphIsomorphismLayer> builder() {
    return new PlainBuilder<>(GraphIsomorphismLayer::new);
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of(new Parameter("W", inputs(), units()));
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), units());
    pass.multiplyInput(pass.parameter("W"), transformed);
    pass.adjacency().matrix().apply(transformed, pass.output(), pass.workers());
    add(transformed, pass.output());
  }

  @Override
  protected void backward(Pass pass) {
    DenseMatrix spread = pass.buffer("(I+A)ᵀG", pass.nodes(), units());
    pass.adjacency().matrix().applyTransposed(pass.outputGradient(), spread, pass.workers());
    add(pass.outputGradient(), spread);
    pass.multiplyInputTransposed(spread, pass.gradient("W"));
    if (pass.needsInputGradient()) {
      DenseMatrix inputGradient = pass.inputGradient();
      Dense.multiplyTransposedRight(spread, pass.parameter("W"), inputGradient, pass.workers());
    }
  }

  private static void add(DenseMatrix from, DenseMatrix to) {
    for (int i = 0; i < to.data().length; i++) {
      to.data()[i] += from.data()[i];
    }
  }
}
