package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;

/**
 * How well vectors of one half of the features tell the other half. Unlike {@link HopChoice}'s own
 * question it lets a node's own features speak beside those around it, which is all there is where
 * neighbours have little in common. Random sums stand for the half that is told; a linear
 * regression on the other nodes tells those of every fifth.
 */
public final class OtherHalf {
  private static final int ROUNDS = 2;

  /** Beside the mean square of the vectors' columns, what keeps the regression from noise. */
  private static final double RIDGE = 1e-3;

  private final HidingSurroundings graph;
  private final Surroundings half;
  private final DenseMatrix sumsOfOther;
  private final RandomStream random;
  private final Workers workers;

  /** Draws the halves. */
  public OtherHalf(HidingSurroundings graph, RandomStream random, Workers workers) {
    this.graph = graph;
    this.random = random;
    this.workers = workers;
    float[] ofHalf = graph.columnFactors().clone();
    float[] ofOther = graph.columnFactors().clone();
    RandomStream halves = random.derive("halves");
    for (int c = 0; c < ofHalf.length; c++) {
      (halves.nextDouble() < 0.5 ? ofOther : ofHalf)[c] = 0;
    }
    this.half = graph.with(ofHalf);
    this.sumsOfOther = HopChoice.sums(ofOther, random.derive("sums"));
  }

  /** The share of the other half's variance that is told; negative if it is worse than means. */
  public double told(int hops) {
    PrincipalComponents components =
        new PrincipalComponents(half, hops, HopChoice.SUMS, random.derive("directions"), workers);
    for (int round = 0; round < ROUNDS; round++) {
      components.round();
    }
    DenseMatrix weights = components.weights(HopChoice.SUMS, random.derive("rotation"));
    Moments[] moments = graph.moments(weights, hops, sumsOfOther);
    Moments hidden = moments[1];
    return hidden.squares() == 0
        ? 0
        : 1 - hidden.errors(moments[0].solve(RIDGE)) / hidden.squares();
  }
}
