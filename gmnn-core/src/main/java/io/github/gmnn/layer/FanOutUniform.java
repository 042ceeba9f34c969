package io.github.gmnn.layer;

import io.github.gmnn.compute.RandomStream;
import java.io.Serial;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Weights uniform in ±1/sqrt(fan-out): the initialisation of the published GMNN and GCN
 * implementations, and the default of all graph layers.
 */
public final class FanOutUniform implements IWeightInit {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  public INDArray init(double fanIn, double fanOut, long[] shape, char order, INDArray paramView) {
    double bound = 1 / Math.sqrt(fanOut);
    Nd4j.rand(paramView, -bound, bound, Nd4j.getRandom());
    return paramView.reshape(order, shape);
  }

  /** Fills the weights of one parameter from a stream of ours, leaving ND4J's generator alone. */
  static void fill(float[] weights, int fanOut, RandomStream random) {
    double bound = 1 / Math.sqrt(fanOut);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FanOutUniform;
  }

  @Override
  public int hashCode() {
    return FanOutUniform.class.hashCode();
  }
}
