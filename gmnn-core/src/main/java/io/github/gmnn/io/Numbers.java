package io.github.gmnn.io;

/** Parses decimal numbers out of lines; several times faster than cutting out each one's text. */
final class Numbers {
  /** Longer than any number that is meant as one. */
  private static final int MAX_LENGTH = 64;

  /** Digits that a long and a double both hold exactly. */
  private static final int EXACT_DIGITS = 15;

  private static final double[] POWERS_OF_TEN = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private Numbers() {}

  /**
   * Parses a decimal number such as {@code 1}, {@code -0.25} or {@code 3e-4}; none of the other
   * forms that Java takes.
   *
   * @return the nearest double, infinite when too large; NaN if the text is no such number
   */
  static double parse(CharSequence text, int from, int to) {
    long digits = 0;
    int count = 0;
    int point = -1;
    int i = from;
    boolean negative = from < to && text.charAt(from) == '-';
    if (negative) {
      i++;
    }
    for (; i < to; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        count++;
      } else if (c == '.' && point < 0) {
        point = count;
      } else {
        return parseSlowly(text, from, to);
      }
      if (count > EXACT_DIGITS) {
        return parseSlowly(text, from, to);
      }
    }
    if (count == 0) {
      return Double.NaN;
    }
    // Both operands are exact, so the quotient is the double nearest to the decimal number.
    double value = point < 0 ? digits : digits / POWERS_OF_TEN[count - point];
    return negative ? -value : value;
  }

  private static double parseSlowly(CharSequence text, int from, int to) {
    if (to - from > MAX_LENGTH) {
      return Double.NaN;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return Double.NaN;
      }
    }
    try {
      return Double.parseDouble(text.subSequence(from, to).toString());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Whether a number may be the weight of an edge: as a float, positive and finite. */
  static boolean isWeight(double number) {
    return (float) number > 0 && (float) number < Float.POSITIVE_INFINITY;
  }

  /**
   * Parses digits.
   *
   * @return the number, or -1 if the text is no number in 0..max
   */
  static int parseIndex(CharSequence text, int from, int to, int max) {
    long value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
      if (value > max) {
        return -1;
      }
    }
    return from == to ? -1 : (int) value;
  }
}
