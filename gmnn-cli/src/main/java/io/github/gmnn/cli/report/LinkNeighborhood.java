package io.github.gmnn.cli.report;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A link in the middle, and other links of its two ends to either side. */
final class LinkNeighborhood {
  private static final int MOST_LINKS = 11;
  private static final double END = 50;
  private static final double RADIUS = 95;
  private static final double FAN = Math.toRadians(150);
  private static final int NAME = 12;

  private record Point(double x, double y) {}

  private LinkNeighborhood() {}

  /** The links at each node, by the node's key. */
  static Map<Object, List<Integer>> linksOfNodes(Graph<?> graph) {
    Map<Object, List<Integer>> links = new HashMap<>();
    for (int link = 0; link < graph.nodeCount(); link++) {
      LinkKey<?> key = key(graph, link);
      links.computeIfAbsent(key.source(), k -> new ArrayList<>()).add(link);
      if (!key.target().equals(key.source())) {
        links.computeIfAbsent(key.target(), k -> new ArrayList<>()).add(link);
      }
    }
    return links;
  }

  private static LinkKey<?> key(Graph<?> graph, int link) {
    return (LinkKey<?>) graph.key(link);
  }

  /** Writes the end of the caption, then the drawing. */
  static void write(
      Markup out, NodeFacts<?> around, Map<Object, List<Integer>> linksOfNodes, int link) {
    LinkKey<?> key = key(around.graph(), link);
    List<Integer> ofSource = others(linksOfNodes.get(key.source()), link);
    List<Integer> ofTarget = others(linksOfNodes.get(key.target()), link);
    out.text(
        "Other links at its source: "
            + ofSource.size()
            + ", at its target: "
            + ofTarget.size()
            + (Math.max(ofSource.size(), ofTarget.size()) > MOST_LINKS ? " (some drawn)." : "."));
    out.close();
    Map<Object, Point> points = new LinkedHashMap<>();
    points.put(key.source(), new Point(-END, 0));
    points.putIfAbsent(key.target(), new Point(END, 0));
    Set<Integer> drawn = new LinkedHashSet<>();
    place(around.graph(), points, drawn, key.source(), ofSource, -1);
    place(around.graph(), points, drawn, key.target(), ofTarget, 1);
    Neighborhoods.openDrawing(out, "The links around " + around.words(link));
    drawn.forEach(other -> line(out, around, points, other, 2));
    line(out, around, points, link, 6);
    points.forEach(
        (node, point) -> {
          out.open("circle", "class", "mark", "cx", point.x(), "cy", point.y(), "r", 4);
          out.element("title", Markup.shortened(node)).close();
        });
    name(out, key.source(), points.get(key.source()));
    name(out, key.target(), points.get(key.target()));
    out.close();
  }

  private static List<Integer> others(List<Integer> links, int link) {
    List<Integer> others = new ArrayList<>(links);
    others.remove((Integer) link);
    return others;
  }

  /** Puts the other ends of a node's links on a fan that opens to one side. */
  private static void place(
      Graph<?> graph,
      Map<Object, Point> points,
      Set<Integer> drawn,
      Object node,
      List<Integer> links,
      int side) {
    List<Integer> some = Neighborhoods.spread(links, MOST_LINKS);
    for (int i = 0; i < some.size(); i++) {
      LinkKey<?> key = key(graph, some.get(i));
      Object end = key.source().equals(node) ? key.target() : key.source();
      double angle = ((i + 0.5) / some.size() - 0.5) * FAN;
      points.putIfAbsent(
          end, new Point(side * (END + RADIUS * Math.cos(angle)), 1.4 * RADIUS * Math.sin(angle)));
      drawn.add(some.get(i));
    }
  }

  private static void line(
      Markup out, NodeFacts<?> around, Map<Object, Point> points, int link, double width) {
    LinkKey<?> key = key(around.graph(), link);
    Point from = points.get(key.source());
    Point to = points.get(key.target());
    int truth = around.truth(link);
    out.open(
        "line",
        "x1",
        from.x(),
        "y1",
        from.y(),
        "x2",
        to.x(),
        "y2",
        to.y(),
        "stroke",
        Marks.color(truth < 0 ? around.predicted(link) : truth),
        "stroke-width",
        width,
        "stroke-dasharray",
        truth < 0 ? "4 3" : null);
    out.element("title", around.words(link)).close();
  }

  private static void name(Markup out, Object node, Point point) {
    out.element(
        "text",
        Markup.shortened(node, NAME),
        "class",
        "strong",
        "x",
        point.x(),
        "y",
        22,
        "text-anchor",
        "middle");
  }
}
