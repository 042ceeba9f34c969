package io.github.gmnn.approximation;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import java.util.List;

/**
 * Approximates the expectation over q in the M-step (Eq. 14) and the E-step (Eq. 10): turns q's
 * logits into annotations ŷ<sub>V</sub> of all nodes.
 *
 * <p>Implementations are immutable and thread-safe, draw randomness from the given stream alone,
 * and return as many rows and columns as the logits have, each row a distribution (one-hot where a
 * label is drawn). The trainer puts the true labels of labelled nodes in place afterwards. {@code
 * io.github.gmnn.testing.ApproximationStrategyContract} in the test fixtures checks all that.
 */
@FunctionalInterface
public interface ApproximationStrategy {
  /**
   * Annotates all nodes.
   *
   * @param logits q's logits, a row per node; not to be changed
   * @param random the randomness of this M-step
   * @return one or more annotations; p's loss and log-predictions are averaged over them
   */
  List<DenseMatrix> annotate(DenseMatrix logits, RandomStream random);
}
