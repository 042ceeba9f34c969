package io.github.gmnn.io;

/**
 * What was understood of a column of {@code nodes.csv} that describes nodes.
 *
 * @param name its name in the header
 * @param kind what its cells are
 * @param cells how many cells have a value
 * @param missing how many are blank, or say {@code NA}, {@code N/A}, {@code NaN}, {@code null} or
 *     {@code ?}
 * @param distinct how many values differ, or words that several nodes have; 0 for numbers
 * @param mean the mean of numbers; NaN for other kinds
 * @param deviation the standard deviation of numbers; NaN for other kinds
 */
public record Column(
    String name, Kind kind, long cells, long missing, int distinct, double mean, double deviation) {
  /** What cells are. */
  public enum Kind {
    /** Numbers: one feature. */
    NUMBER,
    /** One of few values: a feature for each, {@code column=value}. */
    CATEGORY,
    /** Words: a feature for each that two nodes have or more, {@code column: word}. */
    TEXT
  }
}
