package io.github.gmnn.graph;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes the features of a graph by column: their names and, if a reader made them from the
 * columns of a table, how. A model keeps the schema of its training graph, so that the cells of
 * another table become the same features. Immutable and thread-safe.
 */
public final class FeatureSchema {
  /** Of features that have no names. */
  public static final FeatureSchema UNNAMED = new FeatureSchema(List.of(), List.of());

  /** What a feature is made of. */
  public enum Kind {
    /** A column of numbers. */
    NUMBER,
    /** One value of a column of few values. */
    CATEGORY,
    /** A word of a column of texts. */
    WORD
  }

  /**
   * A feature made of a column of a table. A cell without a value is 0 in all features of its
   * column.
   *
   * @param column the name of the column
   * @param kind what it is made of
   * @param value the value of a category or the word, whose feature is 1; empty for numbers
   * @param logScale what a number is multiplied by before its logarithm is taken, as {@link
   *     LongTails#shortened} says; 0 if none is taken, and for other kinds
   * @param mean what is taken off a number; 0 for other kinds
   * @param divisor what the rest is divided by; 1 for other kinds
   */
  public record Feature(
      String column, Kind kind, String value, float logScale, float mean, float divisor) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the mean is not finite, the divisor not positive or the
     *     scale of logarithms not finite or below 0
     */
    public Feature {
      Objects.requireNonNull(column, "column");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(value, "value");
      Checks.positive(divisor, "divisor");
      if (!Float.isFinite(mean)) {
        throw new IllegalArgumentException("mean must be finite, got " + mean);
      }
      Checks.notNegative(logScale, "logScale");
    }

    /** A number less a mean, divided. */
    public static Feature number(String column, float mean, float divisor) {
      return number(column, 0, mean, divisor);
    }

    /** The logarithm of a number less a mean, divided; {@link LongTails} says when and how. */
    public static Feature number(String column, float logScale, float mean, float divisor) {
      return new Feature(column, Kind.NUMBER, "", logScale, mean, divisor);
    }

    /** Whether a cell has a value. */
    public static Feature category(String column, String value) {
      return new Feature(column, Kind.CATEGORY, value, 0, 0, 1);
    }

    /** Whether a cell has a word. */
    public static Feature word(String column, String word) {
      return new Feature(column, Kind.WORD, word, 0, 0, 1);
    }

    /** Returns what a number in a cell is as a feature. */
    public float scaled(double number) {
      double shortened = logScale == 0 ? number : LongTails.shortened((float) number, logScale);
      return (float) ((shortened - mean) / divisor);
    }

    /** Returns the number in a cell whose feature is known, but for rounding. */
    public double unscaled(float feature) {
      double shortened = feature * (double) divisor + mean;
      return logScale == 0 ? shortened : Math.sinh(shortened) / logScale;
    }

    /** Its name, for people: {@code age}, {@code city=Rome}, {@code title: graph}. */
    public String name() {
      return switch (kind) {
        case NUMBER -> column;
        case CATEGORY -> column + "=" + value;
        case WORD -> column + ": " + value;
      };
    }
  }

  private final List<String> names;
  private final List<Feature> features;
  private volatile @Nullable Map<String, Integer> columns;

  private FeatureSchema(List<String> names, List<Feature> features) {
    this.names = names;
    this.features = features;
  }

  /**
   * Returns the schema of features that are what they are, under names.
   *
   * @param names distinct names by column; empty if the features have none
   * @throws IllegalArgumentException if a name is there twice
   */
  public static FeatureSchema ofNames(List<String> names) {
    return new FeatureSchema(distinct(List.copyOf(names)), List.of());
  }

  /**
   * Returns the schema of features that were made of a table's columns.
   *
   * @param features the features by column, of distinct names
   * @throws IllegalArgumentException if a name is there twice
   */
  public static FeatureSchema ofTable(List<Feature> features) {
    return new FeatureSchema(
        distinct(features.stream().map(Feature::name).toList()), List.copyOf(features));
  }

  private static List<String> distinct(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("feature " + Quote.of(name) + " is named twice");
      }
    }
    return names;
  }

  /** Returns the names by column; empty if the features have none. */
  public List<String> names() {
    return names;
  }

  /** Returns what each feature was made of, by column; empty unless it was a table. */
  public List<Feature> features() {
    return features;
  }

  /** Returns whether the features were made of a table's columns, their numbers scaled. */
  public boolean isOfTable() {
    return !features.isEmpty();
  }

  /** Returns the column of a feature by its name, in constant time; -1 if there is none. */
  public int indexOf(String name) {
    Map<String, Integer> known = columns;
    if (known == null) {
      known = new HashMap<>();
      for (String each : names) {
        known.put(each, known.size());
      }
      columns = known;
    }
    return known.getOrDefault(name, -1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureSchema schema
        && names.equals(schema.names)
        && features.equals(schema.features);
  }

  @Override
  public int hashCode() {
    return Objects.hash(names, features);
  }

  @Override
  public String toString() {
    return "FeatureSchema(" + names.size() + " names" + (isOfTable() ? " of a table" : "") + ")";
  }
}
