package io.github.gmnn.model;

import io.github.gmnn.internal.Quote;
import org.nd4j.shade.jackson.databind.JsonNode;

/** How messages show what a file holds: short, in one line. */
final class Shown {
  private static final int LONGEST = 60;

  private Shown() {}

  static String of(String text) {
    return "'"
        + Quote.printable(text.substring(0, Math.min(text.length(), LONGEST)))
        + (text.length() > LONGEST ? "...'" : "'");
  }

  static String of(JsonNode node) {
    return node.isMissingNode() ? "nothing" : of(node.toString());
  }
}
