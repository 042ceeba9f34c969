package io.github.gmnn.graph;

import io.github.gmnn.graph.internal.AdjacencyBuilder;
import io.github.gmnn.graph.internal.FeatureRows;
import io.github.gmnn.graph.internal.GraphParts;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.Labels;
import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.NumberedRow;
import io.github.gmnn.graph.internal.NumberedRows;
import io.github.gmnn.graph.internal.SparseRow;
import io.github.gmnn.graph.internal.TypedRow;
import io.github.gmnn.graph.internal.TypedRows;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.internal.LongList;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph whose nodes are to be classified: nodes with the application's own keys, edges, features,
 * and labels on some nodes. Immutable and thread-safe.
 *
 * <pre>{@code
 * Graph<String> graph = Graph.<String>builder()
 *     .addNode("a", Map.of("machine", 1, "learning", 1))
 *     .addNode("b", Map.of("graph", 2))
 *     .addNode("c")
 *     .addEdge("a", "b")
 *     .addEdge("b", "c", 0.5)
 *     .label("a", "ML")
 *     .label("b", "theory")
 *     .build();
 * }</pre>
 *
 * <p>The rules:
 *
 * <ul>
 *   <li><b>Nodes</b> get dense indices from 0 in the order in which their keys are first named.
 *       Nodes without edges are legal, and classified too.
 *   <li><b>Direction.</b> Edges join both ends unless the builder is told {@link
 *       Builder#directed()}; then an edge from u to v lets v receive from u, and not u from v.
 *   <li><b>Weights</b> are positive and finite; an edge without one has weight 1. A weight of zero
 *       is refused: leave the edge out.
 *   <li><b>Duplicates</b> of an edge are one edge with the largest of their weights. Unless the
 *       graph is directed, u-v and v-u are duplicates, so that a file that lists each edge in both
 *       directions means what it seems to.
 *   <li><b>Types.</b> Either all edges have a type or none has. Each type is a relation of its own,
 *       which {@link Adjacency#relation} gives: within it edges keep their direction, whatever that
 *       of the graph, unless it is one of {@link Builder#undirectedTypes}. The graph as a whole,
 *       which layers see that know no types, is what it would be without them.
 *   <li><b>Times</b> are whole numbers of any unit, on all edges or on none; {@link #edges()} has
 *       them.
 *   <li><b>Numbers on edges</b>, such as the amount of a payment, are on all edges or on none.
 *       {@link #edgeAttributes()} has them edge by edge, and there duplicates all stay, each with
 *       its own numbers. Such edges keep their direction if the graph is {@link Builder#directed()}
 *       or they have types.
 *   <li><b>Self-loops</b> are ignored: the operators that need a node's own contribution add it
 *       themselves. How many there were is logged at debug level.
 *   <li><b>Features</b> are given to all nodes in one way: by name, by index, or as dense arrays. A
 *       node without any has a row of zeros. When no node has features, each node is its own
 *       feature (the identity matrix). Named features become columns in the sorted order of their
 *       names.
 *   <li><b>Labels</b> are on any subset of the nodes, of at least two classes (or none at all, for
 *       unsupervised use). Classes are the distinct labels, sorted, unless they are declared.
 * </ul>
 *
 * @param <K> type of the nodes' keys
 */
public final class Graph<K> {
  static {
    GraphRows.open(graph -> ((Graph<?>) graph).parts.rows());
  }

  private final NodeIndex<K> nodes;
  private final GraphParts parts;
  private final FeatureSchema featureSchema;
  private final FeatureSchema edgeSchema;
  private final Labels labels;
  private final Lazy<CsrMatrix> identity = new Lazy<>(() -> CsrMatrix.identity(nodeCount()));

  private Graph(
      NodeIndex<K> nodes,
      Adjacency adjacency,
      boolean directed,
      long edgeCount,
      @Nullable EdgeList edges,
      @Nullable CsrMatrix features,
      FeatureSchema featureSchema,
      FeatureSchema edgeSchema,
      Labels labels) {
    this(
        nodes,
        GraphParts.of(
            directed, Set.of(), new GraphRows.Matrices(adjacency, edgeCount, edges, features)),
        featureSchema,
        edgeSchema,
        labels);
  }

  Graph(
      NodeIndex<K> nodes,
      GraphParts parts,
      FeatureSchema featureSchema,
      FeatureSchema edgeSchema,
      Labels labels) {
    this.nodes = nodes;
    this.parts = parts;
    this.featureSchema = featureSchema;
    this.edgeSchema = edgeSchema;
    this.labels = labels;
  }

  /**
   * Returns a builder without nodes: {@code Graph.<String>builder()} for keys that are strings.
   *
   * @param <K> type of the nodes' keys
   */
  public static <K> Builder<K> builder() {
    return new Builder<>();
  }

  /**
   * Makes an undirected graph without features or labels from arrays of edges; the keys of its
   * nodes are the integers from 0. Costs time and memory linear in nodes and edges, and makes no
   * object per node or edge.
   *
   * @param nodes number of nodes, at least 1
   * @param sources one end of each edge, in 0..nodes-1
   * @param targets the other end of each edge, in 0..nodes-1
   * @param weights positive, finite weight of each edge; null for 1 each
   * @return the graph
   * @throws IllegalArgumentException if an edge leads to no node, a weight is not positive and
   *     finite, lengths differ, or there is no node
   */
  public static Graph<Integer> ofEdges(
      int nodes, int[] sources, int[] targets, float @Nullable [] weights) {
    checkEdges(nodes, sources, targets, weights);
    Adjacency adjacency =
        AdjacencyBuilder.build(nodes, sources.length, sources, targets, weights, false);
    return ofEdges(nodes, adjacency, null);
  }

  /**
   * Makes a graph whose edges have types from arrays, as {@link #ofEdges(int, int[], int[],
   * float[])} does. Within a type edges keep their direction; as a whole the graph is undirected.
   * Beside the arrays given it takes 16 bytes per edge for the graph as a whole and 8 for the types
   * (each 4 more if there are weights).
   *
   * @param nodes number of nodes, at least 1
   * @param sources where each edge starts, in 0..nodes-1
   * @param targets where each edge ends, in 0..nodes-1
   * @param weights positive, finite weight of each edge; null for 1 each
   * @param typeNames distinct names of the types, at least one
   * @param types the type of each edge, an index of {@code typeNames}
   * @return the graph
   * @throws IllegalArgumentException if an edge leads to no node or is of no type, a weight is not
   *     positive and finite, lengths differ, or there is no node
   */
  public static Graph<Integer> ofEdges(
      int nodes,
      int[] sources,
      int[] targets,
      float @Nullable [] weights,
      List<String> typeNames,
      int[] types) {
    checkEdges(nodes, sources, targets, weights);
    Objects.requireNonNull(types, "types");
    if (types.length != sources.length || typeNames.isEmpty()) {
      throw new IllegalArgumentException(
          "each of the "
              + sources.length
              + " edges needs a type, got "
              + types.length
              + " of "
              + typeNames.size()
              + " names");
    }
    EdgeList edges =
        EdgeList.of(
            nodes, sources.length, sources, targets, weights, typeNames, types, Set.of(), null);
    Adjacency all = AdjacencyBuilder.build(nodes, sources.length, sources, targets, weights, false);
    return ofEdges(nodes, Adjacency.ofRelations(all, edges), edges);
  }

  /**
   * Makes a graph whose edges have numbers, without features or labels; the keys of its nodes are
   * the integers from 0. It is directed if the edges are and have no types; types keep the
   * direction to themselves. Costs 16 bytes per edge beside the edges given (8 if directed), and 16
   * more if they have types or times.
   *
   * @param attributes the edges
   * @return the graph
   */
  public static Graph<Integer> ofEdges(EdgeAttributes attributes) {
    Objects.requireNonNull(attributes, "attributes");
    int nodes = attributes.nodes();
    int count = attributes.count();
    boolean typed = !attributes.types().isEmpty();
    boolean directed = attributes.isDirected() && !typed;
    int[] sources = new int[count];
    Arrays.setAll(sources, attributes::source);
    int[] targets = attributes.targets();
    float[] weights = attributes.hasWeights() ? new float[count] : null;
    int[] types = typed ? new int[count] : null;
    long[] times = attributes.hasTimes() ? new long[count] : null;
    for (int e = 0; e < count; e++) {
      if (weights != null) {
        weights[e] = attributes.weight(e);
      }
      if (types != null) {
        types[e] = attributes.type(e);
      }
      if (times != null) {
        times[e] = attributes.time(e);
      }
    }
    EdgeList edges =
        typed || times != null
            ? EdgeList.of(
                nodes, count, sources, targets, weights, attributes.types(), types, Set.of(), times)
            : null;
    // without types, edges that have no direction are there in both
    Adjacency all = AdjacencyBuilder.build(nodes, count, sources, targets, weights, !typed);
    long entries = all.entries();
    Adjacency joined = typed && edges != null ? Adjacency.ofRelations(all, edges) : all;
    GraphRows.Matrices matrices =
        new GraphRows.Matrices(
            Adjacency.withAttributes(joined, attributes),
            directed ? entries : entries / 2,
            edges,
            null);
    return new Graph<>(
        new NodeIndex.Range(nodes),
        GraphParts.of(directed, attributes.undirectedTypes(), matrices),
        FeatureSchema.UNNAMED,
        FeatureSchema.ofNames(attributes.names()),
        Labels.none(nodes));
  }

  private static FeatureSchema edgeSchemaOf(Adjacency adjacency) {
    return adjacency
        .edgeAttributes()
        .map(attributes -> FeatureSchema.ofNames(attributes.names()))
        .orElse(FeatureSchema.UNNAMED);
  }

  private static Graph<Integer> ofEdges(int nodes, Adjacency undirected, @Nullable EdgeList edges) {
    return new Graph<>(
        new NodeIndex.Range(nodes),
        undirected,
        false,
        undirected.entries() / 2,
        edges,
        null,
        FeatureSchema.UNNAMED,
        FeatureSchema.UNNAMED,
        Labels.none(nodes));
  }

  /**
   * Makes a graph whose edges an adjacency holds in a way of its own, without features and labels.
   *
   * @param <K> type of the nodes' keys
   * @param keys a distinct key for each node, by index
   * @param adjacency as many nodes
   * @return the graph, directed if edges are {@linkplain Adjacency#isOneWay() one way}
   * @throws IllegalArgumentException if there are not as many keys as nodes, or there is a
   *     duplicate
   */
  public static <K> Graph<K> of(List<? extends K> keys, Adjacency adjacency) {
    checkKeys(keys, adjacency.nodes());
    boolean directed = adjacency.isOneWay();
    return new Graph<>(
        NodeIndex.of(keys),
        adjacency,
        directed,
        directed ? adjacency.entries() : adjacency.entries() / 2,
        null,
        null,
        FeatureSchema.UNNAMED,
        edgeSchemaOf(adjacency),
        Labels.none(keys.size()));
  }

  private static void checkKeys(List<?> keys, int nodes) {
    if (keys.size() != nodes) {
      throw new IllegalArgumentException(
          "each of the " + nodes + " nodes needs a key, got " + keys.size() + " keys");
    }
  }

  private static void checkEdges(
      int nodes, int[] sources, int[] targets, float @Nullable [] weights) {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(targets, "targets");
    if (nodes < 1) {
      throw new IllegalArgumentException("a graph needs at least 1 node, got " + nodes);
    }
    if (sources.length != targets.length || weights != null && weights.length != sources.length) {
      throw new IllegalArgumentException(
          "edges need as many sources as targets and weights, got "
              + sources.length
              + ", "
              + targets.length
              + " and "
              + (weights == null ? "no weights" : weights.length));
    }
    for (int e = 0; e < sources.length; e++) {
      if (sources[e] < 0 || sources[e] >= nodes || targets[e] < 0 || targets[e] >= nodes) {
        throw new IllegalArgumentException(
            "edge "
                + e
                + " joins "
                + sources[e]
                + " and "
                + targets[e]
                + ", but the nodes are 0.."
                + (nodes - 1));
      }
      if (weights != null) {
        checkWeight(weights[e], sources[e], targets[e]);
      }
    }
  }

  static float checkWeight(double weight, Object source, Object target) {
    float narrowed = (float) weight;
    if (!(narrowed > 0 && narrowed < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "edge "
              + Quote.of(source)
              + " - "
              + Quote.of(target)
              + " has weight "
              + weight
              + ": weights must be positive, finite floats; leave the edge out if it means"
              + " nothing");
    }
    return narrowed;
  }

  /** Returns the number of nodes. */
  public int nodeCount() {
    return nodes.size();
  }

  /**
   * Returns the number of distinct edges, self-loops not counted; each direction counts if the
   * graph is directed.
   */
  public long edgeCount() {
    return parts.edgeCount();
  }

  /** Returns whether edges keep their direction, as {@link Builder#directed()} asks for. */
  public boolean isDirected() {
    return parts.isDirected();
  }

  /** Returns the key of a node, in constant time. */
  public K key(int index) {
    return nodes.key(index);
  }

  /**
   * Returns the index of a node, in constant time.
   *
   * @param key the node's key
   * @return its index in 0..{@link #nodeCount()}-1
   * @throws IllegalArgumentException if there is no such node
   */
  public int indexOf(K key) {
    Objects.requireNonNull(key, "key");
    return nodes.require(key, "");
  }

  /** Returns whether there is a node of that key. */
  public boolean contains(Object key) {
    return nodes.find(Objects.requireNonNull(key, "key")) >= 0;
  }

  /** Returns the keys of all nodes by index, as an unmodifiable view. */
  public List<K> keys() {
    return nodes.keys();
  }

  /**
   * Returns how the nodes are joined. Of a graph that {@link #with} changed it is made on the first
   * call, in time linear in nodes and edges.
   */
  public Adjacency adjacency() {
    return parts.matrices().adjacency();
  }

  /** Returns the types of edges, in the order in which they are first named; empty without. */
  public List<String> edgeTypes() {
    return parts.edgeTypes();
  }

  /** Returns the edges one by one, with their types and times; empty if they have neither. */
  public Optional<EdgeList> edges() {
    return Optional.ofNullable(parts.matrices().edges());
  }

  /** Returns the numbers on edges, edge by edge; empty if there are none. */
  public Optional<EdgeAttributes> edgeAttributes() {
    return parts.edgeAttributes();
  }

  /**
   * Returns what the numbers on edges are, and how they were made of a table if they were; unlike
   * the features of nodes, numbers of a table are as they stand there, and a cell without a value
   * is the mean of its column. Without names if edges have no numbers.
   */
  public FeatureSchema edgeSchema() {
    return edgeSchema;
  }

  /** Returns whether the nodes have features of their own. */
  public boolean hasFeatures() {
    return parts.hasFeatures();
  }

  /** Returns the features, a row for each node; the identity matrix when there are none. */
  public CsrMatrix features() {
    CsrMatrix features = parts.matrices().features();
    return features == null ? identity.get() : features;
  }

  /** Returns the number of columns of {@link #features()}. */
  public int featureCount() {
    return hasFeatures() ? parts.featureCount() : nodes.size();
  }

  /** Returns the names of the features by column; empty when they are unnamed. */
  public List<String> featureNames() {
    return featureSchema.names();
  }

  /** Returns what the features are, by column, and how they were made of a table if they were. */
  public FeatureSchema featureSchema() {
    return featureSchema;
  }

  /** Returns the classes by index; empty when there are no labels and none were declared. */
  public List<String> classes() {
    return labels.classes();
  }

  /** Returns the index in {@link #classes()} of a node's label, or -1 if it has none. */
  public int label(int index) {
    return labels.label(index);
  }

  /** Returns the labelled nodes that are not validation nodes, ascending; linear in nodes. */
  public int[] trainingNodes() {
    return labels.trainingNodes();
  }

  /** Returns the validation nodes, ascending. */
  public int[] validationNodes() {
    return labels.validationNodes();
  }

  /** Returns whether a node is held for validation, in constant time. */
  public boolean isValidationNode(int index) {
    return labels.isValidation(index);
  }

  /** Returns the label of each training node by key, in the order of nodes. */
  public Map<K, String> trainingLabels() {
    return labels(trainingNodes());
  }

  /** Returns the label of each validation node by key, in the order of nodes. */
  public Map<K, String> validationLabels() {
    return labels(validationNodes());
  }

  /** Returns the label of each labelled node by key, in the order of nodes. */
  public Map<K, String> labels() {
    return labels(IntStream.range(0, nodeCount()).filter(node -> label(node) >= 0).toArray());
  }

  private Map<K, String> labels(int[] labelled) {
    Map<K, String> result = new LinkedHashMap<>();
    for (int node : labelled) {
      result.put(key(node), classes().get(label(node)));
    }
    return result;
  }

  /**
   * Returns this graph with some changes, at the cost of the change and not of the graph:
   *
   * <pre>{@code
   * Graph<String> grown =
   *     graph.with(
   *         change -> change.addNode("d", Map.of("graph", 1)).addEdge("d", "a").label("c", "ML"));
   * }</pre>
   *
   * <p>This graph stays as it is, and the two share what did not change. An edge costs a copy of
   * the rows of its two ends. When an eighth of all rows has changed, and more than a thousand, the
   * result is made in one piece again, in time linear in the graph: over many changes that adds
   * some eight rows to the cost of each. {@link #adjacency()}, {@link #features()} and {@link
   * #edges()} of the result cost the same linear time on their first call; predicting a few nodes
   * asks for none of them.
   *
   * @param changes says what changes
   * @return the graph
   * @throws IllegalArgumentException if a change does not fit the graph; nothing is changed then
   * @throws UnsupportedOperationException if edges are held in a way of their own, as those of line
   *     graphs are
   */
  public Graph<K> with(Consumer<? super GraphChange<K>> changes) {
    GraphChange<K> change = new GraphChange<>(nodes, parts, featureSchema, edgeSchema, labels);
    changes.accept(change);
    return change.graph();
  }

  /**
   * Returns a builder that holds what this graph holds, in time linear in the graph: for changes so
   * many that {@link #with} would gain nothing. Features go on by name if they have names, else by
   * index; numbers on edges go on by name.
   *
   * @throws UnsupportedOperationException if edges are held in a way of their own, or have times
   *     and numbers but neither types nor a direction: which way they were given is not known then
   */
  public Builder<K> toBuilder() {
    Builder<K> builder = new Builder<>();
    builder.fill(this);
    return builder;
  }

  /**
   * Returns this graph with other labels; nodes, edges and features are shared with it. Declared
   * classes stay declared.
   *
   * @param newLabels the label of each labelled node, by key
   * @param validationKeys the labelled nodes to hold for validation
   * @return the graph
   * @throws IllegalArgumentException if a key is not a node, a label is blank or of no declared
   *     class, a validation node has no label, or there is a single class
   */
  public Graph<K> withLabels(
      Map<? extends K, String> newLabels, Collection<? extends K> validationKeys) {
    Objects.requireNonNull(newLabels, "newLabels");
    Objects.requireNonNull(validationKeys, "validationKeys");
    return with(Labels.resolve(nodes, newLabels, validationKeys, labels.declaredClasses()));
  }

  /**
   * Returns this graph with a declared list of classes, so that two graphs share one order of
   * classes or a class has no labelled node yet.
   *
   * @param classes at least two distinct classes, among them those of all labels
   * @return the graph
   * @throws IllegalArgumentException if a label's class is missing, or the list is no such list
   */
  public Graph<K> withClasses(List<String> classes) {
    Objects.requireNonNull(classes, "classes");
    return with(labels.withClasses(classes, nodes));
  }

  /**
   * Returns this graph with other keys for the same nodes, such as the numbers of payments for the
   * links of a {@code LineGraph}; edges, features and labels are shared with it.
   *
   * @param <J> type of the new keys
   * @param newKeys a distinct key for each node, by index
   * @return the graph
   * @throws IllegalArgumentException if there are not as many keys as nodes, or there is a
   *     duplicate
   */
  public <J> Graph<J> withKeys(List<J> newKeys) {
    Objects.requireNonNull(newKeys, "newKeys");
    checkKeys(newKeys, nodes.size());
    return new Graph<>(NodeIndex.of(newKeys), parts, featureSchema, edgeSchema, labels);
  }

  private Graph<K> with(Labels newLabels) {
    return new Graph<>(nodes, parts, featureSchema, edgeSchema, newLabels);
  }

  private Graph<K> with(Adjacency adjacency, @Nullable CsrMatrix features, FeatureSchema schema) {
    GraphRows.Matrices old = parts.matrices();
    GraphRows.Matrices matrices =
        new GraphRows.Matrices(adjacency, old.edgeCount(), old.edges(), features);
    return new Graph<>(
        nodes,
        GraphParts.of(parts.isDirected(), parts.undirectedTypes(), matrices),
        schema,
        adjacency.edgeAttributes().equals(edgeAttributes()) ? edgeSchema : edgeSchemaOf(adjacency),
        labels);
  }

  /**
   * Returns this graph with the same edges held in another way.
   *
   * @param sameEdges as many nodes, joined as they are
   * @return the graph
   */
  public Graph<K> withAdjacency(Adjacency sameEdges) {
    return with(sameEdges, parts.matrices().features(), featureSchema);
  }

  /**
   * Returns this graph with other, unnamed features; nodes, edges and labels are shared with it.
   *
   * @param newFeatures a row for each node, by index
   * @return the graph
   * @throws IllegalArgumentException if there are not as many rows as nodes
   */
  public Graph<K> withFeatures(CsrMatrix newFeatures) {
    return withFeatures(newFeatures, List.of());
  }

  /**
   * Returns this graph with other features; nodes, edges and labels are shared with it.
   *
   * @param newFeatures a row for each node, by index
   * @param names the names of its columns, or none
   * @return the graph
   * @throws IllegalArgumentException if there are not as many rows as nodes or names as columns
   */
  public Graph<K> withFeatures(CsrMatrix newFeatures, List<String> names) {
    Objects.requireNonNull(newFeatures, "newFeatures");
    if (newFeatures.rows() != nodes.size()) {
      throw new IllegalArgumentException(
          "features need a row for each of the " + nodes.size() + " nodes, got " + newFeatures);
    }
    if (!names.isEmpty() && names.size() != newFeatures.columns()) {
      throw new IllegalArgumentException(
          "each of the "
              + newFeatures.columns()
              + " features needs a name, got "
              + names.size()
              + " names");
    }
    return with(adjacency(), newFeatures, FeatureSchema.ofNames(names));
  }

  /**
   * Returns this graph with what the edges at each node add up to as further features: {@code
   * withEdgeSummaries(FeatureSchema.UNNAMED)}.
   */
  public Graph<K> withEdgeSummaries() {
    return withEdgeSummaries(FeatureSchema.UNNAMED);
  }

  /**
   * Returns this graph with what the edges at each node add up to as further features, of all
   * edges.
   *
   * @param known what a model knows of its features, so that those of this graph are scaled alike;
   *     {@link FeatureSchema#UNNAMED} to learn it of this graph
   * @return the graph
   * @see #withEdgeSummaries(FeatureSchema, long)
   */
  public Graph<K> withEdgeSummaries(FeatureSchema known) {
    return withEdgeSummaries(known, Long.MAX_VALUE);
  }

  /**
   * Returns this graph with summaries of the edges at each node as further features:
   *
   * <ul>
   *   <li>how many edges there are and, for each number on them, the sum, the mean and the largest
   *   <li>the share of each type
   *   <li>if edges have times, how long ago the newest was and the mean gap between them
   * </ul>
   *
   * <p>If edges have a direction, those received and those sent are summed up separately, in
   * columns named {@code received: sum of amount} and so on. Edges without numbers are summed up by
   * their weights. If edges have numbers, parallel edges count one by one.
   *
   * <p>All but shares are logarithms, sign(x) log(1 + |x|). Beside features of a table, and where
   * there are no others, columns are scaled as those of a table are, less their mean and divided by
   * their deviation, and a node without such edges is at the mean; beside other features they are
   * as they are, and a node without such edges has 0.
   *
   * @param known what a model knows of its features, so that those of this graph are scaled alike;
   *     {@link FeatureSchema#UNNAMED} to learn it of this graph
   * @param asOf the time after which edges do not count, so that nothing leaks that came later
   * @return the graph
   * @throws IllegalArgumentException if features are there that are called the same
   */
  public Graph<K> withEdgeSummaries(FeatureSchema known, long asOf) {
    Objects.requireNonNull(known, "known");
    GraphRows.Matrices matrices = parts.matrices();
    CsrMatrix features = matrices.features();
    SummaryFeatures summaries =
        SummaryFeatures.of(
            edgeAttributes()
                .orElseGet(
                    () ->
                        SummaryFeatures.weights(
                            matrices.adjacency(), matrices.edges(), isDirected())),
            asOf,
            known,
            features == null || featureSchema.isOfTable());
    return with(
        matrices.adjacency(),
        summaries.beside(features),
        summaries.schema(featureSchema, features == null ? 0 : features.columns()));
  }

  @Override
  public String toString() {
    return "Graph("
        + count(nodes.size(), "node")
        + ", "
        + count(edgeCount(), isDirected() ? "directed edge" : "edge")
        + (edgeTypes().isEmpty() ? "" : " of " + count(edgeTypes().size(), "type"))
        + (parts.numbersOnEdges().isEmpty()
            ? ""
            : " with " + count(parts.numbersOnEdges().size(), "number"))
        + ", "
        + (hasFeatures() ? count(featureCount(), "feature") : "no features")
        + ", "
        + (classes().isEmpty()
            ? "no labels"
            : classes().size()
                + " classes, "
                + count(trainingNodes().length, "training node")
                + ", "
                + count(validationNodes().length, "validation node"))
        + ")";
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /**
   * Builds a {@link Graph} step by step, in any order of steps; the rules are stated there. Not
   * thread-safe. A builder can be used further after {@link #build()}, without effect on the graph
   * already built.
   *
   * <p>Memory: about 60 bytes and the key per node, 8 bytes per edge (4 more if weighted, 4 if
   * typed, 8 if timed), 8 per non-zero feature or number on an edge.
   *
   * @param <K> type of the nodes' keys
   */
  public static final class Builder<K> {
    private NodeIndex.Keyed<K> nodes = new NodeIndex.Keyed<>();
    private boolean nodesShared;
    private final BitSet added = new BitSet();
    private final IntList sources = new IntList();
    private final IntList targets = new IntList();
    private @Nullable FloatList weights;
    private final Map<String, Integer> types = new LinkedHashMap<>();
    private final IntList typeOfEdge = new IntList();
    private final Set<String> undirectedTypes = new LinkedHashSet<>();
    private final LongList times = new LongList();
    private final FeatureRows edgeNumbers = new FeatureRows("edge", "number");
    private @Nullable FeatureSchema edgeSchema;
    private @Nullable FeatureSchema schema;
    private final FeatureRows features = new FeatureRows();
    private final Map<K, String> labels = new LinkedHashMap<>();
    private final Set<K> validation = new LinkedHashSet<>();
    private @Nullable List<String> classes;
    private boolean directed;
    private boolean addMissing;

    private Builder() {}

    /**
     * Adds a node, unless it is there already.
     *
     * @param key any object with equals and hashCode; it must not change afterwards
     * @return this builder
     */
    public Builder<K> addNode(K key) {
      node(key);
      return this;
    }

    /**
     * Adds a node with features by name.
     *
     * @param key the node's key
     * @param namedFeatures finite values; names that are left out are zero
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, the node has features already, or
     *     other nodes' features were not given by name
     */
    public Builder<K> addNode(K key, Map<String, ? extends Number> namedFeatures) {
      Objects.requireNonNull(namedFeatures, "namedFeatures");
      features.addNamed(node(key), key, namedFeatures);
      return this;
    }

    /**
     * Adds a node with dense features.
     *
     * @param key the node's key
     * @param denseFeatures finite values, as many for each node
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, the length is not that of other
     *     nodes, the node has features already, or other nodes' features were not given so
     */
    public Builder<K> addNode(K key, double... denseFeatures) {
      Objects.requireNonNull(denseFeatures, "denseFeatures");
      features.addDense(node(key), key, denseFeatures);
      return this;
    }

    /**
     * Adds a node with dense features, as {@link #addNode(Object, double...)} does.
     *
     * @param key the node's key
     * @param denseFeatures finite values, as many for each node; copied
     * @return this builder
     */
    public Builder<K> addNode(K key, float[] denseFeatures) {
      Objects.requireNonNull(denseFeatures, "denseFeatures");
      features.addDense(node(key), key, denseFeatures);
      return this;
    }

    /**
     * Adds a node with sparse features by index. How many features there are is declared with
     * {@link #featureCount(int)}; otherwise the largest index of any node decides.
     *
     * @param key the node's key
     * @param featureIndices distinct indices from 0, in any order; copied
     * @param values the finite value at each index; copied
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, an index negative, the lengths
     *     differ, the node has features already, or other nodes' features were not given so
     */
    public Builder<K> addNode(K key, int[] featureIndices, float[] values) {
      Objects.requireNonNull(featureIndices, "featureIndices");
      Objects.requireNonNull(values, "values");
      features.addIndexed(node(key), key, featureIndices, values);
      return this;
    }

    /**
     * Declares the number of features.
     *
     * @param count at least 1; a feature beyond it is refused by {@link #build()}
     * @return this builder
     */
    public Builder<K> featureCount(int count) {
      features.declareCount(count);
      return this;
    }

    /**
     * Declares the names of the features, in the order of their columns, so that two graphs share
     * one order.
     *
     * @param names distinct names; a named feature that is none of them is refused by {@link
     *     #build()}
     * @return this builder
     */
    public Builder<K> featureNames(List<String> names) {
      Objects.requireNonNull(names, "names");
      return featureSchema(FeatureSchema.ofNames(names));
    }

    /**
     * Declares what the features are, as {@link #featureNames} does, and how they were made of a
     * table.
     *
     * @param schema the features by column
     * @return this builder
     */
    public Builder<K> featureSchema(FeatureSchema schema) {
      this.schema = Objects.requireNonNull(schema, "schema");
      features.declareNames(schema.names());
      return this;
    }

    /**
     * Adds an edge of weight 1. Its nodes may be added later.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @return this builder
     */
    public Builder<K> addEdge(K source, K target) {
      return addEdge(source, target, 1);
    }

    /**
     * Adds a weighted edge. Its nodes may be added later.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @param weight positive and finite
     * @return this builder
     * @throws IllegalArgumentException if the weight is zero, negative, NaN or infinite as a float
     */
    public Builder<K> addEdge(K source, K target, double weight) {
      checkAllOrNone(source, target, "time", false, times.size());
      return add(source, target, null, weight);
    }

    /**
     * Adds an edge of a type, of weight 1. Its nodes may be added later.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @param type what it means, not blank
     * @return this builder
     * @throws IllegalArgumentException if the type is blank
     */
    public Builder<K> addEdge(K source, K target, String type) {
      return addEdge(source, target, type, 1);
    }

    /**
     * Adds a weighted edge of a type. Its nodes may be added later.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @param type what it means, not blank
     * @param weight positive and finite
     * @return this builder
     * @throws IllegalArgumentException if the type is blank, or the weight zero, negative, NaN or
     *     infinite as a float
     */
    public Builder<K> addEdge(K source, K target, String type, double weight) {
      Objects.requireNonNull(type, "type");
      checkAllOrNone(source, target, "time", false, times.size());
      return add(source, target, type, weight);
    }

    /**
     * Adds an edge that came to be at a time. Its nodes may be added later.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @param type what it means, not blank; null if edges have no types
     * @param weight positive and finite
     * @param time a whole number of any unit, such as seconds
     * @return this builder
     * @throws IllegalArgumentException if the type is blank, or the weight zero, negative, NaN or
     *     infinite as a float
     */
    public Builder<K> addEdge(K source, K target, @Nullable String type, double weight, long time) {
      checkAllOrNone(source, target, "time", true, times.size());
      add(source, target, type, weight);
      times.add(time);
      return this;
    }

    /**
     * Adds an edge of weight 1 with numbers: {@code addEdge(source, target).edgeNumbers(numbers)}.
     *
     * @param source the key of the node where it starts
     * @param target the key of the node where it ends
     * @param numbers finite values by name; names that are left out are zero
     * @return this builder
     */
    public Builder<K> addEdge(K source, K target, Map<String, ? extends Number> numbers) {
      Objects.requireNonNull(numbers, "numbers");
      return addEdge(source, target).edgeNumbers(numbers);
    }

    /**
     * Gives the edge that was added last numbers by name, such as the amount of a payment: {@code
     * addEdge("a", "b", "transfer", 1, time).edgeNumbers(Map.of("amount", 250))}. All edges have
     * numbers or none has.
     *
     * @param numbers finite values by name; names that are left out are zero
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, the edge has numbers already, or
     *     those of other edges were not given by name
     * @throws IllegalStateException if no edge was added
     */
    public Builder<K> edgeNumbers(Map<String, ? extends Number> numbers) {
      Objects.requireNonNull(numbers, "numbers");
      edgeNumbers.addNamed(lastEdge(), new EdgeEnds(lastEdge()), numbers);
      return this;
    }

    /**
     * Gives the edge that was added last numbers, in the order of {@link #edgeSchema}.
     *
     * @param numbers finite values, as many for each edge
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, the length is not that of other
     *     edges, the edge has numbers already, or those of other edges were not given so
     * @throws IllegalStateException if no edge was added
     */
    public Builder<K> edgeNumbers(double... numbers) {
      Objects.requireNonNull(numbers, "numbers");
      edgeNumbers.addDense(lastEdge(), new EdgeEnds(lastEdge()), numbers);
      return this;
    }

    /**
     * Gives the edge that was added last numbers by the index of their name in {@link #edgeSchema}.
     *
     * @param indices distinct indices from 0, in any order; others are zero; copied
     * @param numbers the finite value at each index; copied
     * @return this builder
     * @throws IllegalArgumentException if a value is not finite, an index negative, the lengths
     *     differ, the edge has numbers already, or those of other edges were not given so
     * @throws IllegalStateException if no edge was added
     */
    public Builder<K> edgeNumbers(int[] indices, float[] numbers) {
      Objects.requireNonNull(indices, "indices");
      Objects.requireNonNull(numbers, "numbers");
      edgeNumbers.addIndexed(lastEdge(), new EdgeEnds(lastEdge()), indices, numbers);
      return this;
    }

    /**
     * Declares what the numbers on edges are, in their order.
     *
     * @param schema their names, and how they were made of a table if they were
     * @return this builder
     */
    public Builder<K> edgeSchema(FeatureSchema schema) {
      this.edgeSchema = Objects.requireNonNull(schema, "schema");
      edgeNumbers.declareNames(schema.names());
      return this;
    }

    private int lastEdge() {
      if (sources.size() == 0) {
        throw new IllegalStateException("edgeNumbers() describes the edge added last, got none");
      }
      return sources.size() - 1;
    }

    /** An edge as messages name it. */
    private final class EdgeEnds {
      private final int edge;

      EdgeEnds(int edge) {
        this.edge = edge;
      }

      @Override
      public String toString() {
        return nodes.key(sources.get(edge)) + " - " + nodes.key(targets.get(edge));
      }
    }

    /**
     * Says which types have no direction: within such a relation an edge joins both ends.
     *
     * @param types their names
     * @return this builder; {@link #build()} refuses a name that no edge has
     */
    public Builder<K> undirectedTypes(String... types) {
      undirectedTypes.addAll(List.of(types));
      return this;
    }

    private Builder<K> add(K source, K target, @Nullable String type, double weight) {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(target, "target");
      float checked = checkWeight(weight, source, target);
      checkAllOrNone(source, target, "type", type != null, typeOfEdge.size());
      if (type != null && type.isBlank()) {
        throw new IllegalArgumentException(
            "edge " + Quote.of(source) + " - " + Quote.of(target) + " has a blank type");
      }
      Limits.checkNonZeros(sources.size() + 1L, "the edges");
      if (checked != 1 && weights == null) {
        weights = new FloatList();
        for (int e = 0; e < sources.size(); e++) {
          weights.add(1f);
        }
      }
      sources.add(intern(source));
      targets.add(intern(target));
      if (weights != null) {
        weights.add(checked);
      }
      if (type != null) {
        Integer known = types.putIfAbsent(type, types.size());
        typeOfEdge.add(known == null ? types.size() - 1 : known);
      }
      return this;
    }

    /** Refuses an edge that has what those before it lack, or lacks what they have. */
    private void checkAllOrNone(Object source, Object target, String what, boolean has, int with) {
      if (has ? with < sources.size() : with > 0) {
        throw new IllegalArgumentException(
            "edge "
                + Quote.of(source)
                + " - "
                + Quote.of(target)
                + (has ? " has a " : " has no ")
                + what
                + ", unlike the "
                + sources.size()
                + " before it: give all edges a "
                + what
                + ", or none");
      }
    }

    /**
     * Labels a node; a later label replaces an earlier one. The node may be added later.
     *
     * @param key the node's key
     * @param label its class, not blank
     * @return this builder
     * @throws IllegalArgumentException if the label is blank
     */
    public Builder<K> label(K key, String label) {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(label, "label");
      labels.put(key, Labels.checkLabel(key, label));
      return this;
    }

    /**
     * Holds labelled nodes for validation: they choose the epoch and are not trained on.
     *
     * @param keys keys of nodes that have a label by the time of {@link #build()}
     * @return this builder
     */
    public Builder<K> validation(Collection<? extends K> keys) {
      Objects.requireNonNull(keys, "keys");
      keys.forEach(this::validationNode);
      return this;
    }

    /**
     * Holds one labelled node for validation.
     *
     * @param key key of a node that has a label by the time of {@link #build()}
     * @return this builder
     */
    public Builder<K> validationNode(K key) {
      validation.add(Objects.requireNonNull(key, "key"));
      return this;
    }

    /**
     * Declares the classes and their order; without it, they are the distinct labels, sorted.
     *
     * @param names at least two distinct classes
     * @return this builder
     */
    public Builder<K> classes(List<String> names) {
      Objects.requireNonNull(names, "names");
      classes = Labels.checkClasses(names);
      return this;
    }

    /**
     * Keeps the direction of edges: an edge from u to v lets v receive from u, and not u from v.
     *
     * @return this builder
     */
    public Builder<K> directed() {
      directed = true;
      return this;
    }

    /**
     * Adds the nodes that edges name and that were not added themselves, instead of refusing them.
     *
     * @return this builder
     */
    public Builder<K> addMissingNodes() {
      addMissing = true;
      return this;
    }

    /**
     * Makes the graph, in time linear in nodes, edges and features (but for sorting each row of
     * neighbours).
     *
     * @return the graph
     * @throws IllegalArgumentException if there are no nodes, an edge, label or validation key
     *     names no node, a validation node has no label, there is a single class, a label is of no
     *     declared class, a feature is not among those declared, or the edges exceed what a sparse
     *     matrix holds; the message names the offender
     */
    public Graph<K> build() {
      checkNodes();
      Adjacency adjacency =
          AdjacencyBuilder.build(
              nodes.size(),
              sources.size(),
              sources.array(),
              targets.array(),
              weights == null ? null : weights.array(),
              directed);
      long entries = adjacency.entries();
      EdgeList edges = edges();
      if (edges != null && !types.isEmpty()) {
        adjacency = Adjacency.ofRelations(adjacency, edges);
      }
      EdgeAttributes attributes = edgeAttributes();
      if (attributes != null) {
        adjacency = Adjacency.withAttributes(adjacency, attributes);
      }
      CsrMatrix matrix = features.build(nodes);
      Labels resolved = Labels.resolve(nodes, labels, validation, classes);
      nodesShared = true;
      return new Graph<>(
          nodes,
          GraphParts.of(
              directed,
              Set.copyOf(undirectedTypes),
              new GraphRows.Matrices(adjacency, directed ? entries : entries / 2, edges, matrix)),
          schema == null ? FeatureSchema.ofNames(features.names()) : schema,
          attributes == null || edgeSchema == null ? edgeSchemaOf(adjacency) : edgeSchema,
          resolved);
    }

    private @Nullable EdgeAttributes edgeAttributes() {
      int count = sources.size();
      if (edgeNumbers.size() == 0) {
        return null;
      }
      for (int e = 0; e < count; e++) {
        if (!edgeNumbers.has(e)) {
          throw new IllegalArgumentException(
              "edge "
                  + Quote.of(new EdgeEnds(e))
                  + " has no numbers, but "
                  + edgeNumbers.size()
                  + " of the "
                  + count
                  + " edges have: give all edges numbers, or none");
        }
      }
      CsrMatrix matrix = Objects.requireNonNull(edgeNumbers.build(count, EdgeEnds::new));
      int width = matrix.columns();
      float[] values =
          new float[Limits.checkNonZeros((long) count * width, "the numbers on edges")];
      for (int e = 0; e < count; e++) {
        for (int i = matrix.rowStart(e); i < matrix.rowEnd(e); i++) {
          values[e * width + matrix.columnIndex(i)] = matrix.value(i);
        }
      }
      List<String> names = edgeNumbers.names();
      EdgeAttributes.Builder builder =
          EdgeAttributes.builder(nodes.size(), sources.array(), targets.array())
              .count(count)
              .numbers(
                  names.isEmpty()
                      ? IntStream.range(0, width).mapToObj(Integer::toString).toList()
                      : names,
                  values)
              .weights(weights == null ? null : weights.array())
              .times(times.size() == 0 ? null : times.array());
      if (!types.isEmpty()) {
        builder.types(List.copyOf(types.keySet()), typeOfEdge.array(), undirectedTypes);
      }
      return (directed ? builder.directed() : builder).build();
    }

    /** Takes over what a graph holds. */
    private void fill(Graph<K> graph) {
      GraphRows rows = graph.parts.rows();
      directed = graph.isDirected();
      undirectedTypes.addAll(graph.parts.undirectedTypes());
      fillFeatures(graph, rows);
      TypedRows typed = rows.typed();
      if (typed != null) {
        typed.types().forEach(type -> types.put(type, types.size()));
      }
      NumberedRows numbers = rows.numbers();
      if (numbers != null) {
        requireKnownDirection(typed);
        edgeSchema(graph.edgeSchema());
      }
      for (int node = 0; node < rows.nodes(); node++) {
        if (numbers != null) {
          fillEdges(graph, node, numbers, typed);
        } else if (typed == null) {
          fillEdges(graph, node, rows.received().row(node));
        } else {
          fillEdges(graph, node, typed);
        }
      }
      classes = graph.labels.declaredClasses();
      labels.putAll(graph.labels());
      for (int node : graph.validationNodes()) {
        validation.add(graph.key(node));
      }
    }

    private void requireKnownDirection(@Nullable TypedRows typed) {
      if (typed != null && !typed.isTyped() && !directed) {
        throw new UnsupportedOperationException(
            "the edges of the graph have times and numbers, but neither types nor a direction: which"
                + " way they were given is not known; build the graph again from what it was built"
                + " of");
      }
    }

    private void fillFeatures(Graph<K> graph, GraphRows rows) {
      MatrixRows matrix = rows.features();
      List<String> names = graph.featureNames();
      if (!names.isEmpty()) {
        featureSchema(graph.featureSchema());
      } else if (matrix != null) {
        featureCount(rows.featureCount());
      }
      for (int node = 0; node < rows.nodes(); node++) {
        SparseRow row = matrix == null ? SparseRow.EMPTY : matrix.row(node);
        if (row.length() == 0) {
          addNode(graph.key(node));
        } else if (names.isEmpty()) {
          addNode(
              graph.key(node),
              Arrays.copyOfRange(row.columns(), row.from(), row.to()),
              Arrays.copyOfRange(row.values(), row.from(), row.to()));
        } else {
          Map<String, Float> named = new LinkedHashMap<>();
          for (int e = row.from(); e < row.to(); e++) {
            named.put(names.get(row.columns()[e]), row.values()[e]);
          }
          addNode(graph.key(node), named);
        }
      }
    }

    private void fillEdges(Graph<K> graph, int node, SparseRow received) {
      for (int e = received.from(); e < received.to(); e++) {
        int other = received.columns()[e];
        if (directed || other < node) {
          addEdge(graph.key(other), graph.key(node), received.values()[e]);
        }
      }
    }

    private void fillEdges(Graph<K> graph, int node, TypedRows typed) {
      TypedRow received = typed.received(node);
      for (int e = 0; e < received.length(); e++) {
        K source = graph.key(received.ends()[e]);
        String type = typed.isTyped() ? typed.types().get(received.types()[e]) : null;
        boolean again = undirectedTypes.contains(type) && received.ends()[e] > node;
        if (again) {
          continue;
        }
        if (typed.isTimed()) {
          addEdge(source, graph.key(node), type, received.weights()[e], received.times()[e]);
        } else {
          addEdge(source, graph.key(node), Objects.requireNonNull(type), received.weights()[e]);
        }
      }
    }

    private void fillEdges(
        Graph<K> graph, int node, NumberedRows numbers, @Nullable TypedRows typed) {
      NumberedRow row = numbers.received(node);
      int width = numbers.names().size();
      for (int e = 0; e < row.length(); e++) {
        String type = typed != null && typed.isTyped() ? typed.types().get(row.types()[e]) : null;
        boolean bothWays = type == null ? !directed : undirectedTypes.contains(type);
        if (bothWays && row.ends()[e] > node) {
          continue;
        }
        add(graph.key(row.ends()[e]), graph.key(node), type, row.weights()[e]);
        if (row.times().length > 0) {
          times.add(row.times()[e]);
        }
        Map<String, Float> named = new LinkedHashMap<>();
        for (int c = 0; c < width; c++) {
          named.put(numbers.names().get(c), row.values()[e * width + c]);
        }
        edgeNumbers(named);
      }
    }

    private @Nullable EdgeList edges() {
      for (String type : undirectedTypes) {
        if (!types.containsKey(type)) {
          throw new IllegalArgumentException(
              "undirectedTypes names the type "
                  + Quote.of(type)
                  + ", which no edge has; there are "
                  + types.keySet());
        }
      }
      if (types.isEmpty() && times.size() == 0) {
        return null;
      }
      return EdgeList.of(
          nodes.size(),
          sources.size(),
          sources.array(),
          targets.array(),
          weights == null ? null : weights.array(),
          List.copyOf(types.keySet()),
          types.isEmpty() ? null : typeOfEdge.array(),
          undirectedTypes,
          times.size() == 0 ? null : times.array());
    }

    private void checkNodes() {
      if (nodes.size() == 0) {
        throw new IllegalArgumentException(
            "a graph needs at least 1 node, got none: add nodes before building");
      }
      if (addMissing || added.cardinality() == nodes.size()) {
        return;
      }
      for (int e = 0; e < sources.size(); e++) {
        int source = sources.get(e);
        int target = targets.get(e);
        if (!added.get(source) || !added.get(target)) {
          throw new IllegalArgumentException(
              "edge "
                  + Quote.of(nodes.key(source))
                  + " - "
                  + Quote.of(nodes.key(target))
                  + " names "
                  + Quote.of(nodes.key(added.get(source) ? target : source))
                  + ", which is none of the "
                  + added.cardinality()
                  + " nodes added: add it, or call addMissingNodes()");
        }
      }
    }

    private int node(K key) {
      Objects.requireNonNull(key, "key");
      int index = intern(key);
      added.set(index);
      return index;
    }

    private int intern(K key) {
      int index = nodes.find(key);
      if (index >= 0) {
        return index;
      }
      if (nodesShared) {
        nodes = nodes.copy();
        nodesShared = false;
      }
      return nodes.add(key);
    }
  }
}
