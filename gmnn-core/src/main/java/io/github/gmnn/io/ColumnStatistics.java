package io.github.gmnn.io;

import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.graph.LongTails;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Learns from all cells of a column what it is. A column is what at least half of its cells are, so
 * that a mistyped number is refused and does not turn numbers into categories.
 */
final class ColumnStatistics {
  /** Values of a category at most, unless each stands in only a few nodes. */
  private static final int MAX_CATEGORIES = 1_000;

  /** So few values are a category even if no two nodes share one. */
  private static final int FEW = 10;

  private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null", "?");
  private static final int LONGEST_MISSING = 4;

  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}([T ].*)?|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2}(\\d{2})?");

  /** Numbers as people write them for people: 1,000 or 12 % or $5. */
  private static final Pattern FORMATTED =
      Pattern.compile(
          "[-+]?\\p{Sc}? ?(\\d{1,3}([, '\u00a0\u202f]\\d{3})+|\\d+)([.,]\\d+)? ?(%|\\p{Sc})?");

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]{2,}");

  private final String name;
  private long cells;
  private long missing;
  private long numbers;
  private long zeros;
  private long dates;
  private long formatted;
  private boolean onlyFlags = true;
  private double largest;
  private double mean;
  private double squares;
  private final LongTails tails = new LongTails(1);
  private final NumberSpread spread = new NumberSpread();
  private @Nullable DataFormatException firstNoNumber;
  private @Nullable DataFormatException firstDate;
  private @Nullable DataFormatException firstFormatted;
  private @Nullable DataFormatException firstTooLarge;
  private final Set<String> values = new HashSet<>();
  private final Map<String, Integer> nodesOfWord = new HashMap<>();

  ColumnStatistics(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  static boolean isMissing(String cell) {
    return cell.length() <= LONGEST_MISSING && MISSING.contains(cell.toLowerCase(Locale.ROOT));
  }

  /** The distinct words of a cell, in lower case. */
  static Set<String> words(String cell) {
    Matcher matcher = WORD.matcher(cell.toLowerCase(Locale.ROOT));
    return matcher.results().map(result -> result.group()).collect(Collectors.toSet());
  }

  /** Takes a cell into account, with blanks at its ends cut off. */
  void add(DatasetReader.Table.Rows<?> rows, String cell) {
    if (isMissing(cell)) {
      missing++;
      return;
    }
    cells++;
    double number = rows.number(cell);
    if (Double.isNaN(number)) {
      addText(rows, cell);
    } else {
      addNumber(rows, cell, number);
    }
    if (values.size() <= MAX_CATEGORIES) {
      values.add(cell);
    }
  }

  private void addText(DatasetReader.Table.Rows<?> rows, String cell) {
    if (firstNoNumber == null) {
      firstNoNumber =
          DataFormatException.at(
              rows.position(), "a number in column " + quoted(), DataFormatException.quote(cell));
    }
    if (FORMATTED.matcher(cell).matches()) {
      formatted++;
      if (firstFormatted == null) {
        firstFormatted =
            DataFormatException.at(
                rows.position(),
                "plain numbers in column " + quoted(),
                DataFormatException.quote(cell)
                    + ": write them with a decimal point, without separators of thousands and"
                    + " signs of percent or currency");
      }
    }
    if (DATE.matcher(cell).matches()) {
      dates++;
      if (firstDate == null) {
        firstDate =
            DataFormatException.at(
                rows.position(),
                "numbers, categories or words in column " + quoted(),
                "the date "
                    + DataFormatException.quote(cell)
                    + ": make it a number, such as days, or leave the column out");
      }
    }
  }

  private void addNumber(DatasetReader.Table.Rows<?> rows, String cell, double number) {
    if (!Float.isFinite((float) number) && firstTooLarge == null) {
      firstTooLarge =
          DataFormatException.at(
              rows.position(),
              "a finite number in column " + quoted(),
              DataFormatException.quote(cell));
    }
    numbers++;
    zeros += number == 0 ? 1 : 0;
    onlyFlags &= number == 0 || number == 1;
    largest = Math.max(largest, Math.abs(number));
    tails.add(0, (float) number);
    spread.add((float) number);
    double difference = number - mean;
    mean += difference / numbers;
    squares += difference * (number - mean);
  }

  private String quoted() {
    return DataFormatException.quote(name);
  }

  /**
   * What the column is.
   *
   * @throws DataFormatException if it holds dates, or numbers and a few other things
   */
  DatasetReader.Column.Kind kind() throws DataFormatException {
    if (firstDate != null && 2 * dates >= cells) {
      throw firstDate;
    }
    if (firstFormatted != null && 2 * formatted >= cells) {
      throw firstFormatted;
    }
    if (2 * numbers >= cells) { // a column of blanks as well
      if (firstNoNumber != null) {
        throw firstNoNumber;
      }
      if (firstTooLarge != null) {
        throw firstTooLarge;
      }
      return DatasetReader.Column.Kind.NUMBER;
    }
    boolean shared = values.size() <= MAX_CATEGORIES && 2L * values.size() <= cells;
    return shared || values.size() <= FEW
        ? DatasetReader.Column.Kind.CATEGORY
        : DatasetReader.Column.Kind.TEXT;
  }

  /** Counts the words of a cell; in a second pass, once it is known that cells are words. */
  void addWords(String cell) {
    if (!isMissing(cell)) {
      words(cell).forEach(word -> nodesOfWord.merge(word, 1, Integer::sum));
    }
  }

  /** The words that two nodes have or more: a single node's word tells nothing of others. */
  Set<String> sharedWords() {
    return nodesOfWord.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * How numbers are scaled: with mean 0 and deviation 1; by the largest, so that zeros stay zero,
   * where at least half of the nodes have none; not at all if they are 0 and 1. {@linkplain
   * LongTails Long tails} are shortened first.
   */
  Feature number() {
    float logScale = tails.scales()[0];
    if (logScale == 0) {
      return evenNumber();
    }
    if (areMostlyZero()) {
      return scaled(logScale, 0, LongTails.shortened(largest, logScale));
    }
    NumberSpread.Moments moments = spread.moments(logScale);
    return scaled(logScale, moments.mean(), moments.deviation());
  }

  /** The same, whether there are long tails or not. */
  Feature evenNumber() {
    if (onlyFlags) {
      return scaled(0, 0, 1);
    }
    return areMostlyZero() ? scaled(0, 0, largest) : scaled(0, mean, deviation());
  }

  private boolean areMostlyZero() {
    return 2 * (zeros + missing) >= cells + missing;
  }

  /** A scale that floats cannot have, such as a deviation of 0, is none. */
  private Feature scaled(float logScale, double mean, double divisor) {
    float narrow = (float) divisor;
    boolean usable = narrow > 0 && Float.isFinite(narrow) && Float.isFinite(1 / narrow);
    return usable
        ? Feature.number(name, logScale, (float) mean, narrow)
        : Feature.number(name, 0, 1);
  }

  private double deviation() {
    return numbers == 0 ? 0 : Math.sqrt(squares / numbers);
  }

  /** The column, as people see it. */
  DatasetReader.Column describe() throws DataFormatException {
    DatasetReader.Column.Kind kind = kind();
    boolean isNumber = kind == DatasetReader.Column.Kind.NUMBER;
    return new DatasetReader.Column(
        name,
        kind,
        cells,
        missing,
        switch (kind) {
          case NUMBER -> 0;
          case CATEGORY -> values.size();
          case TEXT -> sharedWords().size();
        },
        isNumber && numbers > 0 ? mean : Double.NaN,
        isNumber && numbers > 0 ? deviation() : Double.NaN);
  }
}
