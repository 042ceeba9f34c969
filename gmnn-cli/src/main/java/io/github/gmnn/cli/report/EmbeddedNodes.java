package io.github.gmnn.cli.report;

import io.github.gmnn.cli.embedding.Projection;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.TreeSet;

/**
 * Embeddings for a page.
 *
 * @param <K> type of the nodes' keys
 * @param data what was embedded
 * @param embeddings the embeddings
 * @param projection some of them in two dimensions
 */
public record EmbeddedNodes<K>(
    Dataset<K> data, NodeEmbeddings<K> embeddings, Projection<K> projection) {
  /** How many nodes are projected at most, for the page to stay small. */
  public static final int MOST = 3000;

  private static final double WIDTH = 640;
  private static final double HEIGHT = 520;
  private static final double MARGIN = 10;

  void write(Markup out) {
    LabelCounts.writeData(out, data.name(), data);
    LearningCurves.write(out, embeddings.history().epochs(), "figure");
    List<String> classes = List.copyOf(new TreeSet<>(projection.labels()));
    boolean labelled = !classes.equals(List.of(""));
    out.element("h3", "Embeddings in two dimensions");
    out.element(
        "p",
        "Of "
            + embeddings.size()
            + " nodes in "
            + embeddings.dimensions()
            + " dimensions, "
            + projection.keys().size()
            + (labelled ? " with a known label" : "")
            + " are laid out so that those stay near each other that were near, not by distance."
            + " Point at one to read its name.");
    out.open("figure");
    if (labelled) {
      out.open("p", "class", "legend");
      Marks.legend(out, classes);
      out.close();
    }
    draw(out, classes);
    out.close();
  }

  private void draw(Markup out, List<String> classes) {
    double[][] points = projection.points();
    DoubleSummaryStatistics xs = Arrays.stream(points).mapToDouble(p -> p[0]).summaryStatistics();
    DoubleSummaryStatistics ys = Arrays.stream(points).mapToDouble(p -> p[1]).summaryStatistics();
    out.open(
        "svg",
        "class",
        "large",
        "viewBox",
        "0 0 " + Markup.number(WIDTH) + " " + Markup.number(HEIGHT),
        "role",
        "img",
        "aria-label",
        "The projection of " + points.length + " nodes");
    for (int i = 0; i < points.length; i++) {
      int index = classes.indexOf(projection.labels().get(i));
      double x = MARGIN + share(points[i][0], xs) * (WIDTH - 2 * MARGIN);
      double y = HEIGHT - MARGIN - share(points[i][1], ys) * (HEIGHT - 2 * MARGIN);
      Marks.open(out, index, x, y, 3.5, "class", "mark", "fill", Marks.color(index));
      String label = projection.labels().get(i);
      out.element(
          "title",
          Markup.shortened(projection.keys().get(i)) + (label.isEmpty() ? "" : ": " + label));
      out.close();
    }
    out.close();
  }

  /** How far along its axis a value lies; in the middle where all are the same. */
  private static double share(double value, DoubleSummaryStatistics all) {
    double length = all.getMax() - all.getMin();
    return length == 0 ? 0.5 : (value - all.getMin()) / length;
  }
}
