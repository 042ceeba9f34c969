package io.github.gmnn.evaluation;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.kernel.Elementwise;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Sets of labels that contain the true one as often as asked for (conformal prediction; Vovk et al.
 * 2005): all labels at least as likely as the ⌈(n + 1) level⌉-th largest probability that n held
 * nodes give their true label (the score 1 - p of Sadinle et al. 2019, also called LAC or TPS). A
 * set is never empty: if no label is likely enough, it holds the likeliest one. {@code GmnnModel}
 * makes these sets; get one from {@code Prediction.set}. Immutable and thread-safe.
 *
 * <p><b>What is guaranteed.</b> If the held nodes chose nothing and are drawn like the nodes asked
 * about, a set of level 0.9 contains the true label with a probability of at least 0.9, whatever
 * the model. This holds on average over draws of both, not for each node. By default the held nodes
 * are the validation nodes, which also chose the epoch (and more), so the level is approximate.
 * {@code GmnnTrainer.Builder.holdForSets} holds half of them out for the guarantee. Nodes of
 * another graph or another time, or chosen because they are uncertain, are not drawn alike.
 *
 * <p>Rare classes may be covered less than others. {@link #byClass()} asks for the level of each
 * class by itself (Mondrian), for larger sets.
 */
public final class PredictionSets implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Said where there is nothing to make sets by. */
  public static final String NONE =
      "prediction sets need validation nodes, and the model was fitted with none: hold some labels"
          + " for validation";

  /** Levels are decimal fractions: products with them are whole numbers but for rounding. */
  private static final double ROUNDING = 1e-9;

  @SuppressWarnings("serial") // lists of the JDK, which can be written
  private final List<String> classes;

  private final float[] all;
  private final float[][] ofClass;
  private final boolean byClass;

  private PredictionSets(List<String> classes, float[] all, float[][] ofClass, boolean byClass) {
    this.classes = classes;
    this.all = all;
    this.ofClass = ofClass;
    this.byClass = byClass;
  }

  /**
   * Calibrates sets by labelled nodes that were not trained on. O(n log n).
   *
   * @param classes the classes
   * @param labels the index of the true class of each node
   * @param distributions what is predicted for each node, a row each
   */
  public static PredictionSets of(List<String> classes, int[] labels, DenseMatrix distributions) {
    float[] all = new float[labels.length];
    int[] counts = new int[classes.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = distributions.get(i, labels[i]);
      counts[labels[i]]++;
    }
    float[][] ofClass = new float[counts.length][];
    Arrays.setAll(ofClass, c -> new float[counts[c]]);
    for (int i = 0; i < all.length; i++) {
      ofClass[labels[i]][--counts[labels[i]]] = all[i];
    }
    Arrays.sort(all);
    for (float[] probabilities : ofClass) {
      Arrays.sort(probabilities);
    }
    return new PredictionSets(List.copyOf(classes), all, ofClass, false);
  }

  /** Returns sets that keep their level within each class by itself. */
  public PredictionSets byClass() {
    return new PredictionSets(classes, all, ofClass, true);
  }

  /** Returns how many nodes they are calibrated by. */
  public int count() {
    return all.length;
  }

  /**
   * Returns how many held nodes a level needs, by class that many of each: the smallest n with ⌈(n
   * + 1) level⌉ at most n. 9 for 0.9, 19 for 0.95, 99 for 0.99.
   *
   * @param level the probability of containing the true label, in (0, 1)
   */
  public static int needed(double level) {
    checkLevel(level);
    return (int) Math.ceil(level / (1 - level) * (1 - ROUNDING));
  }

  /** Returns whether there are enough held nodes for a level. */
  public boolean reach(double level) {
    int fewest = all.length;
    for (float[] probabilities : ofClass) {
      fewest = byClass ? Math.min(fewest, probabilities.length) : fewest;
    }
    return fewest >= needed(level);
  }

  /**
   * Returns the labels that contain the true one with a probability.
   *
   * @param distribution the predicted probability of each class
   * @param level the probability, in (0, 1)
   * @return the labels, the likeliest first; never empty
   * @throws IllegalArgumentException if there are too few held nodes for the level
   */
  public List<String> of(float[] distribution, double level) {
    float[] least = least(level);
    List<Integer> in = new ArrayList<>();
    for (int c = 0; c < distribution.length; c++) {
      if (distribution[c] >= least[c]) {
        in.add(c);
      }
    }
    if (in.isEmpty()) {
      in.add(Elementwise.argMax(distribution, 0, distribution.length));
    }
    in.sort(Comparator.comparingDouble(c -> -distribution[c]));
    return in.stream().map(classes::get).toList();
  }

  /** How likely a label must be at least, by class. */
  private float[] least(double level) {
    checkLevel(level);
    float[] least = new float[classes.size()];
    if (byClass) {
      for (int c = 0; c < least.length; c++) {
        least[c] = least(ofClass[c], level, " of class " + Quote.of(classes.get(c)));
      }
    } else {
      Arrays.fill(least, least(all, level, ""));
    }
    return least;
  }

  private static float least(float[] sorted, double level, String of) {
    int n = sorted.length;
    int rank = (int) Math.ceil((n + 1) * level - ROUNDING);
    if (rank > n) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "prediction sets of level %s need at least %d validation nodes%s, the model was"
                  + " fitted with %d%s: hold more labels for validation%s",
              level,
              needed(level),
              of,
              n,
              of,
              n == 0
                  ? ""
                  : String.format(Locale.ROOT, ", or ask for at most %.3f", (double) n / (n + 1))));
    }
    return sorted[n - rank];
  }

  private static void checkLevel(double level) {
    Checks.argument(level > 0 && level < 1, "level", "in (0, 1)", level);
  }

  @Override
  public String toString() {
    return "PredictionSets(" + all.length + " held nodes" + (byClass ? ", by class)" : ")");
  }
}
