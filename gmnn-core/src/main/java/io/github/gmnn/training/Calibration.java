package io.github.gmnn.training;

/**
 * How probabilities are made to mean what they say: by a temperature T, such that the predicted
 * distribution becomes softmax(log p / T) (Guo et al. 2017), chosen by the log-loss of nodes that
 * were not trained on: the one nearest to 1 that chance does not tell from the best, as if one more
 * node were wrong, and taken back further as far as their calibration error asks for. It is 1 where
 * temperatures chosen on four fifths of these nodes do not serve the last fifth. The likeliest
 * label stays the same; T is kept in the model.
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
