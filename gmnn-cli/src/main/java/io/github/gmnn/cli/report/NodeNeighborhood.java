package io.github.gmnn.cli.report;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node, its neighbours on a ring around it, and some of theirs on a second one. */
final class NodeNeighborhood {
  private static final int MOST_NEIGHBORS = 14;
  private static final int MOST_OF_EACH = 3;
  private static final double INNER = 75;
  private static final double OUTER = 135;
  private static final int NAME = 22;

  private record Point(double x, double y) {
    static Point at(double radius, double angle) {
      return new Point(radius * Math.cos(angle), radius * Math.sin(angle));
    }
  }

  private NodeNeighborhood() {}

  /** Writes the end of the caption, then the drawing. */
  static void write(Markup out, NodeFacts<?> around, int node) {
    CsrMatrix edges = around.graph().adjacency().matrix();
    List<Integer> neighbors = neighbors(edges, node);
    neighbors.sort(Comparator.comparingInt(around::truth)); // classes lie together
    List<Integer> drawn = Neighborhoods.spread(neighbors, MOST_NEIGHBORS);
    out.text(caption(around, neighbors, drawn.size())).close();
    Map<Integer, Point> points = layout(edges, node, drawn);
    Neighborhoods.openDrawing(out, "The neighbourhood of " + around.words(node));
    // the edges of the node and of its neighbours; those farther out would hide them
    List<Integer> inner = new ArrayList<>(drawn);
    inner.add(node);
    for (int u : inner) {
      for (int v : neighbors(edges, u)) {
        boolean twice = v < u && inner.contains(v) && neighbors(edges, v).contains(u);
        if (points.containsKey(v) && !twice) {
          Point from = points.get(u);
          Point to = points.get(v);
          out.empty(
              "line", "class", "edge", "x1", from.x(), "y1", from.y(), "x2", to.x(), "y2", to.y());
        }
      }
    }
    points.forEach((other, point) -> disc(out, around, other, point, other == node ? 12 : 7));
    String name = Markup.shortened(around.graph().key(node), NAME);
    out.element("text", name, "class", "strong", "x", 0, "y", 28, "text-anchor", "middle");
    out.close();
  }

  private static List<Integer> neighbors(CsrMatrix edges, int node) {
    List<Integer> neighbors = new ArrayList<>();
    for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
      neighbors.add(edges.columnIndex(e));
    }
    return neighbors;
  }

  private static Map<Integer, Point> layout(CsrMatrix edges, int node, List<Integer> ring) {
    Map<Integer, Point> points = new LinkedHashMap<>();
    points.put(node, new Point(0, 0));
    double between = 2 * Math.PI / Math.max(1, ring.size());
    for (int i = 0; i < ring.size(); i++) {
      points.put(ring.get(i), Point.at(INNER, (i - 0.25 * ring.size()) * between));
    }
    for (int i = 0; i < ring.size(); i++) {
      List<Integer> beyond = neighbors(edges, ring.get(i));
      beyond.removeIf(points::containsKey);
      List<Integer> some = Neighborhoods.spread(beyond, MOST_OF_EACH);
      double fan = Math.min(between, Math.PI / 2);
      for (int j = 0; j < some.size(); j++) {
        double off = ((j + 1.0) / (some.size() + 1) - 0.5) * fan;
        points.put(some.get(j), Point.at(OUTER, (i - 0.25 * ring.size()) * between + off));
      }
    }
    return points;
  }

  private static void disc(Markup out, NodeFacts<?> around, int node, Point point, double radius) {
    int truth = around.truth(node);
    int predicted = around.predicted(node);
    Marks.open(
        out,
        truth < 0 ? predicted : truth,
        point.x(),
        point.y(),
        radius,
        "class",
        truth < 0 ? "unknown" : null,
        "fill",
        truth < 0 ? null : Marks.color(truth),
        "stroke",
        Marks.color(predicted),
        "stroke-width",
        radius / 2.5);
    out.element("title", around.words(node)).close();
  }

  private static String caption(NodeFacts<?> around, List<Integer> neighbors, int drawn) {
    if (neighbors.isEmpty()) {
      return "It has no neighbours.";
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    neighbors.forEach(
        other -> counts.merge(around.className(around.truth(other)), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
        .limit(4)
        .forEach(
            entry ->
                words.add(Markup.shortened(entry.getKey(), 30) + " (×" + entry.getValue() + ")"));
    return "True labels of its "
        + neighbors.size()
        + (neighbors.size() == 1 ? " neighbour" : " neighbours")
        + (drawn < neighbors.size() ? " (" + drawn + " drawn)" : "")
        + ": "
        + String.join(", ", words)
        + (counts.size() > words.size() ? ", others" : "")
        + ".";
  }
}
