package io.github.gmnn.graph.link;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Features of links that follow from who is linked to whom, and when. Labels have no part in them.
 *
 * <p>A link sees all links, itself among them, or those before its time ({@link LineGraph.View});
 * all below is meant of links that it sees. Counts are taken as log(1 + n), spans of time as log(1
 * + hours), a span to what never happened as that of {@value #NEVER} seconds. Beside its own
 * features a link has the means of those of the links that it is joined with: what a graph
 * convolution would take from them, and standardised as all else.
 *
 * <p>Costs O(log links) for each feature of a link, and a product with the adjacency for all, but
 * for common neighbours: the smaller degree of its ends times the logarithm of the larger.
 */
final class LinkFeatures {
  /** Longer than any span. */
  private static final double NEVER = 1e9;

  private static final double HOUR = 3600;
  private static final double DAY = 24 * HOUR;
  private static final double MONTH = 30 * DAY;

  private final int nodes;
  private final int[] sources;
  private final int[] targets;
  private final double[] times;
  private final double[] horizons;
  private final String prefix;
  private final List<String> names = new ArrayList<>();
  private final List<float[]> columns = new ArrayList<>();

  private LinkFeatures(
      int nodes, int[] sources, int[] targets, double[] times, LineGraph.View view) {
    this.nodes = nodes;
    this.sources = sources;
    this.targets = targets;
    this.times = times;
    this.horizons = times.clone();
    if (view == LineGraph.View.WHOLE_GRAPH) {
      Arrays.fill(horizons, Double.POSITIVE_INFINITY);
    }
    // a model of one view must not take the features of the other for its own
    this.prefix = view == LineGraph.View.WHOLE_GRAPH ? "link " : "past ";
  }

  /**
   * Computes the features of all links.
   *
   * @param nodes number of nodes
   * @param sources the node that each link starts at
   * @param targets the node that each link ends at
   * @param times when each link was made, in seconds, or null if that is not known
   * @param view what a link sees; all if there are no times
   */
  static LinkFeatures of(
      int nodes, int[] sources, int[] targets, double @Nullable [] times, LineGraph.View view) {
    double[] moments = times == null ? new double[sources.length] : times;
    LinkFeatures features = new LinkFeatures(nodes, sources, targets, moments, view);
    features.addStructure();
    if (times != null) {
      features.addTimes(view);
    }
    return features;
  }

  private void addStructure() {
    LinkTimes given = new LinkTimes(nodes, sources, times, null);
    LinkTimes received = new LinkTimes(nodes, targets, times, null);
    float[] ofSource =
        add("source out-degree", link -> log(given.before(sources[link], seen(link))));
    float[] intoSource =
        add("source in-degree", link -> log(received.before(sources[link], seen(link))));
    float[] ofTarget =
        add("target out-degree", link -> log(given.before(targets[link], seen(link))));
    float[] intoTarget =
        add("target in-degree", link -> log(received.before(targets[link], seen(link))));

    LinkPairs out = new LinkPairs(nodes, sources, targets, times);
    LinkPairs in = new LinkPairs(nodes, targets, sources, times);
    double[] reverse = new double[sources.length];
    double[] returned = new double[sources.length];
    for (int link = 0; link < reverse.length; link++) {
      reverse[link] = out.first(targets[link], sources[link]);
      returned[link] = Math.max(times[link], reverse[link]);
    }
    add("is returned", link -> reverse[link] < seen(link) ? 1 : 0);
    LinkTimes returnedOut = new LinkTimes(nodes, sources, returned, null);
    LinkTimes returnedIn = new LinkTimes(nodes, targets, returned, null);
    addShare("source's links that are returned", sources, returnedOut, given);
    addShare("links to source that it returns", sources, returnedIn, received);
    addShare("target's links that are returned", targets, returnedOut, given);
    addShare("links to target that it returns", targets, returnedIn, received);

    add("common targets", link -> log(out.common(sources[link], out, targets[link], seen(link))));
    add("common sources", link -> log(in.common(sources[link], in, targets[link], seen(link))));
    add("paths to target", link -> log(out.common(sources[link], in, targets[link], seen(link))));
    add("paths to source", link -> log(in.common(sources[link], out, targets[link], seen(link))));

    addMean("out-degree of target's sources", targets, ofSource);
    addMean("in-degree of target's sources", targets, intoSource);
    addMean("out-degree of source's targets", sources, ofTarget);
    addMean("in-degree of source's targets", sources, intoTarget);
  }

  private void addShare(String name, int[] node, LinkTimes some, LinkTimes all) {
    add(
        name,
        link ->
            some.before(node[link], seen(link))
                / Math.max(1.0, all.before(node[link], seen(link))));
  }

  /** The mean over links of a node, of what each of them saw. */
  private void addMean(String name, int[] node, float[] values) {
    LinkTimes links = new LinkTimes(nodes, node, times, values);
    add("mean " + name, link -> links.meanBefore(node[link], seen(link)));
  }

  private void addTimes(LineGraph.View view) {
    LinkTimes given = new LinkTimes(nodes, sources, times, null);
    LinkTimes received = new LinkTimes(nodes, targets, times, null);
    addAge("age of source", sources, given, received);
    addAge("age of target", targets, given, received);
    addSince("since source gave", sources, given);
    addSince("since target received", targets, received);
    addSince("since source received", sources, received);
    addSince("since target gave", targets, given);
    LinkPairs out = new LinkPairs(nodes, sources, targets, times);
    IntToDoubleFunction reverse = link -> out.first(targets[link], sources[link]);
    add(
        "between the directions",
        link ->
            reverse.applyAsDouble(link) < seen(link)
                ? span(Math.abs(reverse.applyAsDouble(link) - times[link]))
                : span(NEVER));
    boolean whole = view == LineGraph.View.WHOLE_GRAPH;
    addBurst("an hour", HOUR, whole, given, received);
    addBurst("a day", DAY, whole, given, received);
    addBurst("a month", MONTH, whole, given, received);
    if (whole) {
      addLater(given, received, reverse);
    }
  }

  private void addAge(String name, int[] node, LinkTimes given, LinkTimes received) {
    add(
        name,
        link -> {
          double first = Math.min(given.first(node[link]), received.first(node[link]));
          return first < seen(link) ? span(times[link] - first) : 0;
        });
  }

  private void addSince(String name, int[] node, LinkTimes happened) {
    add(name, link -> span(times[link] - happened.lastBefore(node[link], times[link])));
  }

  private void addBurst(
      String name, double width, boolean whole, LinkTimes given, LinkTimes received) {
    add(
        "source gave within " + name,
        link -> log(burst(given, sources[link], times[link], width, whole)));
    add(
        "target received within " + name,
        link -> log(burst(received, targets[link], times[link], width, whole)));
  }

  private static int burst(LinkTimes happened, int node, double time, double width, boolean whole) {
    return whole
        ? happened.within(node, time - width, time + width)
        : happened.within(node, time - width, Math.nextDown(time));
  }

  /** What only time will tell. */
  private void addLater(LinkTimes given, LinkTimes received, IntToDoubleFunction reverse) {
    addRest("rest of source", sources, given, received);
    addRest("rest of target", targets, given, received);
    add(
        "until source gives",
        link -> span(given.firstAfter(sources[link], times[link]) - times[link]));
    add(
        "until target receives",
        link -> span(received.firstAfter(targets[link], times[link]) - times[link]));
    add(
        "until it is returned",
        link -> {
          double gap = reverse.applyAsDouble(link) - times[link];
          return gap == Double.POSITIVE_INFINITY ? 0 : Math.signum(gap) * span(Math.abs(gap));
        });
  }

  private void addRest(String name, int[] node, LinkTimes given, LinkTimes received) {
    add(
        name,
        link -> span(Math.max(given.last(node[link]), received.last(node[link])) - times[link]));
  }

  /** The time before which a link sees others. */
  private double seen(int link) {
    return horizons[link];
  }

  private static double log(int count) {
    return Math.log1p(count);
  }

  private static double span(double seconds) {
    return Math.log1p(Math.min(seconds, NEVER) / HOUR);
  }

  private float[] add(String name, IntToDoubleFunction feature) {
    float[] column = new float[sources.length];
    for (int link = 0; link < column.length; link++) {
      column[link] = (float) feature.applyAsDouble(link);
    }
    names.add(prefix + name);
    columns.add(column);
    return column;
  }

  /**
   * Returns the names of the features: a link's own, then the means over the links that it is
   * joined with.
   */
  List<String> names() {
    List<String> all = new ArrayList<>(names);
    names.forEach(name -> all.add("around " + name));
    return List.copyOf(all);
  }

  /**
   * Returns the features, a row for each link.
   *
   * @param adjacency how links are joined
   */
  CsrMatrix matrix(Adjacency adjacency) {
    int links = sources.length;
    int width = columns.size();
    Limits.checkNonZeros(2L * links * width, "the features of " + links + " links");
    DenseMatrix own = DenseMatrix.zeros(links, width);
    for (int c = 0; c < width; c++) {
      for (int link = 0; link < links; link++) {
        own.set(link, c, columns.get(c)[link]);
      }
    }
    DenseMatrix around = DenseMatrix.zeros(links, width);
    adjacency.mean().apply(own, around, Workers.sequential());
    return CsrMatrix.of(own).beside(CsrMatrix.of(around));
  }
}
