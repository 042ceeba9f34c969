package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;

/** What relations add to a {@link RelationalConvLayer}: Σ_r Â_r H W_r. */
interface RelationalStep {
  /** Adds to the output. */
  void forward(Pass pass);

  /** Fills the gradients of the relations' weights, and adds to the input's if it is needed. */
  void backward(Pass pass);

  /** From the gradient at HW fills the one at W and, if it is needed, adds to the one at H. */
  static void backwardThrough(
      Pass pass, DenseMatrix weights, DenseMatrix gradient, DenseMatrix ofWeights) {
    pass.multiplyInputTransposed(gradient, ofWeights);
    if (pass.needsInputGradient()) {
      DenseMatrix ofInput = pass.buffer("dH", pass.nodes(), weights.rows());
      Dense.multiplyTransposedRight(gradient, weights, ofInput, pass.workers());
      Dense.add(ofInput, pass.inputGradient(), pass.workers());
    }
  }
}
