package io.github.gmnn.sparse;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.internal.Quote;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph one by one, all with the same numbers: the amount of a payment, whether it
 * was made by card, the length of a bond. Immutable and thread-safe.
 *
 * <pre>{@code
 * EdgeAttributes payments =
 *     EdgeAttributes.builder(accounts, payers, payees)
 *         .numbers(List.of("amount", "hour"), amountsAndHours)
 *         .times(seconds)
 *         .directed()
 *         .build();
 * Graph<Integer> graph = Graph.ofEdges(payments);
 * }</pre>
 *
 * <p>Edges are sorted by target, then by source, then as they were given. <b>Parallel edges</b>,
 * with the same ends and the same direction, all stay, each with its own numbers: two payments are
 * two payments, though the {@link Adjacency} of the same graph joins their ends once. Self-loops
 * are left out. An edge without direction is there in both, with the same numbers.
 *
 * <p>Everything is in primitive arrays: 4 bytes per edge and 4 per number, 4 more if there are
 * weights, 4 if types and 8 if times; and 8 once somebody asks for the edges by their sources. A
 * layer that reads the numbers keeps them scaled, in both orders: 8 more per number.
 */
public final class EdgeAttributes {
  private final List<String> names;
  private final List<String> types;
  private final Set<String> undirectedTypes;
  private final boolean directed;
  private final int[] pointers;
  private final int[] sources;
  private final float[] values;
  private final float @Nullable [] weights;
  private final int @Nullable [] typeOfEdge;
  private final long @Nullable [] times;
  private final Lazy<Sent> sent;
  private final Map<Scaling, EdgeAttributes> scaled = new ConcurrentHashMap<>();
  private final @Nullable Scaling ofAll;

  private final Lazy<float[]> sentValues = new Lazy<>(this::sortedValues);
  private final Lazy<int[]> sentTypes = new Lazy<>(this::sortedTypes);

  /** The edges by their sources. */
  private record Sent(int[] pointers, int[] edges, int[] targets) {}

  private EdgeAttributes(Builder builder, int[] order, boolean directed) {
    this.names = builder.names;
    this.types = builder.typeNames;
    this.undirectedTypes = builder.undirectedTypes;
    this.directed = directed;
    int width = names.size();
    this.pointers = new int[builder.nodes + 1];
    this.sources = new int[order.length];
    this.values =
        new float[Limits.checkNonZeros((long) order.length * width, "the numbers on edges")];
    this.weights = builder.weights == null ? null : new float[order.length];
    this.typeOfEdge = builder.types == null ? null : new int[order.length];
    this.times = builder.times == null ? null : new long[order.length];
    for (int i = 0; i < order.length; i++) {
      boolean turned = order[i] < 0;
      int e = turned ? ~order[i] : order[i];
      sources[i] = turned ? builder.targets[e] : builder.sources[e];
      pointers[(turned ? builder.sources[e] : builder.targets[e]) + 1]++;
      System.arraycopy(builder.values, e * width, values, i * width, width);
      if (weights != null && builder.weights != null) {
        weights[i] = builder.weights[e];
      }
      if (typeOfEdge != null && builder.types != null) {
        typeOfEdge[i] = builder.types[e];
      }
      if (times != null && builder.times != null) {
        times[i] = builder.times[e];
      }
    }
    for (int node = 0; node < builder.nodes; node++) {
      pointers[node + 1] += pointers[node];
    }
    this.sent = new Lazy<>(this::computeSent);
    this.ofAll = builder.scaling;
  }

  private EdgeAttributes(EdgeAttributes edges, List<String> names, float[] values) {
    this.ofAll = null;
    this.names = names;
    this.values = values;
    this.types = edges.types;
    this.undirectedTypes = edges.undirectedTypes;
    this.directed = edges.directed;
    this.pointers = edges.pointers;
    this.sources = edges.sources;
    this.weights = edges.weights;
    this.typeOfEdge = edges.typeOfEdge;
    this.times = edges.times;
    this.sent = edges.sent;
  }

  /**
   * Returns a builder for edges given by arrays, which are read by {@link Builder#build()} and not
   * kept.
   *
   * @param nodes number of nodes
   * @param sources where each edge starts, in 0..nodes-1
   * @param targets where each edge ends, in 0..nodes-1
   */
  public static Builder builder(int nodes, int[] sources, int[] targets) {
    return new Builder(nodes, sources, targets);
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return pointers.length - 1;
  }

