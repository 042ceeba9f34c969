package io.github.gmnn.evaluation;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a node got its label and not another: how much each thing around it changes the
 * log-odds of the two, found by predicting again without it. Immutable; made by {@code
 * GmnnModel.explain}.
 *
 * <p>The log-odds are the logarithm of how many times likelier the label is than the other class.
 * An effect is what a thing adds to them: 0.7 means that the thing doubles the odds of the label, a
 * negative effect that it favours the other class. If a model is sure of a label, its log-odds and
 * the effects of its reasons are large, even if the probability hardly moves. Effects do not add up
 * to the effect of all things at once. Both figures are given; if they are far apart, no single
 * thing is the reason.
 *
 * @param <K> type of the nodes' keys
 * @param key the node
 * @param label the label that was decided for
 * @param against the class it is held against: the runner-up, or the one that was asked about
 * @param probability q's probability of the label
 * @param logOdds q's log-odds of the label against the other class
 * @param inputs what q saw, the largest effects first: features of the node, and its neighbours
 * @param inputsTogether the effect of all of these at once
 * @param labelLogOdds p's log-odds; empty if the model has no p
 * @param labels what p saw: labelled nodes around the node, the largest effects first
 * @param labelsTogether the effect of all of these labels at once
 */
public record Explanation<K>(
    K key,
    String label,
    String against,
    double probability,
    double logOdds,
    List<Cause<K>> inputs,
    double inputsTogether,
    OptionalDouble labelLogOdds,
    List<Cause<K>> labels,
    double labelsTogether) {
  private static final int MOST_SHOWN = 10;

  /** What kind of thing had an effect. */
  public enum Kind {
    /**
     * A feature of the node itself: without it, its value is 0, which for a number of a table is
     * the mean.
     */
    FEATURE,
    /** A neighbour: without it, no edge joins it and the node. */
    NEIGHBOR,
    /** The label of a training node: without it, p sees what q predicts for that node. */
    LABEL
  }

  /**
   * One thing and its effect.
   *
   * @param <K> type of the nodes' keys
   * @param kind what it is
   * @param node the neighbour or the labelled node; null for a feature
   * @param name the feature's name, or its column where features have none; the label of a labelled
   *     node; empty for a neighbour
   * @param value the node's value of the feature, of a table's number as the table has it; NaN for
   *     all else
   * @param effect what it adds to the log-odds
   */
  public record Cause<K>(Kind kind, @Nullable K node, String name, double value, double effect) {
    /** Returns what it is, without its effect. */
    public String what() {
      return switch (kind) {
        case FEATURE -> "feature " + name + " = " + shown(value);
        case NEIGHBOR -> "neighbour " + node;
        case LABEL -> "label " + name + " of " + node;
      };
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%+.3f %s", effect, what());
    }

    private static String shown(double value) {
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? "" + (long) value
          : String.format(Locale.ROOT, "%.4g", value);
    }
  }

  /**
   * What would change a label: features and neighbours of a node without which, all of them at
   * once, another label is decided for. None of them can be left out: with any one of them back the
   * label stays. Found by taking away what speaks most for the label first, so that there may be
   * another such list that is shorter.
   *
   * @param <K> type of the nodes' keys
   * @param key the node
   * @param label its label
   * @param without what would have to be gone; effects are those of each by itself
   * @param changed the label without it
   */
  public record Change<K>(K key, String label, List<Cause<K>> without, String changed) {
    /** Copies the list. */
    public Change {
      without = List.copyOf(without);
    }

    @Override
    public String toString() {
      return key
          + " would be "
          + changed
          + ", not "
          + label
          + ", without "
          + without.stream().map(Cause::what).collect(Collectors.joining(", "));
    }
  }

  /** Copies the lists. */
  public Explanation {
    inputs = List.copyOf(inputs);
    labels = List.copyOf(labels);
  }

  /** Returns the sum of the effects of {@link #inputs()}, to hold against what they do together. */
  public double inputsSum() {
    return inputs.stream().mapToDouble(Cause::effect).sum();
  }

  /** Returns the sum of the effects of {@link #labels()}. */
  public double labelsSum() {
    return labels.stream().mapToDouble(Cause::effect).sum();
  }

  /** Returns a report with the ten largest effects of each network. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%s: %s (%.3f by q), not %s%n", key, label, probability, against));
    append(text, "q", logOdds, inputs, inputsSum(), inputsTogether);
    labelLogOdds.ifPresent(ofP -> append(text, "p", ofP, labels, labelsSum(), labelsTogether));
    return text.toString();
  }

  private static <K> void append(
      StringBuilder text,
      String network,
      double logOdds,
      List<Cause<K>> causes,
      double sum,
      double together) {
    text.append(
        String.format(
            Locale.ROOT,
            "%s: log-odds %+.3f; %d effects, their sum %+.3f, together %+.3f%n",
            network,
            logOdds,
            causes.size(),
            sum,
            together));
    causes.stream()
        .limit(MOST_SHOWN)
        .forEach(cause -> text.append("  ").append(cause).append("\n"));
  }
}
