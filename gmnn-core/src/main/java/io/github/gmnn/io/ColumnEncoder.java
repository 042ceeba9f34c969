package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.FeatureSchema.Feature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes features of a column's cells, as its statistics or a model's schema say. */
final class ColumnEncoder {
  /** Where features go. */
  interface Sink {
    /** Takes a new feature and returns its number. */
    int declare(Feature feature) throws DataFormatException;

    /** Gives the node a feature. */
    void add(int feature, float value);
  }

  private final String column;
  private final DatasetReader.Column.@Nullable Kind kind;
  private final Feature number;
  private final @Nullable Set<String> words;
  private final Map<String, Integer> featureOfValue = new HashMap<>();
  private int featureOfNumber;

  /**
   * @param kind null for a column that the model does not know
   * @param number how numbers are scaled
   * @param words the words to take; null for all
   */
  private ColumnEncoder(
      String column,
      DatasetReader.Column.@Nullable Kind kind,
      Feature number,
      @Nullable Set<String> words) {
    this.column = column;
    this.kind = kind;
    this.number = number;
    this.words = words;
  }

  /** As the statistics say, for nodes: the numbers on edges are scaled by the layers. */
  static ColumnEncoder learned(ColumnStatistics statistics) throws DataFormatException {
    return learned(statistics, statistics.number());
  }

  /** As the statistics say, for edges, whose numbers keep their mean. */
  static ColumnEncoder ofEdges(ColumnStatistics statistics) throws DataFormatException {
    return learned(statistics, statistics.evenNumber());
  }

  private static ColumnEncoder learned(ColumnStatistics statistics, Feature number)
      throws DataFormatException {
    DatasetReader.Column.Kind kind = statistics.kind();
    return new ColumnEncoder(
        statistics.name(),
        kind,
        number,
        kind == DatasetReader.Column.Kind.TEXT ? statistics.sharedWords() : null);
  }

  /** As a model's schema says of the columns, whose names may be in upper or lower case. */
  static List<ColumnEncoder> ofModel(List<String> columns, FeatureSchema schema) {
    Map<String, ColumnEncoder> known = new HashMap<>();
    for (Feature feature : schema.features()) {
      known.computeIfAbsent(key(feature.column()), key -> of(feature));
    }
    if (!schema.isOfTable()) { // names that an application gave are those of plain numbers
      for (String name : schema.names()) {
        known.computeIfAbsent(key(name), key -> of(Feature.number(name, 0, 1)));
      }
    }
    List<ColumnEncoder> encoders = new ArrayList<>();
    for (String column : columns) {
      ColumnEncoder unknown = new ColumnEncoder(column, null, Feature.number(column, 0, 1), null);
      encoders.add(known.getOrDefault(key(column), unknown));
    }
    return encoders;
  }

  private static String key(String column) {
    return column.toLowerCase(Locale.ROOT);
  }

  private static ColumnEncoder of(Feature feature) {
    DatasetReader.Column.Kind kind =
        switch (feature.kind()) {
          case NUMBER -> DatasetReader.Column.Kind.NUMBER;
          case CATEGORY -> DatasetReader.Column.Kind.CATEGORY;
          case WORD -> DatasetReader.Column.Kind.TEXT;
        };
    return new ColumnEncoder(feature.column(), kind, feature, null);
  }

  /** Declares the features that are there whatever the cells are. */
  void declare(Sink sink) throws DataFormatException {
    if (kind == null || kind == DatasetReader.Column.Kind.NUMBER) {
      featureOfNumber = sink.declare(number);
    }
  }

  /** Encodes a cell, with blanks at its ends cut off. */
  void encode(DatasetReader.Table.Rows<?> rows, String cell, Sink sink) throws DataFormatException {
    if (kind == null || ColumnStatistics.isMissing(cell)) {
      return; // zero: of no category, without words, or a number at its mean
    }
    switch (kind) {
      case NUMBER -> {
        float value = number.scaled(rows.number(cell));
        if (!Float.isFinite(value)) {
          throw DataFormatException.at(
              rows.position(),
              "a finite number in column " + DataFormatException.quote(column),
              DataFormatException.quote(cell));
        }
        if (value != 0) {
          sink.add(featureOfNumber, value);
        }
      }
      case CATEGORY -> addValue(Feature.category(column, cell), sink);
      case TEXT -> {
        Set<String> found = new TreeSet<>(ColumnStatistics.words(cell));
        if (words != null) {
          found.retainAll(words);
        }
        for (String word : found) {
          addValue(Feature.word(column, word), sink);
        }
      }
    }
  }

  /**
   * Encodes a cell of an edge: a number as it stands, since sums of numbers on edges are to be sums
   * and layers scale them, and the mean of its column where there is none.
   */
  void encodeOfEdge(DatasetReader.Table.Rows<?> rows, String cell, Sink sink)
      throws DataFormatException {
    if (kind != DatasetReader.Column.Kind.NUMBER) {
      encode(rows, cell, sink);
      return;
    }
    float value = ColumnStatistics.isMissing(cell) ? number.mean() : (float) rows.number(cell);
    if (!Float.isFinite(value)) {
      throw DataFormatException.at(
          rows.position(),
          "a finite number in column " + DataFormatException.quote(column),
          DataFormatException.quote(cell));
    }
    if (value != 0) {
      sink.add(featureOfNumber, value);
    }
  }

  private void addValue(Feature feature, Sink sink) throws DataFormatException {
    Integer known = featureOfValue.get(feature.value());
    if (known == null) {
      known = sink.declare(feature);
      featureOfValue.put(feature.value(), known);
    }
    sink.add(known, 1);
  }
}
