package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.LongTails;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The numbers of an N-Triples file as features: a column for each predicate, less its mean and
 * divided by its deviation over the subjects that have it. One that has no value is at the mean, of
 * several theirs counts.
 */
final class NumericLiterals {
  private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema#";

  private static final Set<String> TYPES =
      Set.of(
          "byte",
          "decimal",
          "double",
          "float",
          "gYear",
          "int",
          "integer",
          "long",
          "negativeInteger",
          "nonNegativeInteger",
          "nonPositiveInteger",
          "positiveInteger",
          "short",
          "unsignedByte",
          "unsignedInt",
          "unsignedLong",
          "unsignedShort");

  private final FeatureSchema known;
  private final Map<String, Map<String, Mean>> columns = new LinkedHashMap<>();

  /**
   * @param known how a model scales its columns; without any, columns are scaled by the file
   */
  NumericLiterals(FeatureSchema known) {
    this.known = known;
    known.names().forEach(name -> columns.put(name, new LinkedHashMap<>()));
  }

  /** Adds up the values of a subject. */
  private static final class Mean {
    private double sum;
    private int count;

    double value() {
      return sum / count;
    }
  }

  /** Whether literals of a datatype are numbers. */
  static boolean areNumbers(String datatype) {
    return datatype.startsWith(SCHEMA) && TYPES.contains(datatype.substring(SCHEMA.length()));
  }

  /** Returns the number that a literal is; NaN if it is none that a float holds. */
  static double parse(String text) {
    double value = Numbers.parse(text, 0, text.length());
    return Math.abs(value) <= Float.MAX_VALUE ? value : Double.NaN;
  }

  /** Adds a number; one of a predicate that a model does not know is left out. */
  void add(String subject, String predicate, double value) {
    if (!known.names().isEmpty() && !columns.containsKey(predicate)) {
      return;
    }
    Mean mean =
        columns
            .computeIfAbsent(predicate, name -> new LinkedHashMap<>())
            .computeIfAbsent(subject, key -> new Mean());
    mean.sum += value;
    mean.count++;
  }

  /** Gives the nodes of a graph their features. */
  void addTo(Graph.Builder<String> builder) {
    if (columns.isEmpty()) {
      return;
    }
    List<Feature> features = new ArrayList<>();
    Map<String, TreeMap<Integer, Float>> rows = new LinkedHashMap<>();
    for (Map.Entry<String, Map<String, Mean>> column : columns.entrySet()) {
      int index = features.size();
      Feature feature =
          known.names().isEmpty()
              ? scale(column.getKey(), column.getValue())
              : known.features().get(index);
      features.add(feature);
      column
          .getValue()
          .forEach(
              (subject, mean) ->
                  rows.computeIfAbsent(subject, key -> new TreeMap<>())
                      .put(index, feature.scaled(mean.value())));
    }
    builder.featureSchema(FeatureSchema.ofTable(features));
    rows.forEach(
        (subject, row) -> {
          float[] values = new float[row.size()];
          int next = 0;
          for (float value : row.values()) {
            values[next++] = value;
          }
          int[] indices = row.keySet().stream().mapToInt(Integer::intValue).toArray();
          builder.addNode(subject, indices, values);
        });
  }

  private static Feature scale(String name, Map<String, Mean> values) {
    LongTails tails = new LongTails(1);
    values.values().forEach(value -> tails.add(0, (float) value.value()));
    float logScale = tails.scales()[0];
    double mean = 0;
    for (Mean value : values.values()) {
      mean += LongTails.shortened(value.value(), logScale) / values.size();
    }
    double squares = 0;
    for (Mean value : values.values()) {
      double difference = LongTails.shortened(value.value(), logScale) - mean;
      squares += difference * difference / values.size();
    }
    float deviation = (float) Math.sqrt(squares);
    boolean varies = deviation > 1e-6 * Math.abs(mean) && deviation < Float.POSITIVE_INFINITY;
    return Feature.number(name, logScale, (float) mean, varies ? deviation : 1);
  }
}
