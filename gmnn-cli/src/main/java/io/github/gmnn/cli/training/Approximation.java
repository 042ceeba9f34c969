package io.github.gmnn.cli.training;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import java.util.Locale;

/** The strategies of the paper with its settings, and its figures on Cora. */
public enum Approximation {
  SINGLE(Approximations.singleSample(), 0.821),
  MULTI(Approximations.multiSample(10), 0.832),
  ANNEALING(Approximations.annealing(0.1), 0.834),
  MAX(Approximations.maxPooling(), 0.832),
  MEAN(Approximations.meanPooling(), 0.834);

  public final ApproximationStrategy strategy;
  public final double publishedOnCora;

  Approximation(ApproximationStrategy strategy, double publishedOnCora) {
    this.strategy = strategy;
    this.publishedOnCora = publishedOnCora;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
