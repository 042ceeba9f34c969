package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;

/**
 * Chooses without labels over how many steps to average. The features of every fifth node are
 * hidden and told by what is around it; the fewest steps are taken that tell them nearly as well as
 * the best number does. More steps would hardly say more of a node, and more of others. Where
 * neighbours tell nothing of a node's features, {@link OtherHalf} is asked; if it knows nothing
 * either, or there are no features, it is two.
 *
 * <p>Costs 7 steps of 64 columns, a tenth of a fit.
 */
final class HopChoice {
  /** Numbers of steps to choose from. */
  private static final int[] CANDIDATES = {1, 2, 4};

  /** How well the chosen number tells hidden features, beside the best. */
  private static final double NEARLY = 0.95;

  /**
   * If not even this share of hidden features is told, neighbours say nothing by which to choose.
   */
  private static final double NOTHING = 0.01;

  /** What is taken then. */
  private static final int UNTOLD = 2;

  private static final double HIDDEN = 0.2;

  /** Random sums of features stand for all of them. */
  private static final int SUMS = 64;

  private final EncoderInput input;
  private final RandomStream random;
  private final Workers workers;
  private final DenseMatrix features;
  private final boolean[] hidden;
  private final StepMean steps;

  HopChoice(EncoderInput input, RandomStream random, Workers workers) {
    this.input = input;
    this.random = random;
    this.workers = workers;
    int nodes = input.adjacency().nodes();
    this.steps = new StepMean(input.adjacency(), 1, SUMS, workers);
    this.features = DenseMatrix.zeros(nodes, SUMS);
    input.features().apply(sums(input, random.derive("sums")), features, workers);
    StepMean.subtract(features, StepMean.columnMeans(features, SUMS), workers);
    this.hidden = new boolean[nodes];
    RandomStream draws = random.derive("hidden");
    DenseMatrix seen = steps.input();
    for (int node = 0; node < nodes; node++) {
      hidden[node] = draws.nextDouble() < HIDDEN;
      if (!hidden[node]) {
        System.arraycopy(features.data(), node * SUMS, seen.data(), node * SUMS, SUMS);
      }
    }
  }

  private static DenseMatrix sums(EncoderInput input, RandomStream random) {
    float[] factors = GraphSurroundings.columnFactors(input.features());
    DenseMatrix sums = DenseMatrix.zeros(factors.length, SUMS);
    for (int i = 0; i < sums.data().length; i++) {
      sums.data()[i] = factors[i / SUMS] * (float) (random.nextDouble() - 0.5);
    }
    return sums;
  }

  /** The number of steps. */
  int choose() {
    double[] told = new double[CANDIDATES.length];
    double best = 0;
    for (int i = 0; i < told.length; i++) {
      told[i] = told(CANDIDATES[i]);
      best = Math.max(best, told[i]);
    }
    if (best < NOTHING) {
      return chooseByOther();
    }
    int chosen = 0;
    while (told[chosen] < NEARLY * best) {
      chosen++;
    }
    return CANDIDATES[chosen];
  }

  private int chooseByOther() {
    if (input.features().nonZeros() <= input.features().columns()) {
      return UNTOLD; // no two nodes share a feature, as where there are none but the nodes
    }
    OtherHalf other = new OtherHalf(input, hidden, random.derive("other half"), workers);
    int chosen = UNTOLD;
    double best = 0;
    for (int hops : CANDIDATES) {
      double told = other.told(hops);
      if (told > best) {
        best = told;
        chosen = hops;
      }
    }
    return chosen;
  }

  /** The share of the variance of hidden features that their surroundings tell, by one factor. */
  double told(int hops) {
    float[] around = steps.mean(steps.input(), hops).data();
    float[] own = features.data();
    double products = 0;
    double squaresAround = 0;
    double squaresOwn = 0;
    for (int node = 0; node < hidden.length; node++) {
      for (int i = node * SUMS; hidden[node] && i < (node + 1) * SUMS; i++) {
        products += (double) around[i] * own[i];
        squaresAround += (double) around[i] * around[i];
        squaresOwn += (double) own[i] * own[i];
      }
    }
    boolean nothing = squaresAround == 0 || squaresOwn == 0;
    return nothing ? 0 : products * products / (squaresAround * squaresOwn);
  }
}
