package io.github.gmnn.evaluation;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Why a node got its label: what each thing around it did to the probability of that label, found
 * by predicting again without it. Immutable; made by {@code GmnnModel.explain}.
 *
 * <p>An effect is the change of the logarithm of the label's probability: 0.7 means that the label
 * is twice as likely with the thing as without it, a negative one that the thing speaks against the
 * label. Things act together, so that effects do not add up to what all of them do at once: both
 * figures are given, and where they are far apart no single thing is the reason.
 *
 * @param <K> type of the nodes' keys
 * @param key the node
 * @param label its likeliest label, by the model's predictor
 * @param probability q's probability of the label
 * @param inputs what q saw, the largest effects first: features of the node, and its neighbours
 * @param inputsTogether the effect of all of these at once
 * @param labelProbability p's probability of the label; empty if the model has no p
 * @param labels what p saw: labelled nodes around the node, the largest effects first
 * @param labelsTogether the effect of all of these labels at once
 */
public record Explanation<K>(
    K key,
    String label,
    double probability,
    List<Cause<K>> inputs,
    double inputsTogether,
    OptionalDouble labelProbability,
    List<Cause<K>> labels,
    double labelsTogether) {
  private static final int MOST_SHOWN = 10;

  /** What kind of thing had an effect. */
  public enum Kind {
    /** A feature of the node itself: without it, its value is 0. */
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
   * @param effect the change of the logarithm of the probability that it made
   */
  public record Cause<K>(Kind kind, @Nullable K node, String name, double effect) {
    @Override
    public String toString() {
      String what =
          switch (kind) {
            case FEATURE -> "feature " + name;
            case NEIGHBOR -> "neighbour " + node;
            case LABEL -> "label " + name + " of " + node;
          };
      return String.format(Locale.ROOT, "%+.3f %s", effect, what);
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
    text.append(String.format(Locale.ROOT, "%s: %s (%.3f by q", key, label, probability));
    labelProbability.ifPresent(p -> text.append(String.format(Locale.ROOT, ", %.3f by p", p)));
    text.append(")\n");
    append(text, "q", inputs, inputsSum(), inputsTogether);
    if (labelProbability.isPresent()) {
      append(text, "p", labels, labelsSum(), labelsTogether);
    }
    return text.toString();
  }

  private static <K> void append(
      StringBuilder text, String network, List<Cause<K>> causes, double sum, double together) {
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %d effects, their sum %+.3f, together %+.3f%n",
            network,
            causes.size(),
            sum,
            together));
    causes.stream()
        .limit(MOST_SHOWN)
        .forEach(cause -> text.append("  ").append(cause).append("\n"));
  }
}
