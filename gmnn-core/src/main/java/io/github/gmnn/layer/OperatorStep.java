package io.github.gmnn.layer;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Relations as operators, one after another: for edges that are not written out. Each relation
 * costs a product with the input of all nodes.
 */
final class OperatorStep implements RelationalStep {
  private final RelationWeights weights;
  private final List<Direction> directions = new ArrayList<>();

  /** A relation that the graph has edges of, in one direction. */
  private record Direction(int index, LinearOperator mean) {}

  OperatorStep(
      RelationWeights weights, Adjacency adjacency, List<String> relations, List<String> inverses) {
    this.weights = weights;
    Set<String> there = new HashSet<>(relations(adjacency));
    for (int d = 0; d < relations.size() + inverses.size(); d++) {
      boolean inverse = d >= relations.size();
      String relation = inverse ? inverses.get(d - relations.size()) : relations.get(d);
      if (there.contains(relation)) {
        Adjacency edges = relation(adjacency, relation);
        directions.add(new Direction(d, (inverse ? edges.reversed() : edges).mean()));
      }
    }
  }

  /** The relations of a graph; edges without types are one of the empty name. */
  static List<String> relations(Adjacency adjacency) {
    return adjacency.relations().isEmpty() ? List.of("") : adjacency.relations();
  }

  static Adjacency relation(Adjacency adjacency, String name) {
    return name.isEmpty() ? adjacency : adjacency.relation(name);
  }

  @Override
  public void forward(Pass pass) {
    DenseMatrix transformed = pass.buffer("HW", pass.nodes(), weights.units());
    DenseMatrix mean = pass.buffer("AHW", pass.nodes(), weights.units());
    for (int b = 0; b < weights.bases(); b++) {
      pass.multiplyInput(pass.parameter(RelationWeights.basis(b)), weights.ofBasis(pass, b));
    }
    for (Direction direction : directions) {
      if (weights.bases() > 0) {
        combine(pass, direction.index, transformed);
      } else {
        pass.multiplyInput(wholeWeights(pass, direction.index), transformed);
      }
      pass.propagate(direction.mean, transformed, mean);
      Dense.add(mean, pass.output(), pass.workers());
    }
  }

  /** Σ_b a_rb H V_b. */
  private void combine(Pass pass, int direction, DenseMatrix out) {
    DenseMatrix coefficients = pass.parameter(RelationWeights.COEFFICIENTS);
    out.copyFrom(weights.ofBasis(pass, 0));
    Dense.scale(coefficients.get(direction, 0), out, pass.workers());
    for (int b = 1; b < weights.bases(); b++) {
      float coefficient = coefficients.get(direction, b);
      Dense.combine(1f, out, coefficient, weights.ofBasis(pass, b), out, pass.workers());
    }
  }

  /** The weights of a relation, the zeros around blocks written out. */
  private DenseMatrix wholeWeights(Pass pass, int direction) {
    DenseMatrix parameter = pass.parameter(weights.weights(direction));
    if (weights.blocks() == 0) {
      return parameter;
    }
    DenseMatrix whole = pass.buffer("blocks", weights.inputs(), weights.units());
    copyBlocks(parameter, whole, false);
    return whole;
  }

  private void copyBlocks(DenseMatrix blocks, DenseMatrix whole, boolean back) {
    int width = weights.width();
    for (int i = 0; i < weights.inputs(); i++) {
      int inWhole = i * weights.units() + weights.firstUnit(i);
      if (back) {
        System.arraycopy(whole.data(), inWhole, blocks.data(), i * width, width);
      } else {
        System.arraycopy(blocks.data(), i * width, whole.data(), inWhole, width);
      }
    }
  }

  @Override
  public void backward(Pass pass) {
    DenseMatrix spread = pass.buffer("HW", pass.nodes(), weights.units());
    clear(pass);
    for (Direction direction : directions) {
      pass.propagateTransposed(direction.mean, pass.outputGradient(), spread);
      if (weights.bases() > 0) {
        spreadOverBases(pass, direction.index, spread);
        continue;
      }
      DenseMatrix gradient = pass.gradient(weights.weights(direction.index));
      if (weights.blocks() == 0) {
        RelationalStep.backwardThrough(
            pass, pass.parameter(weights.weights(direction.index)), spread, gradient);
      } else {
        DenseMatrix whole = pass.buffer("dBlocks", weights.inputs(), weights.units());
        RelationalStep.backwardThrough(pass, wholeWeights(pass, direction.index), spread, whole);
        copyBlocks(gradient, whole, true);
      }
    }
    for (int b = 0; b < weights.bases(); b++) {
      String basis = RelationWeights.basis(b);
      RelationalStep.backwardThrough(
          pass, pass.parameter(basis), weights.ofBasisGradient(pass, b), pass.gradient(basis));
    }
  }

  /** Relations that the graph has no edges of have no gradient. */
  private void clear(Pass pass) {
    if (weights.bases() > 0) {
      pass.gradient(RelationWeights.COEFFICIENTS).fill(0f);
      for (int b = 0; b < weights.bases(); b++) {
        weights.ofBasisGradient(pass, b).fill(0f);
      }
    } else if (directions.size() < weights.directions().size()) {
      for (int d = 0; d < weights.directions().size(); d++) {
        pass.gradient(weights.weights(d)).fill(0f);
      }
    }
  }

  private void spreadOverBases(Pass pass, int direction, DenseMatrix spread) {
    DenseMatrix coefficients = pass.parameter(RelationWeights.COEFFICIENTS);
    for (int b = 0; b < weights.bases(); b++) {
      float product = product(weights.ofBasis(pass, b), spread);
      pass.gradient(RelationWeights.COEFFICIENTS).set(direction, b, product);
      DenseMatrix sum = weights.ofBasisGradient(pass, b);
      Dense.combine(1f, sum, coefficients.get(direction, b), spread, sum, pass.workers());
    }
  }

  private static float product(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.data().length; i++) {
      sum += (double) a.data()[i] * b.data()[i];
    }
    return (float) sum;
  }
}
