package io.github.gmnn;

import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.kernel.Elementwise;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The predicted label distribution of one node. Immutable.
 *
 * @param <K> type of the node's key
 */
public final class Prediction<K> {
  private final K key;
  private final List<String> classes;
  private final float[] probabilities;
  private final Decisions decisions;

  Prediction(K key, List<String> classes, float[] probabilities, Decisions decisions) {
    this.decisions = decisions;
    this.key = key;
    this.classes = classes;
    this.probabilities = probabilities;
  }

  /** Returns the node's key. */
  public K key() {
    return key;
  }

  /**
   * Returns the label that is decided for: the likeliest (the first in the order of classes where
   * two are equal), unless the model {@linkplain GmnnModel#deciding decides by thresholds}.
   */
  public String label() {
    return classes.get(decided());
  }

  /** Returns the likeliest label, whatever the model decides by. */
  public String likeliest() {
    return classes.get(best());
  }

  /**
   * Returns the labels that contain the true one with a probability, the likeliest first; see
   * {@link PredictionSets} for what is guaranteed. Never empty.
   *
   * @param level the probability, in (0, 1)
   * @throws IllegalStateException if the model was fitted without validation nodes, or the
   *     prediction is from no model
   * @throws IllegalArgumentException if there were too few validation nodes for the level
   */
  public List<String> set(double level) {
    return requireSets().of(probabilities, level);
  }

  /**
   * Returns the labels that contain the true one with a probability, whatever class that is: rare
   * classes are covered like others, for larger sets. Needs enough validation nodes of each class.
   *
   * @param level the probability, in (0, 1)
   * @throws IllegalStateException if the model was fitted without validation nodes, or the
   *     prediction is from no model
   * @throws IllegalArgumentException if there were too few of a class for the level
   */
  public List<String> setByClass(double level) {
    return requireSets().byClass().of(probabilities, level);
  }

  private PredictionSets requireSets() {
    if (decisions.sets() == null) {
      throw new IllegalStateException(PredictionSets.NONE);
    }
    return decisions.sets();
  }

  /**
   * Returns the likeliest label if it is likely enough, to abstain from an answer where it is not;
   * {@link Evaluation#confidenceFor} says how likely is enough.
   *
   * @param least the least probability of an answer
   */
  public Optional<String> label(double least) {
    return probabilities[best()] >= least ? Optional.of(likeliest()) : Optional.empty();
  }

  /**
   * Returns the label that thresholds decide for.
   *
   * @throws IllegalArgumentException if they are of other classes
   */
  public String label(Thresholds thresholds) {
    if (!thresholds.classes().equals(classes)) {
      throw new IllegalArgumentException(
          "the thresholds are of the classes " + thresholds.classes() + ", not of " + classes);
    }
    return classes.get(thresholds.decide(probabilities));
  }

  /** Returns the probability of {@link #label()}. */
  public double probability() {
    return probabilities[decided()];
  }

  /**
   * Returns the probability of a label.
   *
   * @throws IllegalArgumentException if it is not one of the model's classes
   */
  public double probability(String label) {
    int index = classes.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException(
          "unknown class " + Quote.of(label) + "; known are " + Quote.all(classes));
    }
    return probabilities[index];
  }

  /** Returns the probability of every label, in the model's order of classes. */
  public Map<String, Double> distribution() {
    Map<String, Double> map = new LinkedHashMap<>();
    for (int c = 0; c < probabilities.length; c++) {
      map.put(classes.get(c), (double) probabilities[c]);
    }
    return Collections.unmodifiableMap(map);
  }

  /** Returns the entropy of the distribution in nats: 0 when certain, ln(classes) when clueless. */
  public double entropy() {
    double sum = 0;
    for (float p : probabilities) {
      if (p > 0) {
        sum -= p * Math.log(p);
      }
    }
    return sum;
  }

  /**
   * Returns by how much the likeliest label is ahead of the second: 0 when the two are equally
   * likely, 1 when certain.
   */
  public double margin() {
    float first = 0;
    float second = 0;
    for (float p : probabilities) {
      if (p > first) {
        second = first;
        first = p;
      } else if (p > second) {
        second = p;
      }
    }
    return first - second;
  }

  private int decided() {
    return decisions.decide(probabilities);
  }

  private int best() {
    return Elementwise.argMax(probabilities, 0, probabilities.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prediction<?> that
        && key.equals(that.key)
        && classes.equals(that.classes)
        && Arrays.equals(probabilities, that.probabilities);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Arrays.hashCode(probabilities);
  }

  @Override
  public String toString() {
    return key + ": " + label() + " (" + String.format(Locale.ROOT, "%.3f", probability()) + ")";
  }
}
