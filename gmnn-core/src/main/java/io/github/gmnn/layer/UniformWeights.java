package io.github.gmnn.layer;

import io.github.gmnn.compute.RandomStream;
import java.io.Serial;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Weights uniform in ±bound. Drawn from a stream of ours wherever the networks of this library
 * start, so that no ND4J backend is needed and its generator is left alone.
 */
abstract class UniformWeights implements IWeightInit {
  @Serial private static final long serialVersionUID = 1L;

  /** Returns the bound for a matrix of that many rows (fan-in) and columns (fan-out). */
  abstract double bound(double fanIn, double fanOut);

  /** Fills the weights of one parameter. */
  final void fill(float[] weights, Parameter parameter, RandomStream random) {
    double bound = bound(parameter.rows(), parameter.columns());
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  /** Returns the bound of a bias beside such a matrix, or 0 if the layer's own value is to stay. */
  double biasBound(double fanIn) {
    return 0;
  }

  /** Fills a bias, unless the layer's own value is to stay. */
  final void fillBias(float[] bias, int fanIn, RandomStream random) {
    double bound = biasBound(fanIn);
    for (int i = 0; bound > 0 && i < bias.length; i++) {
      bias[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  @Override
  public final INDArray init(
      double fanIn, double fanOut, long[] shape, char order, INDArray paramView) {
    double bound = bound(fanIn, fanOut);
    Nd4j.rand(paramView, -bound, bound, Nd4j.getRandom());
    return paramView.reshape(order, shape);
  }

  @Override
  public final boolean equals(Object other) {
    return other != null && getClass() == other.getClass();
  }

  @Override
  public final int hashCode() {
    return getClass().getName().hashCode();
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName();
  }
}
