package io.github.gmnn.io;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes features of a column's cells. Everything that was learned stands in the features' names:
 * {@code age [43.2 ± 12.1]} is a number less its mean, divided by its deviation; {@code visits [/
 * 20.0]} is divided by the largest; {@code colour=red} is a category's value, {@code title: graph}
 * a word. So a model that knows the names of its features can have another file read in the same
 * way, and nothing else needs to be kept.
 */
final class ColumnEncoder {
  /** Where features go. */
  interface Sink {
    /** Makes sure that there is a feature of that name. */
    void declare(String feature);

    /** Gives the node a feature. */
    void add(String feature, double value);
  }

  /** How a number becomes a feature: less {@code mean}, divided by {@code divisor}. */
  record Scale(float mean, float divisor, String suffix) {
    static final Scale NONE = new Scale(0, 1, "");

    static Scale standard(double mean, double deviation) {
      return of((float) mean, (float) deviation, " [" + (float) mean + " ± " + (float) deviation);
    }

    static Scale byLargest(double largest) {
      return of(0, (float) largest, " [/ " + (float) largest);
    }

    private static Scale of(float mean, float divisor, String suffix) {
      boolean usable = divisor > 0 && Float.isFinite(divisor) && Float.isFinite(1 / divisor);
      return usable ? new Scale(mean, divisor, suffix + "]") : NONE;
    }

    /** The scale that a suffix tells; null if it is none. */
    static Scale parse(String suffix) {
      if (!suffix.startsWith(" [") || !suffix.endsWith("]")) {
        return null;
      }
      String inner = suffix.substring(2, suffix.length() - 1);
      String[] parts = inner.startsWith("/ ") ? new String[] {"0", inner.substring(2)} : null;
      parts = parts == null ? inner.split(" ± ", -1) : parts;
      if (parts.length != 2) {
        return null;
      }
      float mean = (float) Numbers.parse(parts[0], 0, parts[0].length());
      float divisor = (float) Numbers.parse(parts[1], 0, parts[1].length());
      return Float.isFinite(mean) && Float.isFinite(divisor) && divisor > 0
          ? new Scale(mean, divisor, suffix)
          : null;
    }
  }

  private final String column;
  private final Column.Kind kind;
  private final Scale scale;
  private final String numberFeature;
  private final Set<String> words;

  /**
   * @param kind null for a column that the model does not know
   * @param words the words to take; null for all
   */
  private ColumnEncoder(String column, Column.Kind kind, Scale scale, Set<String> words) {
    this.column = column;
    this.kind = kind;
    this.scale = scale;
    this.numberFeature = column + scale.suffix();
    this.words = words;
  }

  /**
   * As the statistics say.
   *
   * @param standardize whether numbers are scaled
   */
  static ColumnEncoder learned(ColumnStatistics statistics, boolean standardize)
      throws DataFormatException {
    Column.Kind kind = statistics.kind();
    return new ColumnEncoder(
        statistics.name(),
        kind,
        standardize && kind == Column.Kind.NUMBER ? statistics.scale() : Scale.NONE,
        kind == Column.Kind.TEXT ? statistics.sharedWords() : null);
  }

  /** As the names of a model's features say, whose columns may be in upper or lower case. */
  static ColumnEncoder ofModel(String column, List<String> featureNames) {
    String name = column;
    Column.Kind kind = null;
    for (String feature : featureNames) {
      if (!feature.regionMatches(true, 0, column, 0, column.length())) {
        continue;
      }
      String asTrained = feature.substring(0, column.length());
      String suffix = feature.substring(column.length());
      Scale scale = suffix.isEmpty() ? Scale.NONE : Scale.parse(suffix);
      if (scale != null) {
        return new ColumnEncoder(asTrained, Column.Kind.NUMBER, scale, null);
      }
      if (suffix.startsWith("=") || suffix.startsWith(": ")) {
        kind = suffix.startsWith("=") ? Column.Kind.CATEGORY : Column.Kind.TEXT;
        name = asTrained;
      }
    }
    return new ColumnEncoder(name, kind, Scale.NONE, null);
  }

  /** Declares the features that are there whatever the cells are. */
  void declare(Sink sink) {
    if (kind == null || kind == Column.Kind.NUMBER) {
      sink.declare(numberFeature);
    }
  }

  /** Encodes a cell, with blanks at its ends cut off. */
  void encode(Table.Rows<?> rows, String cell, Sink sink) throws DataFormatException {
    if (kind == null || ColumnStatistics.isMissing(cell)) {
      return; // zero: of no category, without words, or a number at its mean
    }
    switch (kind) {
      case NUMBER -> {
        float value = (float) ((rows.number(cell) - scale.mean()) / scale.divisor());
        if (!Float.isFinite(value)) {
          throw DataFormatException.at(
              rows.position(),
              "a finite number in column " + DataFormatException.quote(column),
              DataFormatException.quote(cell));
        }
        if (value != 0) {
          sink.add(numberFeature, value);
        }
      }
      case CATEGORY -> sink.add(column + "=" + cell, 1);
      case TEXT -> {
        Set<String> found = new HashSet<>(ColumnStatistics.words(cell));
        if (words != null) {
          found.retainAll(words);
        }
        found.stream().sorted().forEach(word -> sink.add(column + ": " + word, 1));
      }
      default -> throw new IllegalStateException("unknown kind " + kind);
    }
  }
}
