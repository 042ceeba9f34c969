package io.github.gmnn.model;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.training.Predictor;
import org.jspecify.annotations.Nullable;

/** What a {@link Predictor} makes of the distributions of q and p. */
public final class Combination {
  private Combination() {}

  /**
   * Returns the final distributions: of q, of p, or their product.
   *
   * @param predictor which, not left open
   * @param ofQ q's
   * @param ofP p's, or null where training ended before p: then q's count
   */
  public static DenseMatrix of(Predictor predictor, DenseMatrix ofQ, @Nullable DenseMatrix ofP) {
    if (predictor == Predictor.INFERENCE || ofP == null) {
      return ofQ;
    }
    if (predictor == Predictor.LEARNING) {
      return ofP;
    }
    DenseMatrix logProduct = DenseMatrix.zeros(ofQ.rows(), ofQ.columns());
    for (int i = 0; i < logProduct.data().length; i++) {
      logProduct.data()[i] =
          (float) (Math.log(floored(ofQ.data()[i])) + Math.log(floored(ofP.data()[i])));
    }
    Dense.softmax(logProduct, 1, logProduct);
    return logProduct;
  }

  private static float floored(float probability) {
    return Math.max(probability, Float.MIN_NORMAL);
  }
}
