package io.github.gmnn.graph.link;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.internal.FeatureRows;
import io.github.gmnn.graph.internal.Labels;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the links of a graph into the nodes of another, to classify links as nodes are classified.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * LineGraph<String> links = LineGraph.<String>builder()
 *     .features(View.WHOLE_GRAPH)
 *     .addLink("ann", "bob")
 *     .addLink("bob", "ann")
 *     .addLink("bob", "cem")
 *     .label(new LinkKey<>("ann", "bob"), "trust")
 *     .label(new LinkKey<>("bob", "ann"), "distrust")
 *     .build();
 * Graph<LinkKey<String>> graph = links.graph();
 * }</pre>
 *
 * <p>The rules:
 *
 * <ul>
 *   <li><b>Joined</b> are links that share a node, with weight 1, whatever their direction and
 *       however many nodes they share.
 *   <li><b>Parallel links</b> and the two directions between a pair of nodes stay distinct. A link
 *       is called by its {@link LinkKey}; {@link Graph#withKeys} gives other names.
 *   <li><b>Self-loops</b> are links that touch their node once.
 *   <li><b>Relations.</b> What two links share is told by the relations of the graph's adjacency,
 *       which {@link Adjacency.LinkRelation} names.
 *   <li><b>Times</b> are given to all links or to none.
 *   <li><b>Features</b> of a link are its end nodes, a 1 in the column of each (a single 1 for a
 *       self-loop), and after these columns its attributes, if any. The columns are named {@code
 *       node } and the text of the node's key, and {@code attribute } and its name or number, so
 *       that a model knows nodes again whatever the order of links; they have no names if two keys
 *       have one text. With {@link Builder#features(View)} they are computed from structure and
 *       time instead, for graphs whose new links are between new nodes too.
 *   <li><b>Nodes</b> have columns in the order in which they are first named. A node without links
 *       has a column, and nothing else.
 * </ul>
 *
 * <p>Memory and time are linear in nodes, links and attributes: the {@link #graph()} propagates
 * without writing out the edges between links, whose number grows with the square of the degrees
 * ({@link Adjacency#ofLinks}).
 *
 * @param <K> type of the keys of the nodes that links join
 */
public final class LineGraph<K> {
  /** How many links before and after a link are its neighbours in time. */
  private static final int NEAREST_LINKS = 2;

  /** How many earlier links of each relation a link sees that sees the past alone. */
  private static final int LAST_LINKS = 10;

  private final NodeIndex<K> nodes;
  private final int[] sources;
  private final int[] targets;
  private final List<String> attributeNames;
  private final Graph<LinkKey<K>> graph;

  private LineGraph(
      NodeIndex<K> nodes,
      int[] sources,
      int[] targets,
      List<String> attributeNames,
      Graph<LinkKey<K>> graph) {
    this.nodes = nodes;
    this.sources = sources;
    this.targets = targets;
    this.attributeNames = attributeNames;
    this.graph = graph;
  }

  /**
   * Returns a builder without links: {@code LineGraph.<String>builder()} for nodes whose keys are
   * strings.
   *
   * @param <K> type of the nodes' keys
   */
  public static <K> Builder<K> builder() {
    return new Builder<>();
  }

  /**
   * Returns a builder with the nodes and edges of a graph: one link for each edge, called by its
   * ends in the order of their indices, or, if the graph is directed, in the edge's direction.
   * Weights, features and labels of the graph are not used.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph; one that is itself a line graph must be small enough to be written out
   * @return a builder; add attributes and labels, then build
   */
  public static <K> Builder<K> from(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    Builder<K> builder = new Builder<>();
    graph.keys().forEach(builder::addNode);
    CsrMatrix matrix = graph.adjacency().matrix();
    for (int target = 0; target < matrix.rows(); target++) {
      for (int e = matrix.rowStart(target); e < matrix.rowEnd(target); e++) {
        int source = matrix.columnIndex(e);
        // an undirected edge is in the matrix twice
        if (graph.isDirected() || source < target) {
          builder.addLink(graph.key(source), graph.key(target));
        }
      }
    }
    return builder;
  }

  /** Returns the graph whose nodes are the links, for {@code Gmnn} to fit. */
  public Graph<LinkKey<K>> graph() {
    return graph;
  }

  /**
   * Returns the same graph with its edges written out one by one, for small graphs and layers that
   * need them. Costs time and memory linear in the sum of the squared degrees. Where links see the
   * past alone it is {@link #graph()} itself, whose edges are written out.
   *
   * @throws UnsupportedOperationException if there are more than 50 million entries
   */
  public Graph<LinkKey<K>> explicitGraph() {
    return graph.adjacency().isOneWay()
        ? graph
        : graph.withAdjacency(Adjacency.of(graph.adjacency().matrix()));
  }

  /** Returns the number of links. */
  public int linkCount() {
    return sources.length;
  }

  /** Returns the number of nodes that the links join. */
  public int nodeCount() {
    return nodes.size();
  }

  /** Returns the key of the node at which a link starts; links have the graph's indices. */
  public K source(int link) {
    return nodes.key(sources[link]);
  }

  /** Returns the key of the node at which a link ends. */
  public K target(int link) {
    return nodes.key(targets[link]);
  }

  /**
   * Returns the key of the first link from one node to another or, if there is none, of the first
   * in the other direction: for graphs in which direction means nothing.
   *
   * @throws IllegalArgumentException if no link joins the two
   */
  public LinkKey<K> between(K a, K b) {
    LinkKey<K> key = new LinkKey<>(a, b);
    if (graph.contains(key)) {
      return key;
    }
    LinkKey<K> reversed = new LinkKey<>(b, a);
    if (!graph.contains(reversed)) {
      throw new IllegalArgumentException(
          "no link joins " + Quote.of(a) + " and " + Quote.of(b) + " among the " + linkCount());
    }
    return reversed;
  }

  /**
   * Returns the names of the attributes, in the order of their columns, after those of nodes; empty
   * if they have none.
   */
  public List<String> attributeNames() {
    return attributeNames;
  }

  @Override
  public String toString() {
    return "LineGraph(" + linkCount() + " links, " + nodeCount() + " nodes)";
  }

  /**
   * Builds a {@link LineGraph} step by step; the rules are stated there. Not thread-safe. A builder
   * can be used further after {@link #build()}, without effect on what was built.
   *
   * @param <K> type of the keys of the nodes that links join
   */
  public static final class Builder<K> {
    private final NodeIndex.Keyed<K> nodes = new NodeIndex.Keyed<>();
    private final NodeIndex.Keyed<LinkKey<K>> links = new NodeIndex.Keyed<>();
    private final IntList sources = new IntList();
    private final IntList targets = new IntList();
    private double[] times = new double[16];
    private int timed;
    private @Nullable View view;
    private final Map<LinkKey<K>, Integer> repeats = new HashMap<>();
    private final FeatureRows attributes = new FeatureRows();
    private final Map<LinkKey<K>, String> labels = new LinkedHashMap<>();
    private final Set<LinkKey<K>> validation = new LinkedHashSet<>();
    private @Nullable List<String> classes;

    private Builder() {}

    /**
     * Adds a node, unless it is there already. Links add their ends themselves: this is for nodes
     * without links, and to fix the order of columns.
     *
     * @param key any object with equals and hashCode; it must not change afterwards
     * @return this builder
     */
    public Builder<K> addNode(K key) {
      node(key);
      return this;
    }

    /**
     * Adds a link, called {@code LinkKey(source, target)}, or {@code LinkKey(source, target, n)} if
     * n such links were added before.
     *
     * @param source key of the node it starts at
     * @param target key of the node it ends at
     * @return this builder
     */
    public Builder<K> addLink(K source, K target) {
      LinkKey<K> key = new LinkKey<>(source, target);
      if (links.find(key) >= 0) {
        key = new LinkKey<>(source, target, repeats.merge(key, 1, Integer::sum));
      }
      sources.add(node(source));
      targets.add(node(target));
      links.add(key);
      return this;
    }

    /**
     * Adds a link with its time.
     *
     * @param source key of the node it starts at
     * @param target key of the node it ends at
     * @param time when it was made
     * @return this builder
     */
    public Builder<K> addLink(K source, K target, Instant time) {
      Objects.requireNonNull(time, "time");
      addLink(source, target);
      if (timed == times.length) {
        times = Arrays.copyOf(times, 2 * timed);
      }
      times[timed++] = time.getEpochSecond() + time.getNano() / 1e9;
      return this;
    }

    /** Returns whether a link was added under that key. */
    public boolean contains(LinkKey<K> key) {
      return links.find(Objects.requireNonNull(key, "key")) >= 0;
    }

    /**
     * Computes the features of links from structure and time in place of the columns of their ends:
     * degrees, reciprocity, common neighbours, and, if links have times, ages, gaps and bursts; of
     * the link itself and the means over the links around it. Their names say what they are. They
     * are of different scales: {@code FeatureScaling.STANDARD} goes with them. Labels have no part
     * in them.
     *
     * @param chosen what a link sees; it decides what an answer means, so that there is no default
     * @return this builder
     */
    public Builder<K> features(View chosen) {
      view = Objects.requireNonNull(chosen, "chosen");
      return this;
    }

    /**
     * Gives a link attributes by name.
     *
     * @param linkKey key of a link added before
     * @param named finite values; names that are left out are zero
     * @return this builder
     * @throws IllegalArgumentException if there is no such link, a value is not finite, the link
     *     has attributes already, or other links' attributes were given as arrays
     */
    public Builder<K> attributes(LinkKey<K> linkKey, Map<String, ? extends Number> named) {
      Objects.requireNonNull(named, "named");
      attributes.addNamed(link(linkKey), linkKey, named);
      return this;
    }

    /**
     * Gives a link attributes as an array.
     *
     * @param linkKey key of a link added before
     * @param dense finite values, as many for each link
     * @return this builder
     * @throws IllegalArgumentException if there is no such link, a value is not finite, the length
     *     is not that of other links, the link has attributes already, or other links' attributes
     *     were given by name
     */
    public Builder<K> attributes(LinkKey<K> linkKey, double... dense) {
      Objects.requireNonNull(dense, "dense");
      attributes.addDense(link(linkKey), linkKey, dense);
      return this;
    }

    /**
     * Labels a link.
     *
     * @param linkKey key of a link that is there by the time of {@link #build()}
     * @param label its class
     * @return this builder
     */
    public Builder<K> label(LinkKey<K> linkKey, String label) {
      Objects.requireNonNull(linkKey, "linkKey");
      labels.put(linkKey, Labels.checkLabel(linkKey, label));
      return this;
    }

    /**
     * Holds labelled links for validation.
     *
     * @param linkKeys keys of links that have labels by the time of {@link #build()}
     * @return this builder
     */
    public Builder<K> validation(Collection<LinkKey<K>> linkKeys) {
      linkKeys.forEach(key -> validation.add(Objects.requireNonNull(key, "linkKey")));
      return this;
    }

    /**
     * Declares the classes and their order; without it, they are the distinct labels, sorted.
     *
     * @param names at least two distinct classes
     * @return this builder
     */
    public Builder<K> classes(List<String> names) {
      classes = Labels.checkClasses(Objects.requireNonNull(names, "names"));
      return this;
    }

    /**
     * Makes the line graph, in time linear in nodes, links and attributes.
     *
     * @return the line graph
     * @throws IllegalArgumentException if there are no links, a label or validation key names no
     *     link, a validation link has no label, there is a single class, or a label is of no
     *     declared class; the message names the offender
     */
    public LineGraph<K> build() {
      if (links.size() == 0) {
        throw new IllegalArgumentException(
            "a line graph needs at least 1 link, got none: add links before building");
      }
      int[] from = Arrays.copyOf(sources.array(), sources.size());
      int[] to = Arrays.copyOf(targets.array(), targets.size());
      double[] when = times();
      Adjacency adjacency = adjacency(from, to, when);
      Graph<LinkKey<K>> bare = Graph.of(links.copy().keys(), adjacency);
      CsrMatrix ofLinks = attributes.build(links);
      LinkFeatures computed =
          view == null ? null : LinkFeatures.of(nodes.size(), from, to, when, view);
      CsrMatrix own = computed == null ? ends(from, to, nodes.size()) : computed.matrix(adjacency);
      Graph<LinkKey<K>> graph =
          bare.withFeatures(
              ofLinks == null ? own : own.beside(ofLinks), featureNames(computed, ofLinks));
      graph = classes == null ? graph : graph.withClasses(classes);
      graph = graph.withLabels(labels, validation);
      return new LineGraph<>(nodes.copy(), from, to, attributes.names(), graph);
    }

    /** The times of all links, or null if they have none. */
    private double @Nullable [] times() {
      if (timed > 0 && timed < links.size()) {
        throw new IllegalArgumentException(
            timed + " of " + links.size() + " links have a time: give one to all links or to none");
      }
      if (timed == 0 && view == View.PAST_ONLY) {
        throw new IllegalArgumentException(
            "links have no times, so that " + view + " is nothing: add links with their times");
      }
      return timed == 0 ? null : Arrays.copyOf(times, timed);
    }

    private Adjacency adjacency(int[] from, int[] to, double @Nullable [] when) {
      if (when == null) {
        return Adjacency.ofLinks(nodes.size(), from, to);
      }
      return view == View.PAST_ONLY
          ? Adjacency.ofEarlierLinks(nodes.size(), from, to, when, LAST_LINKS)
          : Adjacency.ofLinks(nodes.size(), from, to, when, NEAREST_LINKS);
    }

    private List<String> featureNames(
        @Nullable LinkFeatures computed, @Nullable CsrMatrix ofLinks) {
      Set<String> names = new LinkedHashSet<>();
      if (computed != null) {
        names.addAll(computed.names());
      } else {
        for (K key : nodes.keys()) {
          names.add("node " + key);
        }
        if (names.size() < nodes.size()) {
          return List.of();
        }
      }
      List<String> named = attributes.names();
      for (int i = 0; ofLinks != null && i < ofLinks.columns(); i++) {
        names.add("attribute " + (named.isEmpty() ? "" + i : named.get(i)));
      }
      return List.copyOf(names);
    }

    /** A 1 in the column of each end of a link. */
    private static CsrMatrix ends(int[] sources, int[] targets, int nodes) {
      int links = sources.length;
      int length = Limits.checkNonZeros(2L * links, links + " links");
      int[] pointers = new int[links + 1];
      int[] columns = new int[length];
      int next = 0;
      for (int link = 0; link < links; link++) {
        columns[next++] = Math.min(sources[link], targets[link]);
        if (sources[link] != targets[link]) {
          columns[next++] = Math.max(sources[link], targets[link]);
        }
        pointers[link + 1] = next;
      }
      return CsrMatrix.ofOnes(links, nodes, pointers, columns);
    }

    private int node(K key) {
      int index = nodes.find(Objects.requireNonNull(key, "key"));
      return index >= 0 ? index : nodes.add(key);
    }

    private int link(LinkKey<K> key) {
      int index = links.find(Objects.requireNonNull(key, "linkKey"));
      if (index < 0) {
        throw new IllegalArgumentException(
            Quote.of(key) + " is none of the " + links.size() + " links: add the link first");
      }
      return index;
    }
  }

  /**
   * What a link sees of the graph: whether its features, and what it receives from other links, may
   * come from links that are later than itself. A question of what the answer is for: a link that
   * has been there for a while may be judged by all that is known, one that comes in now by its
   * past.
   */
  public enum View {
    /** All links, later ones too. */
    WHOLE_GRAPH,
    /**
     * Links that are earlier by their times, and nothing else: the answer is the one that could
     * have been given when the link was made, and links that come later do not change it.
     */
    PAST_ONLY
  }
}
