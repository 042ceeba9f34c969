package io.github.gmnn.graph.internal;

import io.github.gmnn.sparse.EdgeAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the edges at each node add up to, as columns. Counts, sums, means, largest numbers and times
 * span orders of magnitude, so that they are logarithms: sign(x) log(1 + |x|). A node that has no
 * edges of a direction has no value there, which is NaN; its count is 0.
 */
public final class EdgeSummaries {
  /** What the count of edges that have no direction is called. */
  public static final String COUNT = "edges: count";

  /** What the count of edges that a node receives is called. */
  public static final String RECEIVED_COUNT = "received: count";

  /**
   * A column.
   *
   * @param name its name
   * @param values by node; NaN if there is none
   */
  public record Column(String name, float[] values) {}

  private final EdgeAttributes edges;
  private final long asOf;
  private final List<Column> columns = new ArrayList<>();

  private EdgeSummaries(EdgeAttributes edges, long asOf) {
    this.edges = edges;
    this.asOf = asOf;
  }

  /**
   * Sums up the edges at each node, in time linear in edges, numbers and types.
   *
   * @param edges the edges
   * @param asOf the time after which edges do not count, and that the newest is compared with;
   *     {@link Long#MAX_VALUE} for the time of the newest edge of all
   */
  public static List<Column> of(EdgeAttributes edges, long asOf) {
    EdgeSummaries summaries = new EdgeSummaries(edges, asOf);
    summaries.add(edges.isDirected() ? "received: " : "edges: ", false);
    if (edges.isDirected()) {
      summaries.add("sent: ", true);
    }
    return summaries.columns;
  }

  /** Whether the names of columns are those of a graph with summaries. */
  public static boolean areAmong(List<String> names) {
    return names.contains(COUNT) || names.contains(RECEIVED_COUNT);
  }

  private float[] column(String name) {
    float[] values = new float[edges.nodes()];
    columns.add(new Column(name, values));
    return values;
  }

  private void add(String prefix, boolean sent) {
    int width = edges.width();
    float[] counts = column(prefix + "count");
    float[][] sums = new float[width][];
    float[][] means = new float[width][];
    float[][] largest = new float[width][];
    for (int c = 0; c < width; c++) {
      sums[c] = column(prefix + "sum of " + edges.names().get(c));
      means[c] = column(prefix + "mean of " + edges.names().get(c));
      largest[c] = column(prefix + "largest " + edges.names().get(c));
    }
    int types = edges.types().size();
    float[][] shares = new float[types][];
    for (int t = 0; t < types; t++) {
      shares[t] = column(prefix + "share of " + edges.types().get(t));
    }
    boolean timed = edges.hasTimes();
    float[] newest = timed ? column(prefix + "time since the newest") : new float[0];
    float[] gaps = timed ? column(prefix + "mean gap") : new float[0];
    long now = timed ? now() : 0;
    double[] sum = new double[width];
    double[] most = new double[width];
    int[] ofType = new int[types];
    for (int node = 0; node < edges.nodes(); node++) {
      Arrays.fill(sum, 0);
      Arrays.fill(most, Double.NEGATIVE_INFINITY);
      Arrays.fill(ofType, 0);
      int count = 0;
      long first = Long.MAX_VALUE;
      long last = Long.MIN_VALUE;
      int from = sent ? edges.sentStart(node) : edges.receivedStart(node);
      int to = sent ? edges.sentStart(node + 1) : edges.receivedStart(node + 1);
      for (int place = from; place < to; place++) {
        int edge = sent ? edges.sent(place) : place;
        if (timed && edges.time(edge) > asOf) {
          continue;
        }
        count++;
        for (int c = 0; c < width; c++) {
          sum[c] += edges.value(edge, c);
          most[c] = Math.max(most[c], edges.value(edge, c));
        }
        if (types > 0) {
          ofType[edges.type(edge)]++;
        }
        if (timed) {
          first = Math.min(first, edges.time(edge));
          last = Math.max(last, edges.time(edge));
        }
      }
      counts[node] = log(count);
      for (int c = 0; c < width; c++) {
        sums[c][node] = log(sum[c]);
        means[c][node] = count == 0 ? Float.NaN : log(sum[c] / count);
        largest[c][node] = count == 0 ? Float.NaN : log(most[c]);
      }
      for (int t = 0; t < types; t++) {
        shares[t][node] = count == 0 ? Float.NaN : (float) ofType[t] / count;
      }
      if (timed) {
        newest[node] = count == 0 ? Float.NaN : log((double) now - last);
        gaps[node] = count < 2 ? Float.NaN : log(((double) last - first) / (count - 1));
      }
    }
  }

  /** The time that the newest edges are compared with. */
  private long now() {
    if (asOf < Long.MAX_VALUE) {
      return asOf;
    }
    long newest = Long.MIN_VALUE;
    for (int e = 0; e < edges.count(); e++) {
      newest = Math.max(newest, edges.time(e));
    }
    return newest;
  }

  private static float log(double value) {
    return (float) Math.copySign(Math.log1p(Math.abs(value)), value);
  }
}
