package io.github.gmnn.cli.label;

import io.github.gmnn.Prediction;
import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person sees of a node: features, guess, reasons, neighbours, as JSON has them. */
final class NodeCards {
  /** Significant digits of a number that was a float between. */
  private static final int DIGITS = 6;

  private static final Logger LOG = LoggerFactory.getLogger(NodeCards.class);
  private static final int MOST_FEATURES = 60;
  private static final int MOST_NEIGHBORS = 14;
  private static final int MOST_REASONS = 6;
  private static final String UNNAMED = "#";
  private static final double COVERAGE = 0.9;

  private final Graph<String> graph;
  private final CsrMatrix edges;
  private final Reasons reasons = new Reasons();

  NodeCards(Graph<String> graph) {
    this.graph = graph;
    this.edges = graph.adjacency().matrix();
  }

  /**
   * A node's card.
   *
   * @param advice why it is asked for; empty if a person chose it
   * @param until when the card must be there, by {@link System#nanoTime}: reasons that take longer
   *     are left out, and found for the next time
   */
  Map<String, Object> card(
      String node, String advice, LabelSession.View labels, Fitted fitted, long until) {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("node", node);
    card.put("features", features(graph.indexOf(node)));
    Prediction<String> prediction = fitted.hasModel() ? fitted.predictions().of(node) : null;
    card.put("guess", prediction == null ? null : prediction.label());
    card.put("probability", prediction == null ? null : prediction.probability());
    card.put("set", prediction == null ? List.of() : set(prediction, fitted.measured()));
    List<Map<String, Object>> why = new ArrayList<>();
    if (!advice.isEmpty()) {
      why.add(reason("advice", "", advice, Double.NaN, null, ""));
    }
    if (prediction != null) {
      why.addAll(reasons.of(fitted.revision(), node, until, () -> explain(node, fitted)));
    }
    card.put("reasons", why);
    card.put("neighbors", neighbors(graph.indexOf(node), labels, fitted));
    return card;
  }

  /**
   * The labels that contain the true one in nine of ten cases, by labels that the model had not
   * seen; while these are too few, the fewest whose probabilities make up nine tenths.
   */
  private static List<String> set(Prediction<String> prediction, HeldBack measured) {
    List<String> set = measured == null ? List.of() : measured.set(prediction, COVERAGE);
    return set.isEmpty() ? likeliest(prediction) : set;
  }

  private static List<String> likeliest(Prediction<String> prediction) {
    List<Map.Entry<String, Double>> ranked = new ArrayList<>(prediction.distribution().entrySet());
    ranked.sort(Map.Entry.<String, Double>comparingByValue().reversed());
    List<String> set = new ArrayList<>();
    double sum = 0;
    for (Map.Entry<String, Double> entry : ranked) {
      set.add(entry.getKey());
      sum += entry.getValue();
      if (sum >= COVERAGE) {
        break;
      }
    }
    return set;
  }

  /** Gives up finding reasons: the labels have changed. */
  void forgetReasons() {
    reasons.forget();
  }

  private List<Map<String, Object>> explain(String node, Fitted fitted) {
    try {
      Explanation<String> explanation = fitted.model().explain(fitted.graph(), node);
      List<Explanation.Cause<String>> causes = new ArrayList<>(explanation.inputs());
      causes.addAll(explanation.labels());
      causes.sort(Comparator.comparingDouble(cause -> -Math.abs(cause.effect())));
      return causes.stream()
          .limit(MOST_REASONS)
          .filter(cause -> cause.effect() != 0)
          .map(
              cause ->
                  reason(
                      cause.kind().name().toLowerCase(Locale.ROOT),
                      cause.node() == null ? "" : cause.node(),
                      named(cause),
                      cause.value(),
                      cause.effect(),
                      explanation.against()))
          .toList();
    } catch (UnsupportedOperationException | IllegalStateException e) {
      LOG.debug("no reasons", e); // not of every model
      return List.of();
    }
  }

