package io.github.gmnn.baseline.relational;

/** A differentiable function to minimise. */
interface SmoothFunction {
  /** How many parameters there are. */
  int size();

  /**
   * Computes the function and its gradient.
   *
   * @param parameters where
   * @param gradient overwritten with the gradient there
   * @return the value there
   */
  double evaluate(double[] parameters, double[] gradient);
}
