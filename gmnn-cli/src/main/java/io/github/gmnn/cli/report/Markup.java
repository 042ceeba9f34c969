package io.github.gmnn.cli.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML and SVG; whatever is given as text or as an attribute's value is escaped. */
final class Markup {
  private static final int LONGEST_NAME = 60;

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an attribute whose value is null is left out
   */
  Markup open(String tag, Object... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Writes an element without content. */
  Markup empty(String tag, Object... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  /** Writes an element that has only text. */
  Markup element(String tag, Object text, Object... attributes) {
    return open(tag, attributes).text(text).close();
  }

  Markup text(Object text) {
    out.append(escaped(text.toString()));
    return this;
  }

  /** Writes style or script, which are not escaped: never anything that comes from data. */
  Markup verbatim(String tag, String content) {
    out.append('<').append(tag).append('>').append(content);
    out.append("</").append(tag).append('>');
    return this;
  }

  private void start(String tag, Object... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      if (value != null) {
        String written =
            value instanceof Double number ? number(number) : escaped(value.toString());
        out.append(' ').append(attributes[i]).append("=\"").append(written).append('"');
      }
    }
  }

  /** With one digit after the point at most: a tenth of a pixel is enough for any picture. */
  static String number(double value) {
    double rounded = Math.round(value * 10) / 10.0;
    return rounded == Math.rint(rounded) ? "" + (long) rounded : "" + rounded;
  }

  /** A name cut to a length that tables bear. */
  static String shortened(Object name) {
    return shortened(name, LONGEST_NAME);
  }

  static String shortened(Object name, int longest) {
    String text = name.toString();
    if (text.codePointCount(0, text.length()) <= longest) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /** Text that means nothing to a browser, and that UTF-8 can write. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isWritable(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isWritable(int c) {
    boolean control = Character.isISOControl(c) && c != '\n' && c != '\t';
    return !control && !turnsText(c) && Character.getType(c) != Character.SURROGATE;
  }

  /** Marks of direction would show one name as another; cells are isolated by the style. */
  private static boolean turnsText(int c) {
    return c >= 0x202A && c <= 0x202E
        || c >= 0x2066 && c <= 0x2069
        || c == 0x200E
        || c == 0x200F
        || c == 0x061C;
  }

  /** What was written; all elements must be closed. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
