package io.github.gmnn.network.internal;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import java.util.function.IntFunction;

/** Means over the samples of an expectation, as Eq. 10 asks for. */
public final class SampleMean {
  private SampleMean() {}

  /**
   * Gives the normalised exponential of E[log p]: the mean of log p over samples, for each node.
   *
   * @param samples how many there are
   * @param logits gives the logits of p for a sample; used before the next are asked for
   * @param scratch of the size of the result, overwritten
   * @param distributions the result
   */
  public static void distributions(
      int samples,
      IntFunction<DenseMatrix> logits,
      DenseMatrix scratch,
      DenseMatrix distributions) {
    if (samples == 1) { // log-softmax and softmax would only undo each other
      Dense.softmax(logits.apply(0), 1, distributions);
      return;
    }
    of(
        samples,
        sample -> {
          Dense.logSoftmax(logits.apply(sample), distributions);
          return distributions;
        },
        scratch);
    Dense.softmax(scratch, 1, distributions);
  }

  /**
   * Gives the mean of some values over samples.
   *
   * @param samples how many there are
   * @param values gives those of a sample; used before the next are asked for
   * @param mean the result
   */
  public static void of(int samples, IntFunction<DenseMatrix> values, DenseMatrix mean) {
    mean.fill(0f);
    float[] sum = mean.data();
    for (int sample = 0; sample < samples; sample++) {
      float[] ofSample = values.apply(sample).data();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += ofSample[i] / samples;
      }
    }
  }
}
