package io.github.gmnn.advice;

import io.github.gmnn.internal.Sorted;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The library's ways to choose the next node to label. */
public final class AdviceStrategies {
  /** Labels a class from which gaps count more than large groups. */
  private static final int COVERING_LABELS = 4;

  /** How often farness counts beside density. */
  private static final double FARNESS = 2;

  private AdviceStrategies() {}

  private abstract static class Named implements AdviceStrategy {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * The default: first {@linkplain #cover() the large groups}, and from four labels a class on
   * {@linkplain #gaps() the gaps}: {@code hybrid}. Needs no model, so that a queue of nodes can be
   * made beforehand.
   */
  public static AdviceStrategy hybrid() {
    return new Named("hybrid") {
      private final AdviceStrategy cover = cover();
      private final AdviceStrategy gaps = gaps();

      private AdviceStrategy now(AdviceContext context) {
        return context.labelled() < COVERING_LABELS * Math.max(2, context.classes()) ? cover : gaps;
      }

      @Override
      public void score(AdviceContext context, double[] scores) {
        now(context).score(context, scores);
      }

      @Override
      public String reason(AdviceContext context, int node) {
        return now(context).reason(context, node);
      }
    };
  }

  /**
   * The node that adds most to a facility-location cover: one that stands for many nodes that no
   * labelled one is like: {@code cover}.
   */
  public static AdviceStrategy cover() {
    return new Named("cover") {
      @Override
      public void score(AdviceContext context, double[] scores) {
        for (int node = 0; node < scores.length; node++) {
          scores[node] = context.isCandidate(node) ? context.coverGain(node) : 0;
        }
      }

      @Override
      public String reason(AdviceContext context, int node) {
        return "many nodes without a label are like it";
      }
    };
  }

  /**
   * Dense places far from all labelled nodes, by the sum of the two percentiles among the
   * candidates, that of farness twice: {@code gaps}.
   */
  public static AdviceStrategy gaps() {
    return new Named("gaps") {
      @Override
      public void score(AdviceContext context, double[] scores) {
        Arrays.fill(scores, 0);
        int[] candidates = candidates(context);
        double[] values = new double[candidates.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = context.farness(candidates[i]);
        }
        addPercentiles(FARNESS, candidates, values, scores);
        for (int i = 0; i < values.length; i++) {
          values[i] = context.density(candidates[i]);
        }
        addPercentiles(1, candidates, values, scores);
      }

      @Override
      public String reason(AdviceContext context, int node) {
        return String.format(
            Locale.ROOT,
            "many nodes are near it, no labelled one is (cosine %.2f)",
            1 - context.farness(node));
      }
    };
  }

  /**
   * The node on which the model is least decided, by the margin between its two likeliest labels:
   * {@code uncertainty}. As {@link #hybrid()} while there are no predictions.
   */
  public static AdviceStrategy uncertainty() {
    return new Named("uncertainty") {
      private final AdviceStrategy before = hybrid();

      @Override
      public void score(AdviceContext context, double[] scores) {
        if (!context.hasPredictions()) {
          before.score(context, scores);
          return;
        }
        for (int node = 0; node < scores.length; node++) {
          scores[node] = context.uncertainty(node);
        }
      }

      @Override
      public String reason(AdviceContext context, int node) {
        return context.hasPredictions()
            ? "the model is undecided here"
            : before.reason(context, node);
      }
    };
  }

  /** Any node, each as likely as the others: {@code random}. */
  public static AdviceStrategy random() {
    return new Named("random") {
      @Override
      public void score(AdviceContext context, double[] scores) {
        for (int node = 0; node < scores.length; node++) {
          scores[node] = context.random(node);
        }
      }

      @Override
      public String reason(AdviceContext context, int node) {
        return "drawn at random";
      }
    };
  }

  /** Returns all strategies of the library. */
  public static List<AdviceStrategy> all() {
    return List.of(hybrid(), cover(), gaps(), uncertainty(), random());
  }

  /**
   * Returns the strategy of a name.
   *
   * @throws IllegalArgumentException if there is none; the message has the names
   */
  public static AdviceStrategy named(String name) {
    for (AdviceStrategy strategy : all()) {
      if (strategy.toString().equals(name)) {
        return strategy;
      }
    }
    throw new IllegalArgumentException("no strategy is named \"" + name + "\"; there are " + all());
  }

  private static int[] candidates(AdviceContext context) {
    int[] candidates = new int[context.nodes()];
    int count = 0;
    for (int node = 0; node < candidates.length; node++) {
      if (context.isCandidate(node)) {
        candidates[count++] = node;
      }
    }
    return Arrays.copyOf(candidates, count);
  }

  /** Adds to each candidate's score, times a weight, the share of candidates of lower value. */
  private static void addPercentiles(
      double weight, int[] candidates, double[] values, double[] scores) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < candidates.length; i++) {
      int lower = Sorted.firstAtOrAfter(sorted, 0, sorted.length, values[i]);
      scores[candidates[i]] += weight * lower / sorted.length;
    }
  }
}
