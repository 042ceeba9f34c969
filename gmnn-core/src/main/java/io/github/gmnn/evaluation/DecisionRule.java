package io.github.gmnn.evaluation;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.training.ValidationMetric;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A goal for {@link Thresholds}, which are chosen on labelled nodes that were not trained on. */
public sealed interface DecisionRule {

  /**
   * A metric of labels, as large as possible.
   *
   * @param metric the metric, one that does not rank
   */
  record Metric(ValidationMetric metric) implements DecisionRule {
    /** Refuses metrics that thresholds do not change. */
    public Metric {
      Objects.requireNonNull(metric, "metric");
      if (metric.ranks()) {
        throw new IllegalArgumentException(
            metric + " ranks probabilities, which thresholds do not change: name another metric");
      }
    }

    @Override
    public String toString() {
      return "metric:" + metric.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The share of a class that is found: the highest threshold whose recall on other nodes is, in
   * the mean, at least this.
   *
   * @param label the class
   * @param least the recall, in (0, 1)
   */
  record Recall(String label, double least) implements DecisionRule {
    /** Checks the recall. */
    public Recall {
      Objects.requireNonNull(label, "label");
      Checks.argument(least > 0 && least < 1, "recall", "in (0, 1)", least);
    }

    @Override
    public String toString() {
      return "recall:" + label + ":" + least;
    }
  }

  /**
   * The share of right decisions among those for a class: the lowest threshold whose precision is
   * at least this even if one more decision were wrong.
   *
   * @param label the class
   * @param least the precision, in (0, 1)
   */
  record Precision(String label, double least) implements DecisionRule {
    /** Checks the precision. */
    public Precision {
      Objects.requireNonNull(label, "label");
      Checks.argument(least > 0 && least < 1, "precision", "in (0, 1)", least);
    }

    @Override
    public String toString() {
      return "precision:" + label + ":" + least;
    }
  }

  /**
   * What mistakes cost, as little as possible.
   *
   * @param costs what it costs to decide for a class (inner key) where another (outer key) is true;
   *     what is not named costs nothing
   */
  record Costs(Map<String, Map<String, Double>> costs) implements DecisionRule {
    /** Copies the maps and checks the costs. */
    public Costs {
      Map<String, Map<String, Double>> copy = new LinkedHashMap<>();
      costs.forEach(
          (actual, row) -> {
            row.forEach(
                (decided, cost) ->
                    Checks.argument(
                        Double.isFinite(cost) && cost >= 0,
                        "the cost of deciding " + decided + " where it is " + actual,
                        "finite and not negative",
                        cost));
            copy.put(actual, Collections.unmodifiableMap(new LinkedHashMap<>(row)));
          });
      costs = Collections.unmodifiableMap(copy);
    }

    /** Returns what it costs to decide for a class where another is true. */
    public double of(String actual, String decided) {
      return costs.getOrDefault(actual, Map.of()).getOrDefault(decided, 0.0);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("cost:");
      costs.forEach(
          (actual, row) ->
              row.forEach(
                  (decided, cost) ->
                      text.append(text.length() > 5 ? "," : "")
                          .append(actual)
                          .append('>')
                          .append(decided)
                          .append('=')
                          .append(cost)));
      return text.toString();
    }
  }

  /** Returns the rule that a metric be large. */
  static DecisionRule metric(ValidationMetric metric) {
    return new Metric(metric);
  }

  /** Returns the rule that a share of a class be found. */
  static DecisionRule recall(String label, double least) {
    return new Recall(label, least);
  }

  /** Returns the rule that a share of the decisions for a class be right. */
  static DecisionRule precision(String label, double least) {
    return new Precision(label, least);
  }

  /** Returns the rule that mistakes cost little; see {@link Costs}. */
  static DecisionRule costs(Map<String, Map<String, Double>> costs) {
    return new Costs(costs);
  }

  /**
   * Returns the rule of a text: {@code recall:fraud:0.9}, {@code precision:fraud:0.5}, {@code
   * metric:macro-f1}, {@code cost:fraud>fine=20,fine>fraud=1} (a missed fraud costs 20, a false
   * alarm 1).
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  static DecisionRule parse(String text) {
    int first = text.indexOf(':');
    int last = text.lastIndexOf(':');
    String kind = first < 0 ? text : text.substring(0, first);
    try {
      switch (kind) {
        case "recall", "precision" -> {
          if (last > first) {
            String label = text.substring(first + 1, last);
            double least = Double.parseDouble(text.substring(last + 1));
            return kind.equals("recall") ? recall(label, least) : precision(label, least);
          }
        }
        case "metric" -> {
          String name = text.substring(first + 1).toUpperCase(Locale.ROOT).replace('-', '_');
          for (ValidationMetric metric : ValidationMetric.values()) {
            if (metric.name().equals(name)) {
              return metric(metric);
            }
          }
        }
        case "cost" -> {
          return costs(parseCosts(text.substring(first + 1)));
        }
        default -> {}
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected a number in " + Quote.of(text) + ": " + e.getMessage(), e);
    } catch (IndexOutOfBoundsException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected recall:LABEL:SHARE, precision:LABEL:SHARE, metric:NAME or"
            + " cost:TRUE>DECIDED=COST,..., found "
            + Quote.of(text));
  }

  private static Map<String, Map<String, Double>> parseCosts(String text) {
    Map<String, Map<String, Double>> costs = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int than = part.indexOf('>');
      int is = part.lastIndexOf('=');
      costs
          .computeIfAbsent(part.substring(0, than), actual -> new LinkedHashMap<>())
          .put(part.substring(than + 1, is), Double.parseDouble(part.substring(is + 1)));
    }
    return costs;
  }
}
