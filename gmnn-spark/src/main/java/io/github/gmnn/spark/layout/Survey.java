package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.LongTails;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What one look at the vertices tells: how many there are, their classes, and what their features
 * are like. Counts and sums of partitions are added in the order of partitions.
 */
final class Survey implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int MOST_CLASSES = 100_000;

  private long count;
  private long smallestId = Long.MAX_VALUE;
  private long largestId = Long.MIN_VALUE;
  private int features = -1;

  /** By class: how many nodes it has for training, and for validation. */
  private final TreeMap<String, long[]> labels = new TreeMap<>();

  static Survey of(JavaRDD<Row> vertices, VertexColumns columns) {
    Survey survey = new Survey();
    vertices
        .mapPartitions(rows -> List.of(ofPartition(rows, columns)).iterator())
        .collect()
        .forEach(survey::add);
    return survey;
  }

  private static Survey ofPartition(Iterator<Row> rows, VertexColumns columns) {
    Survey survey = new Survey();
    while (rows.hasNext()) {
      survey.add(rows.next(), columns);
    }
    return survey;
  }

  private void add(Row row, VertexColumns columns) {
    count++;
    if (columns.hasLongIds()) {
      smallestId = Math.min(smallestId, columns.longId(row));
      largestId = Math.max(largestId, columns.longId(row));
    } else {
      columns.stringId(row);
    }
    String label = columns.label(row);
    if (label != null) {
      labels.computeIfAbsent(label, key -> new long[2])[columns.isValidation(row) ? 1 : 0]++;
      checkClasses();
    }
    Vector vector = columns.features(row);
    if (vector != null) {
      addFeatures(vector, row, columns);
    }
  }

  private void checkClasses() {
    if (labels.size() > MOST_CLASSES) {
      throw new IllegalArgumentException(
          "the labels name more than "
              + MOST_CLASSES
              + " classes, "
              + labels.firstKey()
              + " among them: is the label column the right one?");
    }
  }

  private void addFeatures(Vector vector, Row row, VertexColumns columns) {
    checkSize(vector.size(), columns.id(row));
    for (double value : vector.toSparse().values()) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "a feature of vertex " + columns.id(row) + " is " + value + ", expected a number");
      }
    }
  }

  private void checkSize(int size, Object id) {
    if (features >= 0 && features != size) {
      throw new IllegalArgumentException(
          "vertex " + id + " has " + size + " features, others have " + features);
    }
    features = size;
  }

  private void add(Survey other) {
    count += other.count;
    smallestId = Math.min(smallestId, other.smallestId);
    largestId = Math.max(largestId, other.largestId);
    if (other.features >= 0) {
      checkSize(other.features, "of another partition");
    }
    other.labels.forEach(
        (label, counts) -> {
          long[] sums = labels.computeIfAbsent(label, key -> new long[2]);
          sums[0] += counts[0];
          sums[1] += counts[1];
        });
    checkClasses();
  }

  long count() {
    return count;
  }

  /** The number of features, or -1 if there are none. */
  int features() {
    return features;
  }

  /** The classes, sorted. */
  List<String> classes() {
    return List.copyOf(labels.keySet());
  }

  /** How many nodes of each class are there to train on. */
  long[] trainingCounts() {
    return labels.values().stream().mapToLong(counts -> counts[0]).toArray();
  }

  long validationCount() {
    return labels.values().stream().mapToLong(counts -> counts[1]).sum();
  }

  /** The smallest id, if the ids are all whole numbers from it on; else null. */
  @Nullable Long firstOfRange() {
    return count > 0 && largestId - smallestId == count - 1 ? smallestId : null;
  }

  /** The scaler that a setting means for these features, after up to four more looks at them. */
  FeatureScaling.Fitted scaler(
      FeatureScaling scaling, JavaRDD<Row> vertices, VertexColumns columns) {
    if (features < 0) {
      return FeatureScaling.Fitted.of(FeatureScaling.NONE, new float[0], new float[0]);
    }
    FeatureScaling chosen =
        scaling == FeatureScaling.AUTOMATIC ? choice(vertices, columns) : scaling;
    if (chosen != FeatureScaling.STANDARD && chosen != FeatureScaling.STANDARD_LOG) {
      return FeatureScaling.Fitted.of(chosen, new float[0], new float[0]);
    }
    float[] logScales =
        chosen == FeatureScaling.STANDARD
            ? new float[features]
            : longTails(vertices, columns).scales();
    double[] means = columnSums(vertices, columns, logScales, new double[features], 1);
    for (int c = 0; c < features; c++) {
      means[c] /= count;
    }
    return FeatureScaling.Fitted.standard(
        count, logScales, means, columnSums(vertices, columns, logScales, means, 2));
  }

  private LongTails longTails(JavaRDD<Row> vertices, VertexColumns columns) {
    LongTails all = new LongTails(features);
    vertices
        .mapPartitions(
            rows -> {
              LongTails part = new LongTails(features);
              while (rows.hasNext()) {
                forEachValue(columns.features(rows.next()), part::add);
              }
              return List.of(part).iterator();
            })
        .collect()
        .forEach(all::add);
    return all;
  }

  @FunctionalInterface
  private interface ValueSink {
    void accept(int column, float value);
  }

  private static void forEachValue(@Nullable Vector vector, ValueSink sink) {
    if (vector != null) {
      SparseVector sparse = vector.toSparse();
      for (int i = 0; i < sparse.indices().length; i++) {
        sink.accept(sparse.indices()[i], (float) sparse.values()[i]);
      }
    }
  }

  /** What the library would choose, were all features on one machine. */
  private FeatureScaling choice(JavaRDD<Row> vertices, VertexColumns columns) {
    FeatureScaling.Automatic all = automatic(columns);
    if (!all.isSettled()) {
      vertices
          .mapPartitions(
              rows -> {
                FeatureScaling.Automatic part = automatic(columns);
                while (rows.hasNext()) {
                  forEachValue(columns.features(rows.next()), part::add);
                }
                return List.of(part).iterator();
              })
          .collect()
          .forEach(all::add);
    }
    return all.choice();
  }

  private FeatureScaling.Automatic automatic(VertexColumns columns) {
    return new FeatureScaling.Automatic(count, features, columns.areFeaturesOfTable());
  }

  /** By column, the sum over the rows of (value - center) to a power, long tails shortened. */
  private double[] columnSums(
      JavaRDD<Row> vertices,
      VertexColumns columns,
      float[] logScales,
      double[] centers,
      int power) {
    List<double[]> ofPartitions =
        vertices
            .mapPartitions(
                rows -> {
                  double[] sums = new double[centers.length];
                  while (rows.hasNext()) {
                    addColumns(columns.features(rows.next()), logScales, centers, power, sums);
                  }
                  return List.of(sums).iterator();
                })
            .collect();
    double[] total = new double[centers.length];
    for (double[] sums : ofPartitions) {
      for (int c = 0; c < total.length; c++) {
        total[c] += sums[c];
      }
    }
    return total;
  }

  private static void addColumns(
      @Nullable Vector vector, float[] logScales, double[] centers, int power, double[] sums) {
    if (vector == null) {
      return;
    }
    if (power == 1) {
      forEachValue(vector, (c, value) -> sums[c] += LongTails.shortened(value, logScales[c]));
      return;
    }
    double[] values = vector.toArray();
    for (int c = 0; c < values.length; c++) {
      double difference = LongTails.shortened((float) values[c], logScales[c]) - centers[c];
      sums[c] += difference * difference;
    }
  }
}
