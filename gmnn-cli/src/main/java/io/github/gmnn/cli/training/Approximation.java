package io.github.gmnn.cli.training;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.training.internal.ValueType;

/** The strategies of the paper with its settings. */
public enum Approximation {
  SINGLE(Approximations.singleSample()),
  MULTI(Approximations.multiSample(10)),
  ANNEALING(Approximations.annealing(0.1)),
  MAX(Approximations.maxPooling()),
  MEAN(Approximations.meanPooling());

  public final ApproximationStrategy strategy;

  Approximation(ApproximationStrategy strategy) {
    this.strategy = strategy;
  }

  @Override
  public String toString() {
    return ValueType.word(this);
  }
}