  /** Returns the number of edges, parallel ones included; those without direction count twice. */
  public int count() {
    return sources.length;
  }

  /** Returns whether edges have a direction; if not, each is there in both. */
  public boolean isDirected() {
    return directed;
  }

  /** Returns the names of the numbers on each edge. */
  public List<String> names() {
    return names;
  }

  /** Returns how many numbers each edge has. */
  public int width() {
    return names.size();
  }

  /** Returns a number of an edge. */
  public float value(int edge, int column) {
    return values[edge * names.size() + Objects.checkIndex(column, names.size())];
  }

  /** Returns the node that an edge starts at. */
  public int source(int edge) {
    return sources[edge];
  }

  /**
   * Returns the first of the edges that end at a node; its last one is before the next node's
   * first. Of {@link #nodes()} it is {@link #count()}.
   */
  public int receivedStart(int node) {
    return pointers[node];
  }

  /** Returns where the edges that start at a node begin in the order of {@link #sent}. */
  public int sentStart(int node) {
    return sent.get().pointers[node];
  }

  /** Returns the edge at a place that {@link #sentStart} leads to; they ascend by their targets. */
  public int sent(int place) {
    return sent.get().edges[place];
  }

  /** Returns the node that the edge at a place of {@link #sent} ends at. */
  public int sentTarget(int place) {
    return sent.get().targets[place];
  }

  /** Returns {@link #receivedStart} of all nodes and of {@link #nodes()}; not to be written to. */
  public int[] receivedPointers() {
    return pointers;
  }

  /** Returns {@link #sentStart} of all nodes and of {@link #nodes()}; not to be written to. */
  public int[] sentPointers() {
    return sent.get().pointers;
  }

  /** Returns {@link #source} of all edges; not to be written to. */
  public int[] sources() {
    return sources;
  }

  /** Returns {@link #sent} of all places; not to be written to. */
  public int[] sentEdges() {
    return sent.get().edges;
  }

  /** Returns {@link #sentTarget} of all places; not to be written to. */
  public int[] sentTargets() {
    return sent.get().targets;
  }

  /** Returns {@link #values} in the order of {@link #sent}, made on first use and kept. */
  public float[] sentValues() {
    return sentValues.get();
  }

  /** Returns {@link #typeIndices} in the order of {@link #sent}, made on first use and kept. */
  public int @Nullable [] sentTypeIndices() {
    return typeOfEdge == null ? null : sentTypes.get();
  }

  private float[] sortedValues() {
    int[] order = sentEdges();
    int width = names.size();
    float[] sorted = new float[values.length];
    for (int place = 0; place < order.length; place++) {
      System.arraycopy(values, order[place] * width, sorted, place * width, width);
    }
    return sorted;
  }

  private int[] sortedTypes() {
    return Arrays.stream(sentEdges()).map(this::type).toArray();
  }

  /** Returns {@link #type} of all edges, or null if they have none; not to be written to. */
  public int @Nullable [] typeIndices() {
    return typeOfEdge;
  }

  /** Returns {@link #weight} of all edges, or null if all are 1; not to be written to. */
  public float @Nullable [] weights() {
    return weights;
  }

