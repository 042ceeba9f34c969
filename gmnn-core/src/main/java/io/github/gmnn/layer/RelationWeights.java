package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * How the weights W<sub>r</sub> of a {@link RelationalConvLayer} are made: each its own, a sum of
 * shared bases, or block-diagonal.
 *
 * @param directions the relations, and those against their direction
 * @param bases how many matrices are shared; 0 if none
 * @param blocks how many blocks there are; 0 if weights are whole
 * @param inputs values per node that the layer takes
 * @param units values per node that it gives
 * @param senders how many rows of weights there are where each node is its own feature: one for
 *     every relation that it sends in; 0 if weights are by input
 */
record RelationWeights(
    List<String> directions, int bases, int blocks, int inputs, int units, int senders) {
  static final String COEFFICIENTS = "a";
  static final String OF_SENDERS = "W";

  List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    if (senders > 0) {
      parameters.add(new Parameter(OF_SENDERS, senders, units));
    } else if (bases > 0 && !directions.isEmpty()) {
      for (int b = 0; b < bases; b++) {
        parameters.add(new Parameter(basis(b), inputs, units));
      }
      parameters.add(new Parameter(COEFFICIENTS, directions.size(), bases));
    } else if (bases == 0) {
      for (int d = 0; d < directions.size(); d++) {
        parameters.add(new Parameter(weights(d), inputs, width()));
      }
    }
    return parameters;
  }

  static String basis(int b) {
    return "V" + b;
  }

  String weights(int direction) {
    return "W " + directions.get(direction);
  }

  /** How many units an input of a relation reaches. */
  int width() {
    return blocks == 0 ? units : units / blocks;
  }

  /** The first unit that an input reaches. */
  int firstUnit(int input) {
    return blocks == 0 ? 0 : input / (inputs / blocks) * width();
  }

  /** What a basis makes of the input: H V_b. */
  DenseMatrix ofBasis(Pass pass, int b) {
    return pass.buffer("HV" + b, pass.nodes(), units);
  }

  /** The gradient of the loss at H V_b. */
  DenseMatrix ofBasisGradient(Pass pass, int b) {
    return pass.buffer("dHV" + b, pass.nodes(), units);
  }
}
