package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.EdgeAttributes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * A graph in parts, spread over the executors. Nodes are numbered by the order of their ids, so
 * that neither partitions nor executors change a number; no array of the size of the nodes comes to
 * the driver.
 *
 * <p>Close it when it is no longer needed: the executors keep the parts.
 */
public final class PartitionedGraph implements AutoCloseable {
  private static final int MOST_TYPES = 10_000;

  /** Nodes of a small graph, and entries of its adjacency. */
  private static final int FEW_NODES = 30_000;

  private static final long FEW_ENTRIES = 2_000_000;

  private final JavaSparkContext context;
  private final JavaRDD<Part> parts;
  private final Plan plan;
  private final Survey survey;
  private final VertexColumns columns;
  private final Broadcast<SplitNodes> splitNodes;
  private final Progress progress;
  private @Nullable Boolean small;
  private EdgeTypes types;

  private PartitionedGraph(
      JavaSparkContext context,
      JavaRDD<Part> parts,
      Plan plan,
      Survey survey,
      VertexColumns columns,
      Broadcast<SplitNodes> splitNodes,
      Progress progress) {
    this.context = context;
    this.progress = progress;
    this.parts = parts;
    this.plan = plan;
    this.survey = survey;
    this.columns = columns;
    this.splitNodes = splitNodes;
    this.types = plan.types;
  }

  /** What tasks need to know to put parts together. */
  private static final class Plan implements Serializable {
    private static final long serialVersionUID = 1L;

    final int nodes;
    final int parts;
    final int features;
    final LinkedHashMap<String, Integer> classIndex = new LinkedHashMap<>();
    final ScalerArrays scaler;
    final boolean longIds;
    final EdgeTypes types;
    final HashMap<String, Integer> typeIndex = new HashMap<>();
    final int[] against;

    Plan(
        int nodes,
        int parts,
        int features,
        List<String> classes,
        ScalerArrays scaler,
        boolean longIds,
        EdgeTypes types) {
      this.nodes = nodes;
      this.parts = parts;
      this.features = features;
      this.scaler = scaler;
      this.longIds = longIds;
      this.types = types;
      this.against = types.against();
      types.names().forEach(name -> typeIndex.put(name, typeIndex.size()));
      classes.forEach(name -> classIndex.put(name, classIndex.size()));
    }

    /** The number of a type that the edges have. */
    int typeOf(String name) {
      return Objects.requireNonNull(typeIndex.get(name), name);
    }

    int nodesOf(int part) {
      return (nodes - part + parts - 1) / parts;
    }

    /** The column that stands for a node without features. */
    int identityColumn(int number) {
      return nodes <= features
          ? number
          : (int) Math.floorMod(RandomStream.mix(number + RandomStream.GOLDEN), (long) features);
    }
  }

  public static PartitionedGraph of(GraphSource source) {
    return TaskFailures.unwrap(() -> build(source));
  }

