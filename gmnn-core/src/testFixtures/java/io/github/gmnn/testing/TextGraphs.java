package io.github.gmnn.testing;

import io.github.gmnn.graph.Graph;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws small graphs as text, for tests: {@code TextGraphs.parse("a-b b-c:2.5 a[ML] c[AI]? d")}.
 *
 * <p>Words are parted by blanks or line ends, each one of
 *
 * <ul>
 *   <li>{@code a}: a node, which need not be drawn if an edge or label names it
 *   <li>{@code a-b}: an edge, {@code a-b:2.5} one of weight 2.5
 *   <li>{@code a[ML]}: a node with the label ML
 *   <li>{@code a[ML]?}: a labelled node that is held for validation
 * </ul>
 *
 * Nodes get indices in the order in which they are first named.
 */
public final class TextGraphs {
  private static final String NAME = "([^\\s\\-\\[\\]:?]+)";
  private static final Pattern EDGE = Pattern.compile(NAME + "-" + NAME + "(?::(\\S+))?");
  private static final Pattern NODE = Pattern.compile(NAME + "(?:\\[([^\\[\\]]+)](\\?)?)?");

  private TextGraphs() {}

  /**
   * Returns the graph that the text draws; keys are strings.
   *
   * @throws IllegalArgumentException if a word of the text is none of the above
   */
  public static Graph<String> parse(String text) {
    return builder(text).build();
  }

  /**
   * Returns a builder with what the text draws, to add features to.
   *
   * @throws IllegalArgumentException if a word of the text is none of the above
   */
  public static Graph.Builder<String> builder(String text) {
    Graph.Builder<String> builder = Graph.<String>builder().addMissingNodes();
    for (String word : text.strip().split("\\s+")) {
      Matcher edge = EDGE.matcher(word);
      Matcher node = NODE.matcher(word);
      if (edge.matches()) {
        builder.addEdge(
            edge.group(1),
            edge.group(2),
            edge.group(3) == null ? 1 : Double.parseDouble(edge.group(3)));
      } else if (node.matches()) {
        builder.addNode(node.group(1));
        if (node.group(2) != null) {
          builder.label(node.group(1), node.group(2));
        }
        if (node.group(3) != null) {
          builder.validationNode(node.group(1));
        }
      } else {
        throw new IllegalArgumentException(
            "'" + word + "' draws nothing: expected a, a-b, a-b:2.5, a[label] or a[label]?");
      }
    }
    return builder;
  }
}
