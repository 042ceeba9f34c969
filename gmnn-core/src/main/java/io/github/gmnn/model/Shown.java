package io.github.gmnn.model;

import org.nd4j.shade.jackson.databind.JsonNode;

/** How messages show what a file holds: short, in one line. */
final class Shown {
  private static final int LONGEST = 60;

  private Shown() {}

  static String of(String text) {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)
          || Character.isSurrogate(c)
          || Character.getType(c) == Character.FORMAT
          || Character.isWhitespace(c) && c != ' ') {
        shown.append(String.format("\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.append(text.length() > LONGEST ? "...'" : "'").toString();
  }

  static String of(JsonNode node) {
    return node.isMissingNode() ? "nothing" : of(node.toString());
  }
}