  private static PartitionedGraph build(GraphSource source) {
    SparkSession spark = source.vertices().sparkSession();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    VertexColumns.Selection selection =
        VertexColumns.select(
            source.vertices(),
            source.idColumn(),
            source.featuresColumn(),
            source.labelColumn(),
            source.validationColumn());
    VertexColumns columns = selection.columns();
    Progress progress = new Progress(context.sc()::setJobDescription);
    progress.begin("look at the vertices");
    JavaRDD<Row> rows = selection.rows().toJavaRDD();
    Survey survey = Survey.of(rows, columns);
    if (survey.count() == 0) {
      throw new IllegalArgumentException("there are no vertices");
    }
    if (survey.count() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          survey.count() + " vertices are more than " + (Integer.MAX_VALUE - 8));
    }
    int nodes = (int) survey.count();
    ScalerArrays scaler =
        source.scaler() == null
            ? ScalerArrays.of(survey.scaler(source.scaling(), rows, columns))
            : source.scaler();
    int features =
        columns.hasFeatures() ? survey.features() : Math.min(nodes, source.identityColumns());
    List<String> classes = source.classes() == null ? survey.classes() : source.classes();
    Numbering numbering = Numbering.of(selection, survey, spark, progress);
    Dataset<Row> edges = numbering.edges(source);
    progress.begin("find the types of edges");
    Plan plan =
        new Plan(
            nodes,
            Math.min(nodes, parts(source, nodes, context)),
            features,
            classes,
            scaler,
            columns.hasLongIds(),
            withNumbers(types(source.kinds(), edges), source.kinds()));
    progress.begin("find nodes of many neighbours");
    Broadcast<SplitNodes> split = context.broadcast(splitNodes(source.splitDegree(), plan, edges));
    progress.begin("lay out the graph");
    JavaRDD<Part> parts =
        PartLinks.connect(
            rawParts(source, numbering.vertices(), edges, columns, plan, split), plan.parts);
    numbering.close();
    progress.begin(null);
    return new PartitionedGraph(context, parts, plan, survey, columns, split, progress);
  }

  /** How many parts there are: one of a small graph, since exchanges take longer than work. */
  private static int parts(GraphSource source, int nodes, JavaSparkContext context) {
    if (source.parts() > 0) {
      return source.parts();
    }
    return nodes <= FEW_NODES && source.edges().count() <= FEW_ENTRIES / 2
        ? 1
        : context.defaultParallelism();
  }

  /** The types of edges, by their names. */
  private static EdgeTypes types(GraphSource.EdgeKinds kinds, Dataset<Row> edges) {
    if (kinds.typeColumn() == null) {
      List<String> one = kinds.directed() && kinds.relational() ? List.of("") : List.of();
      return new EdgeTypes(kinds.directed(), one, one, null);
    }
    List<Row> found = edges.select(Numbering.TYPE).distinct().limit(MOST_TYPES + 1).collectAsList();
    if (found.size() > MOST_TYPES) {
      throw new IllegalArgumentException(
          "edges have more than "
              + MOST_TYPES
              + " types: is "
              + kinds.typeColumn()
              + " the right column?");
    }
    List<String> names = new ArrayList<>();
    for (Row row : found) {
      if (row.isNullAt(0) || row.getString(0).isBlank()) {
        throw new IllegalArgumentException(
            "an edge has no type in column " + kinds.typeColumn() + ": all edges need one");
      }
      names.add(row.getString(0));
    }
    names.sort(null);
    List<String> directed = new ArrayList<>(names);
    for (String type : kinds.undirectedTypes()) {
      directed.remove(type);
    }
    return new EdgeTypes(kinds.directed(), List.copyOf(names), List.copyOf(directed), null);
  }

  private static EdgeTypes withNumbers(EdgeTypes types, GraphSource.EdgeKinds kinds) {
    boolean directed = types.named().isEmpty() ? kinds.directed() : !types.directed().isEmpty();
    return kinds.numberColumns().isEmpty()
        ? types
        : types.with(new EdgeNumbers(List.copyOf(kinds.numberColumns()), directed, null));
  }

  /** The nodes whose edges are spread, with how many entries they have. */
  private static SplitNodes splitNodes(int splitDegree, Plan plan, Dataset<Row> edges) {
    if (splitDegree == 0) {
      return new SplitNodes(Map.of(), Map.of());
    }
    JavaRDD<Row> rows = edges.toJavaRDD();
    boolean oneWay = plan.types.oneWay();
    Map<Integer, Long> split = new HashMap<>();
    ManyNeighbors.above(
            rows,
            (row, each) -> {
              takeEnd(row, 1, 0, each);
              if (!oneWay) {
                takeEnd(row, 0, 0, each);
              }
            },
            splitDegree)
        .forEach((node, count) -> split.put(node.intValue(), count));
    if (plan.types.isEmpty()) {
      return new SplitNodes(split, Map.of());
    }
    Map<Long, Long> byRelation =
        ManyNeighbors.above(
            rows,
            (row, each) -> {
              int type = plan.typeOf(row.getString(3));
              takeEnd(row, 1, type, each);
              takeEnd(row, 0, plan.against[type], each);
            },
            splitDegree);
    return new SplitNodes(split, byRelation);
  }

  /** Counts an end of an edge that is a vertex. */
  private static void takeEnd(Row edge, int column, int relation, LongConsumer each) {
    if (!edge.isNullAt(column)) {
      each.accept(RelationRows.key(relation, edge.getInt(column)));
    }
  }

  private static JavaRDD<RawPart> rawParts(
      GraphSource source,
      Dataset<Row> vertices,
      Dataset<Row> edges,
      VertexColumns columns,
      Plan plan,
      Broadcast<SplitNodes> splitNodes) {
    NumberPartitioner byPart = new NumberPartitioner(plan.parts);
    int numberColumn = vertices.columns().length - 1;
    JavaPairRDD<Integer, Object> vertexChunks =
        vertices
            .toJavaRDD()
            .mapPartitionsToPair(
                rows ->
                    new Packing<>(
                        rows,
                        plan.parts,
                        () -> new VertexBucket(plan.longIds, plan.features),
                        (row, packing) -> pack(row, numberColumn, columns, plan, packing)))
            .partitionBy(byPart);
    NeighborSampling sampling = NeighborSampling.of(source.sample(), source.seed());
    JavaPairRDD<Integer, Object> edgeChunks =
        edges
            .toJavaRDD()
            .mapPartitionsToPair(
                rows ->
                    new Packing<>(
                        rows,
                        plan.parts,
                        EdgeChunk.Bucket::new,
                        (row, packing) -> pack(row, plan, splitNodes.value(), sampling, packing)))
            .partitionBy(byPart);
    return vertexChunks
        .zipPartitions(
            edgeChunks,
            (ofVertices, ofEdges) -> {
              int number = TaskContext.getPartitionId();
              PartBuilder builder =
                  new PartBuilder(number, plan.parts, plan.types, splitNodes.value());
              return List.of(
                      builder.build(
                          plan.nodesOf(number),
                          plan.features,
                          plan.scaler,
                          chunks(ofVertices, Vertices.class),
                          chunks(ofEdges, EdgeChunk.class)))
                  .iterator();
            })
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static <T> Iterator<T> chunks(Iterator<Tuple2<Integer, Object>> pairs, Class<T> type) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return pairs.hasNext();
      }

      @Override
      public T next() {
        return type.cast(pairs.next()._2);
      }
    };
  }

  private static void pack(
      Row row, int numberColumn, VertexColumns columns, Plan plan, Packing<VertexBucket> packing) {
    int number = row.getInt(numberColumn);
    String label = columns.label(row);
    int labelIndex = -1;
    byte role = Role.UNLABELLED;
    if (label != null) {
      labelIndex = plan.classIndex.getOrDefault(label, -1);
      if (labelIndex < 0) {
        throw new IllegalArgumentException(
            "vertex "
                + columns.id(row)
                + " has the label "
                + label
                + ", which is not one of the classes "
                + plan.classIndex.keySet());
      }
      role = columns.isValidation(row) ? Role.VALIDATION : Role.TRAINING;
    }
    Vector vector = columns.features(row);
    if (vector != null && vector.size() != plan.features) {
      throw new IllegalArgumentException(
          "vertex "
              + columns.id(row)
              + " has "
              + vector.size()
              + " features, expected "
              + plan.features);
    }
    int part = number % plan.parts;
    packing
        .bucket(part)
        .add(number, columns.id(row), vector, plan.identityColumn(number), labelIndex, role);
    packing.added(part);
  }

  private static void pack(
      Row row,
      Plan plan,
      SplitNodes split,
      NeighborSampling sampling,
      Packing<EdgeChunk.Bucket> packing) {
    if (row.isNullAt(0) || row.isNullAt(1)) {
      throw new IllegalArgumentException(
          "an edge joins no vertex at its "
              + (row.isNullAt(0) ? "source" : "target")
              + (row.isNullAt(0) && row.isNullAt(1) ? " and its target" : "")
              + ": every end of an edge must be the id of a vertex");
    }
    int source = row.getInt(0);
    int target = row.getInt(1);
    float weight = row.isNullAt(2) ? Float.NaN : row.getFloat(2);
    if (!(weight > 0 && weight < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "an edge has the weight " + weight + ", expected a positive number");
    }
    if (source == target) { // a node sees itself anyway
      return;
    }
    EntryPacking entries = new EntryPacking(plan.parts, split, sampling, packing);
    entries.add(EdgeChunk.GRAPH, target, source, weight);
    if (!plan.types.oneWay()) {
      entries.add(EdgeChunk.GRAPH, source, target, weight);
    }
    int type = plan.types.isEmpty() ? 0 : plan.typeOf(row.getString(3));
    if (!plan.types.isEmpty()) {
      entries.add(type, target, source, weight);
      entries.add(plan.against[type], source, target, weight);
    }
    if (plan.types.numbers() != null) {
      float[] numbers = numbers(row, plan.types.numbers().names());
      entries.addNumbered(type, source, target, weight, numbers, plan.types);
    }
  }

  private static float[] numbers(Row row, List<String> names) {
    float[] numbers = new float[names.size()];
    for (int c = 0; c < numbers.length; c++) {
      int column = Numbering.FIRST_VALUE + c;
      numbers[c] = row.isNullAt(column) ? Float.NaN : row.getFloat(column);
      if (!Float.isFinite(numbers[c])) {
        throw new IllegalArgumentException(
            "column "
                + names.get(c)
                + " of the edges has a value that is missing or no finite float");
      }
    }
    return numbers;
  }

  /** Sends entries of the adjacency to the parts that need them. */
  private record EntryPacking(
      int parts, SplitNodes split, NeighborSampling sampling, Packing<EdgeChunk.Bucket> packing) {
    void add(int relation, int receiver, int sender, float weight) {
      Long degree =
          relation == EdgeChunk.GRAPH
              ? split.degrees().get(receiver)
              : split.relationDegrees().get(RelationRows.key(relation, receiver));
      if (degree == null) {
        add(receiver % parts, EdgeChunk.OWN, relation, receiver, sender, weight);
        return;
      }
      add(sender % parts, EdgeChunk.MIRRORED, relation, receiver, sender, weight);
      if (sampling.most() > 0 && sampling.of(relation).mayKeep(receiver, sender, degree)) {
        add(receiver % parts, EdgeChunk.SAMPLED, relation, receiver, sender, weight);
      }
    }

    /** Sends an edge to whom it brings messages, one without direction as two. */
    void addNumbered(
        int type, int source, int target, float weight, float[] numbers, EdgeTypes types) {
      addOneWay(type, source, target, weight, numbers, types);
      if (types.isUndirected(type)) {
        addOneWay(type, target, source, weight, numbers, types);
      }
    }

    private void addOneWay(
        int type, int source, int target, float weight, float[] numbers, EdgeTypes types) {
      int to = target % parts;
      packing.bucket(to).add(EdgeChunk.ALONG, type, target, source, weight, numbers);
      packing.added(to);
      if (types.numbers() != null && types.numbers().directed()) {
        to = source % parts;
        packing.bucket(to).add(EdgeChunk.AGAINST, type, source, target, weight, numbers);
        packing.added(to);
      }
    }

    private void add(int to, byte kind, int relation, int receiver, int sender, float weight) {
      packing.bucket(to).add(kind, relation, receiver, sender, weight);
      packing.added(to);
    }
  }

  public JavaSparkContext context() {
    return context;
  }

  public JavaRDD<Part> parts() {
    return parts;
  }

  public int partCount() {
    return plan.parts;
  }

  public int nodes() {
    return plan.nodes;
  }

  /** Whether the driver may take all of it. Looks at the edges where nodes are few. */
  public boolean isSmall() {
    if (small == null) {
      small = nodes() <= FEW_NODES && parts.map(Part::entries).reduce(Long::sum) <= FEW_ENTRIES;
    }
    return small;
  }

  public int features() {
    return plan.features;
  }

  public boolean hasFeatures() {
    return columns.hasFeatures();
  }

  public boolean hasLongIds() {
    return plan.longIds;
  }

  public EdgeTypes types() {
    return types;
  }

  /** A network with what its layers leave open and the graph decides. */
  public NetworkDefinition complete(NetworkDefinition network) {
    if (types.numbers() != null && types.numbers().scaling() == null) {
      describeJobs("look at the numbers on edges");
      types = types.with(types.numbers().scaled(scaling(types.numbers().width())));
      describeJobs(null);
    }
    return types.complete(network);
  }

  /** How the numbers on edges are scaled, the same to the last bit whatever the parts. */
  private EdgeAttributes.Scaling scaling(int width) {
    long edges = parts.map(part -> part.numberedEdges().count()).reduce(Long::sum);
    return EdgeAttributes.Scaling.of(
        edges,
        width,
        term ->
            parts.map(part -> part.numberedEdges().sums(term)).reduce(ExactSums::plus).rounded());
  }

  /** Whether an edge is one entry of the adjacency, and not one from each end. */
  boolean isOneWay() {
    return plan.types.oneWay();
  }

  public List<String> classes() {
    return List.copyOf(plan.classIndex.keySet());
  }

  public long[] trainingCounts() {
    return survey.trainingCounts();
  }

  /** How many labels there are to train on. */
  public long trainingCount() {
    return LongStream.of(trainingCounts()).sum();
  }

  public long validationCount() {
    return survey.validationCount();
  }

  public ScalerArrays scaler() {
    return plan.scaler;
  }

  /** Says what the next jobs are for; null if nothing more is to be said. */
  public void describeJobs(@Nullable String what) {
    progress.begin(what);
  }

  /** Says how far something is that takes many jobs. */
  public void describeJobs(String what, String step) {
    progress.step(what, step);
  }

  /** Lets go of what lost parts are made from again, when nothing made of parts is needed. */
  public void forgetSource() {
    splitNodes.destroy();
  }

  /** Lets go of the parts; what was made of them may still be made again. */
  @Override
  public void close() {
    parts.unpersist();
  }
}
