package io.github.gmnn.spark.exchange;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.Parameter;
import io.github.gmnn.layer.Pass;
import java.util.List;

/**
 * The half of a {@link DecoupledConvLayer} that needs the graph, for evaluation alone: {@link
 * DecoupledConvLayer.Hops} on what it is given, and no weights. It propagates all columns of its
 * input at once, one exchange between parts for each hop.
 */
final class HopsLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;

  private int count;
  private double ownShare;
  private boolean sideBySide;

  private HopsLayer(DecoupledConvLayer.Hops hops, Builder<?> builder) {
    super(builder);
    this.count = hops.count();
    this.ownShare = hops.ownShare();
    this.sideBySide = hops.sideBySide();
  }

  static PlainBuilder<HopsLayer> builder(DecoupledConvLayer.Hops hops) {
    return new PlainBuilder<>(builder -> new HopsLayer(hops, builder));
  }

  private DecoupledConvLayer.Hops hops() {
    return new DecoupledConvLayer.Hops(count, ownShare, sideBySide);
  }

  @Override
  public int outputWidth() {
    return hops().width(inputs());
  }

  @Override
  protected List<Parameter> parameters() {
    return List.of();
  }

  @Override
  protected void forward(Pass pass) {
    DenseMatrix[] scratch = {
      pass.buffer("one hop", pass.nodes(), inputs()), pass.buffer("another", pass.nodes(), inputs())
    };
    hops()
        .apply(
            pass.adjacency().normalized(),
            pass.denseInput(),
            pass.output(),
            scratch,
            pass.workers());
  }

  @Override
  protected void backward(Pass pass) {
    throw new UnsupportedOperationException("gradients are made of rows that are propagated");
  }
}
