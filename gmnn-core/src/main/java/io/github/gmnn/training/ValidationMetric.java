package io.github.gmnn.training;

/** The metric by which validation nodes choose the epoch; larger is better. */
public enum ValidationMetric {
  /** The share of correct labels: the paper's choice and the default. */
  ACCURACY,
  /** The mean of the classes' F1, for unbalanced classes. */
  MACRO_F1,
  /** The mean of the shares found of each class that there is, for unbalanced classes. */
  BALANCED_ACCURACY,
  /**
   * The area under the ROC curve: how often a node of a class has a higher probability of it than
   * one of another class. With two classes it is the same for either; with more it is the mean over
   * the classes, each against the rest, that some of the nodes are of and others not. 0.5, whatever
   * the predictions, where all nodes are of one class.
   */
  ROC_AUC,
  /**
   * The area under the precision-recall curve, for classes so rare that the labels themselves tell
   * little: of the rarer of two classes (the first if both have as many nodes), the mean over the
   * classes as for {@link #ROC_AUC} with more. 0, whatever the predictions, where all nodes are of
   * one class.
   */
  AVERAGE_PRECISION;

  /** Returns whether it is measured by the order of probabilities, not by labels. */
  public boolean ranks() {
    return this == ROC_AUC || this == AVERAGE_PRECISION;
  }
}
