package io.github.gmnn.embedding.internal;

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
 * <p>Costs 7 steps of 64 columns, a tenth of a fit. A graph has one choice, whatever a fit's seed.
 */
public final class HopChoice {
  /** Random sums of features stand for all of them. */
  public static final int SUMS = 64;

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

  private final HidingSurroundings graph;
  private final DenseMatrix sums;
  private final Workers workers;

  /**
   * Draws the sums.
   *
   * @param workers the threads for what is no work of the graph
   */
  public HopChoice(HidingSurroundings graph, Workers workers) {
    this.graph = graph;
    this.sums = sums(graph.columnFactors(), random().derive("sums"));
    this.workers = workers;
  }

  private static RandomStream random() {
    return RandomStream.of(0).derive("hops");
  }

  /** Returns which of so many nodes are hidden. */
  public static boolean[] hidden(int nodes) {
    boolean[] hidden = new boolean[nodes];
    RandomStream draws = random().derive("hidden");
    for (int node = 0; node < nodes; node++) {
      hidden[node] = draws.nextDouble() < HIDDEN;
    }
    return hidden;
  }

  /** Random sums of columns, features x {@link #SUMS}. */
  static DenseMatrix sums(float[] columnFactors, RandomStream random) {
    DenseMatrix sums = DenseMatrix.zeros(columnFactors.length, SUMS);
    for (int i = 0; i < sums.data().length; i++) {
      sums.data()[i] = columnFactors[i / SUMS] * (float) (random.nextDouble() - 0.5);
    }
    return sums;
  }

  /** The number of steps. */
  public int choose() {
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
    int chosen = UNTOLD;
    if (!graph.shareFeatures()) { // as where there are none but the nodes
      return chosen;
    }
    OtherHalf other = new OtherHalf(graph, random().derive("other half"), workers);
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
  public double told(int hops) {
    double[] ofHidden = graph.aroundHidden(sums, hops);
    boolean nothing = ofHidden[1] == 0 || ofHidden[2] == 0;
    return nothing ? 0 : ofHidden[0] * ofHidden[0] / (ofHidden[1] * ofHidden[2]);
  }
}