  /** Returns the node that an edge ends at, by a search among the nodes. */
  public int target(int edge) {
    Objects.checkIndex(edge, sources.length);
    int low = 0;
    int high = nodes() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edge < pointers[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the node that each edge ends at, as a new array. */
  public int[] targets() {
    int[] targets = new int[sources.length];
    for (int node = 0; node < nodes(); node++) {
      Arrays.fill(targets, pointers[node], pointers[node + 1], node);
    }
    return targets;
  }

  /** Returns whether an edge has a weight of its own. */
  public boolean hasWeights() {
    return weights != null;
  }

  /** Returns the weight of an edge, 1 unless it was given. */
  public float weight(int edge) {
    return weights == null ? 1f : weights[edge];
  }

  /** Returns the names of the types of edges; empty if they have none. */
  public List<String> types() {
    return types;
  }

  /** Returns those of the types whose edges have no direction. */
  public Set<String> undirectedTypes() {
    return undirectedTypes;
  }

  /**
   * Returns the type of an edge as an index of {@link #types()}.
   *
   * @throws IllegalStateException if edges have no types
   */
  public int type(int edge) {
    if (typeOfEdge == null) {
      throw new IllegalStateException("the edges have no types");
    }
    return typeOfEdge[edge];
  }

  /** Returns whether it is known when edges came to be. */
  public boolean hasTimes() {
    return times != null;
  }

  /**
   * Returns when an edge came to be.
   *
   * @throws IllegalStateException if that is not known
   */
  public long time(int edge) {
    if (times == null) {
      throw new IllegalStateException("the edges have no times");
    }
    return times[edge];
  }

  /**
   * Returns the same edges with their numbers in the order of other names. A name that edges do not
   * have is 0 on all of them, and what is not named is left out.
   *
   * @param others distinct names
   */
  public EdgeAttributes withNames(List<String> others) {
    List<String> wanted = checkNames(others);
    if (wanted.equals(names)) {
      return this;
    }
    int[] columns = wanted.stream().mapToInt(names::indexOf).toArray();
    float[] matched =
        new float
            [Limits.checkNonZeros((long) sources.length * columns.length, "the numbers on edges")];
    int next = 0;
    for (int e = 0; e < sources.length; e++) {
      for (int column : columns) {
        matched[next++] = column < 0 ? 0f : values[e * names.size() + column];
      }
    }
    return new EdgeAttributes(this, wanted, matched);
  }

  /**
   * Returns some of the edges on some of the nodes.
   *
   * @param edges the edges, ascending
   * @param nodes how many nodes there are
   * @param index where each of their nodes is among those, in the same order
   */
  public EdgeAttributes part(int[] edges, int nodes, IntUnaryOperator index) {
    int[] from = new int[edges.length];
    int[] starts = new int[nodes + 1];
    int width = names.size();
    float[] numbers = new float[edges.length * width];
    float[] itsWeights = weights == null ? null : new float[edges.length];
    int[] itsTypes = typeOfEdge == null ? null : new int[edges.length];
    long[] itsTimes = times == null ? null : new long[edges.length];
    for (int i = 0; i < edges.length; i++) {
      int e = edges[i];
      from[i] = index.applyAsInt(sources[e]);
      starts[index.applyAsInt(target(e)) + 1]++;
      System.arraycopy(values, e * width, numbers, i * width, width);
      if (itsWeights != null) {
        itsWeights[i] = weight(e);
      }
      if (itsTypes != null) {
        itsTypes[i] = type(e);
      }
      if (itsTimes != null) {
        itsTimes[i] = time(e);
      }
    }
    for (int node = 0; node < nodes; node++) {
      starts[node + 1] += starts[node];
    }
    return new EdgeAttributes(
        names,
        types,
        undirectedTypes,
        directed,
        starts,
        from,
        numbers,
        itsWeights,
        itsTypes,
        itsTimes);
  }

  private EdgeAttributes(
      List<String> names,
      List<String> types,
      Set<String> undirectedTypes,
      boolean directed,
      int[] pointers,
      int[] sources,
      float[] values,
      float @Nullable [] weights,
      int @Nullable [] typeOfEdge,
      long @Nullable [] times) {
    this.names = names;
    this.types = types;
    this.undirectedTypes = undirectedTypes;
    this.directed = directed;
    this.pointers = pointers;
    this.sources = sources;
    this.values = values;
    this.weights = weights;
    this.typeOfEdge = typeOfEdge;
    this.times = times;
    this.sent = new Lazy<>(this::computeSent);
    this.ofAll = null;
  }

  /**
   * Returns the same edges with their numbers scaled; made on first use and kept, and as large as
   * the numbers themselves.
   *
   * @param scaling one that has as many columns
   */
  public EdgeAttributes scaled(Scaling scaling) {
    return scaled.computeIfAbsent(scaling, key -> new EdgeAttributes(this, names, key.apply(this)));
  }

  /** Returns the scaling that is learned of these edges, or of the graph that they are part of. */
  public Scaling scaling() {
    return ofAll == null ? Scaling.of(this) : ofAll;
  }

  /** Returns the numbers, those of one edge after those of another; not to be written to. */
  public float[] values() {
    return values;
  }

  private Sent computeSent() {
    int[] starts = new int[nodes() + 1];
    for (int source : sources) {
      starts[source + 1]++;
    }
    for (int node = 0; node < nodes(); node++) {
      starts[node + 1] += starts[node];
    }
    int[] next = Arrays.copyOf(starts, nodes());
    int[] edges = new int[sources.length];
    int[] targets = new int[sources.length];
    for (int node = 0; node < nodes(); node++) {
      for (int e = pointers[node]; e < pointers[node + 1]; e++) {
        int place = next[sources[e]]++;
        edges[place] = e;
        targets[place] = node;
      }
    }
    return new Sent(starts, edges, targets);
  }

  private static List<String> checkNames(List<String> names) {
    return Checks.distinctNames(names, "numbers on edges");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EdgeAttributes that
        && directed == that.directed
        && names.equals(that.names)
        && types.equals(that.types)
        && Arrays.equals(pointers, that.pointers)
        && Arrays.equals(sources, that.sources)
        && Arrays.equals(values, that.values)
        && Arrays.equals(weights, that.weights)
        && Arrays.equals(typeOfEdge, that.typeOfEdge)
        && Arrays.equals(times, that.times);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(sources) + Arrays.hashCode(values)) + names.hashCode();
  }

  @Override
  public String toString() {
    return "EdgeAttributes(" + count() + " edges on " + nodes() + " nodes with " + names + ")";
  }

  /**
   * How numbers on edges are scaled before they enter a layer, learned of one graph and applied to
   * others: each column less its mean and divided by its deviation, at most {@value #FARTHEST} of
   * them from the mean. A column that is never negative and whose deviation exceeds its mean, as
   * that of amounts of money, spans orders of magnitude: of such a column the logarithm is taken
   * first. Immutable and thread-safe.
   */
  public static final class Scaling {
    private static final int FARTHEST = 10;

    /** What is added to a number in units of its mean before its logarithm is taken. */
    private static final double LEAST = 0.01;

    private final float[] logScales;
    private final float[] means;
    private final float[] deviations;

    /**
     * Returns the scaling that three arrays tell.
     *
     * @param logScales by column, what a number is multiplied by before its logarithm is taken; 0
     *     if none is
     * @param means by column
     * @param deviations by column; one of 0 makes the column 0
     * @throws IllegalArgumentException if lengths differ, or a number is not finite or, but for
     *     means, negative
     */
    public Scaling(float[] logScales, float[] means, float[] deviations) {
      if (logScales.length != means.length || means.length != deviations.length) {
        throw new IllegalArgumentException(
            "a scaling needs as many scales as means and deviations, got "
                + logScales.length
                + ", "
                + means.length
                + " and "
                + deviations.length);
      }
      for (int c = 0; c < means.length; c++) {
        if (!(logScales[c] >= 0 && logScales[c] < Float.POSITIVE_INFINITY)
            || !Float.isFinite(means[c])
            || !(deviations[c] >= 0 && deviations[c] < Float.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "column "
                  + c
                  + " has the scale "
                  + logScales[c]
                  + ", the mean "
                  + means[c]
                  + " and the deviation "
                  + deviations[c]);
        }
      }
      this.logScales = logScales.clone();
      this.means = means.clone();
      this.deviations = deviations.clone();
    }

    /** What is summed up of a number, by its column. */
    public interface Term extends Serializable {
      double of(float value, int column);
    }

    /**
     * What a look at the numbers on all edges tells of a term, by column.
     *
     * @param sums of the term
     * @param squares the sums of its squares
     * @param least the least of the term and 0
     */
    public record Sums(double[] sums, double[] squares, double[] least) {
      /** Returns such of so many columns, all 0. */
      public static Sums none(int columns) {
        return new Sums(new double[columns], new double[columns], new double[columns]);
      }

      /** Counts a term in. */
      void add(int column, double term) {
        sums[column] += term;
        squares[column] += term * term;
        least[column] = Math.min(least[column], term);
      }
    }

    /** Learns it of the numbers on a graph's edges, in three passes over them. */
    public static Scaling of(EdgeAttributes edges) {
      int width = edges.width();
      return of(
          edges.count(),
          width,
          term -> {
            Sums sums = Sums.none(width);
            for (int i = 0; i < edges.values.length; i++) {
              sums.add(i % width, term.of(edges.values[i], i % width));
            }
            return sums;
          });
    }

    /**
     * Learns it of the numbers on a graph's edges, wherever they are.
     *
     * @param edges how many there are; those without direction count twice
     * @param width how many numbers each has
     * @param look looks at all of them; asked three times at most
     */
    public static Scaling of(long edges, int width, Function<Term, Sums> look) {
      double count = Math.max(1, edges);
      Sums values = look.apply((value, column) -> value);
      double[] centers = Arrays.stream(values.sums).map(sum -> sum / count).toArray();
      Sums differences = look.apply((value, column) -> value - centers[column]);
      float[] logScales = new float[width];
      float[] means = new float[width];
      float[] deviations = new float[width];
      boolean anyLogs = false;
      for (int c = 0; c < width; c++) {
        double deviation = Math.sqrt(differences.squares[c] / count);
        float scale = (float) (1 / centers[c]);
        boolean log =
            values.least[c] >= 0 && deviation > centers[c] && scale > 0 && Float.isFinite(scale);
        logScales[c] = log ? scale : 0f;
        anyLogs |= log;
        setMoments(c, centers[c], deviation, means, deviations);
      }
      if (anyLogs) {
        Sums logs = look.apply((value, c) -> logScales[c] > 0 ? log(value, logScales[c]) : 0);
        for (int c = 0; c < width; c++) {
          if (logScales[c] > 0) {
            double mean = logs.sums[c] / count;
            double variance = Math.max(0, logs.squares[c] / count - mean * mean);
            setMoments(c, mean, Math.sqrt(variance), means, deviations);
          }
        }
      }
      return new Scaling(logScales, means, deviations);
    }

    private static void setMoments(
        int column, double mean, double deviation, float[] means, float[] deviations) {
      means[column] = (float) mean;
      // the mean is rounded, so that a column without deviation can seem to have a little
      deviations[column] = deviation <= 1e-6 * Math.abs(mean) ? 0f : (float) deviation;
    }

    private static double log(float value, float scale) {
      return Math.log(Math.max(0, value) * (double) scale + LEAST);
    }

    private float[] apply(EdgeAttributes edges) {
      if (edges.width() != means.length) {
        throw new IllegalArgumentException(
            "expected " + means.length + " numbers on each edge, got " + edges);
      }
      return apply(edges.values);
    }

    /**
     * Returns numbers scaled.
     *
     * @param values those of one edge after those of another
     */
    public float[] apply(float[] values) {
      int width = means.length;
      float[] scaled = new float[values.length];
      for (int i = 0; i < scaled.length; i++) {
        int c = i % width;
        if (deviations[c] > 0) {
          double number = logScales[c] > 0 ? log(values[i], logScales[c]) : values[i];
          double distance = (number - means[c]) / deviations[c];
          scaled[i] = (float) Math.max(-FARTHEST, Math.min(FARTHEST, distance));
        }
      }
      return scaled;
    }

    /** Returns what numbers are multiplied by before their logarithm is taken; 0 if none is. */
    public float[] logScales() {
      return logScales.clone();
    }

    /** Returns the mean of each column, of logarithms if they are taken. */
    public float[] means() {
      return means.clone();
    }

    /** Returns the deviation of each column, of logarithms if they are taken. */
    public float[] deviations() {
      return deviations.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Scaling that
          && Arrays.equals(logScales, that.logScales)
          && Arrays.equals(means, that.means)
          && Arrays.equals(deviations, that.deviations);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(means) + Arrays.hashCode(deviations);
    }
  }

  /** Collects what edges have. Arrays are not copied before {@link #build()}. */
  public static final class Builder {
    private final int nodes;
    private final int[] sources;
    private final int[] targets;
    private int count;
    private List<String> names = List.of();
    private float[] values = new float[0];
    private float @Nullable [] weights;
    private List<String> typeNames = List.of();
    private int @Nullable [] types;
    private Set<String> undirectedTypes = Set.of();
    private long @Nullable [] times;
    private boolean directed;
    private boolean bothGiven;
    private @Nullable Scaling scaling;

    private Builder(int nodes, int[] sources, int[] targets) {
      this.nodes = nodes;
      this.sources = Objects.requireNonNull(sources, "sources");
      this.targets = Objects.requireNonNull(targets, "targets");
      this.count = sources.length;
    }

    /** Takes the first edges of the arrays alone; all of them unless it is called. */
    public Builder count(int edges) {
      this.count = Objects.checkIndex(edges, sources.length + 1);
      return this;
    }

    /**
     * Gives each edge numbers.
     *
     * @param names distinct names of the numbers of an edge
     * @param values finite values: those of the first edge in the order of names, then those of the
     *     next
     * @return this builder
     */
    public Builder numbers(List<String> names, float[] values) {
      this.names = checkNames(names);
      this.values = Objects.requireNonNull(values, "values");
      return this;
    }

    /** Gives each edge a positive, finite weight; without it, all are 1. */
    public Builder weights(float @Nullable [] weights) {
      this.weights = weights;
      return this;
    }

    /**
     * Gives each edge a type. Within a type edges have a direction, whatever {@link #directed()}
     * says of the graph.
     *
     * @param names distinct names of the types
     * @param types the type of each edge, an index of {@code names}
     * @param undirected those of the names whose edges have no direction
     * @return this builder
     */
    public Builder types(List<String> names, int[] types, Set<String> undirected) {
      this.typeNames = List.copyOf(names);
      this.types = Objects.requireNonNull(types, "types");
      this.undirectedTypes = Set.copyOf(undirected);
      return this;
    }

    /** Says when each edge came to be, a whole number of any unit. */
    public Builder times(long @Nullable [] times) {
      this.times = times;
      return this;
    }

    /** Says that edges have a direction though they have no types. */
    public Builder directed() {
      this.directed = true;
      return this;
    }

    /** Says that edges without direction are in the arrays twice already, once in each. */
    public Builder bothGiven() {
      this.bothGiven = true;
      return this;
    }

    /** Says that the edges are part of a graph whose numbers are scaled so. */
    public Builder scaling(Scaling ofAll) {
      this.scaling = ofAll;
      return this;
    }

    /**
     * Sorts the edges, in time linear in nodes and edges.
     *
     * @return the edges
     * @throws IllegalArgumentException if lengths differ, an edge leads to no node or is of no
     *     type, a number is not finite, or a weight not positive and finite; the message has it
     */
    public EdgeAttributes build() {
      if (names.isEmpty()) {
        throw new IllegalArgumentException("edges need at least one number: name it by numbers()");
      }
      checkLength("targets", targets.length, count);
      checkLength("values", values.length, (long) count * names.size());
      checkLength("weights", weights == null ? count : weights.length, count);
      checkLength("types", types == null ? count : types.length, count);
      checkLength("times", times == null ? count : times.length, count);
      boolean[] bothWays =
          EdgeEnds.bothWays(typeNames, undirectedTypes, types == null && !directed);
      EdgeEnds ends =
          new EdgeEnds(
              nodes,
              count,
              sources,
              targets,
              typeNames,
              types,
              bothGiven ? new boolean[bothWays.length] : bothWays);
      EdgeList.Sorter sorter = ends.sorter();
      for (int e = 0; e < count; e++) {
        check(e);
      }
      sorter.sortBy(nodes, e -> e < 0 ? targets[~e] : sources[e]);
      sorter.sortBy(nodes, e -> e < 0 ? sources[~e] : targets[e]);
      boolean anyDirected = false;
      for (boolean both : bothWays) {
        anyDirected |= !both;
      }
      return new EdgeAttributes(this, sorter.order(), anyDirected);
    }

    private void checkLength(String what, long length, long expected) {
      if (length < expected) {
        throw new IllegalArgumentException(
            count + " edges need " + expected + " " + what + ", got " + length);
      }
    }

    private void check(int e) {
      if (weights != null && !(weights[e] > 0 && weights[e] < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "edge " + e + " has weight " + weights[e] + ": weights must be positive and finite");
      }
      for (int c = 0; c < names.size(); c++) {
        float value = values[e * names.size() + c];
        if (!Float.isFinite(value)) {
          throw new IllegalArgumentException(
              "edge "
                  + e
                  + " has "
                  + Quote.of(names.get(c))
                  + " "
                  + value
                  + ": numbers on edges must be finite floats");
        }
      }
    }
  }
}