  private String named(Explanation.Cause<String> cause) {
    boolean column = cause.kind() == Explanation.Kind.FEATURE && graph.featureNames().isEmpty();
    return column ? UNNAMED + cause.name() : cause.name();
  }

  private static Map<String, Object> reason(
      String kind, String node, String name, double value, Double effect, String against) {
    Map<String, Object> reason = new LinkedHashMap<>();
    reason.put("kind", kind);
    reason.put("node", node);
    reason.put("name", name);
    reason.put("value", Double.isNaN(value) ? null : value);
    reason.put("effect", effect);
    reason.put("against", against);
    return reason;
  }

  /** The largest features; columns of a table as the table had them. */
  private Map<String, Object> features(int node) {
    Map<String, Object> shown = new LinkedHashMap<>();
    if (!graph.hasFeatures()) {
      return shown;
    }
    CsrMatrix matrix = graph.features();
    FeatureSchema schema = graph.featureSchema();
    List<Integer> entries =
        IntStream.range(matrix.rowStart(node), matrix.rowEnd(node))
            .boxed()
            .sorted(Comparator.comparingDouble(e -> -Math.abs(matrix.value(e))))
            .limit(MOST_FEATURES)
            .sorted()
            .toList();
    for (int entry : entries) {
      int column = matrix.columnIndex(entry);
      if (schema.isOfTable()) {
        addCell(shown, schema.features().get(column), matrix.value(entry));
      } else {
        String name = schema.names().isEmpty() ? UNNAMED + column : schema.names().get(column);
        shown.put(name, matrix.value(entry));
      }
    }
    return shown;
  }

  private static void addCell(
      Map<String, Object> shown, FeatureSchema.Feature feature, float value) {
    switch (feature.kind()) {
      case NUMBER -> shown.put(feature.column(), cell(feature, value));
      case CATEGORY -> shown.put(feature.column(), feature.value());
      case WORD -> shown.merge(feature.column(), feature.value(), (a, b) -> a + " " + b);
    }
  }

  /** The number that the table has, without the digits that standardising has cost. */
  private static double cell(FeatureSchema.Feature feature, float value) {
    double near = feature.unscaled(value);
    double size = Math.max(Math.abs(near), Math.abs(feature.unscaled(0)));
    int decimals = size == 0 ? 0 : DIGITS - 1 - (int) Math.floor(Math.log10(size));
    return BigDecimal.valueOf(near).setScale(decimals, RoundingMode.HALF_EVEN).doubleValue();
  }

  /**
   * Some neighbours, labelled ones first, with what is known of them and whom they are joined to.
   */
  private List<Map<String, Object>> neighbors(int node, LabelSession.View labels, Fitted fitted) {
    List<Integer> around = new ArrayList<>();
    for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
      around.add(edges.columnIndex(e));
    }
    around.sort(
        Comparator.comparing((Integer other) -> !labels.all().containsKey(graph.key(other)))
            .thenComparing(Comparator.naturalOrder()));
    List<Integer> drawn = around.subList(0, Math.min(MOST_NEIGHBORS, around.size()));
    List<Map<String, Object>> shown = new ArrayList<>();
    for (int other : drawn) {
      String key = graph.key(other);
      Map<String, Object> neighbor = new LinkedHashMap<>();
      neighbor.put("node", key);
      neighbor.put("label", labels.all().get(key));
      neighbor.put("guess", fitted.hasModel() ? fitted.predictions().of(key).label() : null);
      neighbor.put("joined", joined(other, drawn));
      shown.add(neighbor);
    }
    return shown;
  }

  /** Which of those drawn a node is joined to, by their places. */
  private List<Integer> joined(int node, List<Integer> drawn) {
    List<Integer> places = new ArrayList<>();
    for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
      int place = drawn.indexOf(edges.columnIndex(e));
      if (place >= 0) {
        places.add(place);
      }
    }
    return places;
  }

  int degree(String node) {
    int index = graph.indexOf(node);
    return edges.rowEnd(index) - edges.rowStart(index);
  }
}
