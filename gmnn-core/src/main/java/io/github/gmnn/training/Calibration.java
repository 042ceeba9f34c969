package io.github.gmnn.training;

/**
 * Which nodes choose the temperature T that makes probabilities mean what they say: the predicted
 * distribution becomes softmax(log p / T) (Guo et al. 2017). The likeliest label stays the same; T
 * is kept in the model. How T is chosen:
 *
 * <ul>
 *   <li>by the log-loss of nodes that were not trained on, as if one more of them were wrong;
 *   <li>of the temperatures that chance does not tell from the best, the one nearest to 1;
 *   <li>nearer to 1 still, as far as the calibration error of these nodes asks for;
 *   <li>1 where temperatures chosen on four fifths of the nodes do not serve the last fifth.
 * </ul>
 */
public enum Calibration {
  /** Probabilities stay as the networks give them. */
  NONE,

  /**
   * T is chosen on the validation nodes; with fewer than 30 of them it is 1. Costs next to nothing.
   */
  VALIDATION,

  /**
   * T is chosen on the training nodes, each predicted by a fit that did not see its label: for
   * graphs whose labels are too few to hold some for validation. Costs three further fits; with
   * fewer than 30 training nodes T is 1.
   */
  CROSS_FITTED
}
