package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import java.util.List;

/**
 * The logarithm of the mean over a node's neighbours: H' = log(ε + D<sup>-1</sup>A H); no
 * parameters. As the only layer of p it is the paper's "1 mean pooling layer": fed with
 * annotations, it makes the share of each label among the neighbours the predicted distribution.
 *
 * <p>A node without neighbours gets the uniform distribution. {@code nOut} need not be given: it is
 * {@code nIn}. An epoch costs O(edges · nIn).
 */
public final class MeanPoolingLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;

  /** Keeps the logarithm finite; labels that no neighbour has keep a small probability. */
  private static final float EPSILON = 1e-3f;

  private MeanPoolingLayer() {}

  private MeanPoolingLayer(Builder<?> builder) {
    super(builder);
  }

  /** Returns a builder. */
  public static PlainBuilder<MeanPoolingLayer> builder() {
    return new PlainBuilder<>(MeanPoolingLayer::new);
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
    DenseMatrix mean = pass.buffer("mean", pass.nodes(), inputs());
    pass.adjacency().mean().apply(pass.denseInput(), mean, pass.workers());
    float[] from = mean.data();
    float[] to = pass.output().data();
    for (int i = 0; i < from.length; i++) {
      to[i] = (float) Math.log(EPSILON + Math.max(0f, from[i]));
    }
  }

  @Override
  protected void backward(Pass pass) {
    if (!pass.needsInputGradient()) {
      return;
    }
    DenseMatrix mean = pass.buffer("mean", pass.nodes(), inputs());
    float[] gradient = pass.outputGradient().data();
    for (int i = 0; i < gradient.length; i++) {
      float value = mean.data()[i];
      gradient[i] = value < 0f ? 0f : gradient[i] / (EPSILON + value);
    }
    pass.adjacency()
        .mean()
        .applyTransposed(pass.outputGradient(), pass.inputGradient(), pass.workers());
  }
}
