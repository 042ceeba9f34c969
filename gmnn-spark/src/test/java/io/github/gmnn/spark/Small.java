package io.github.gmnn.spark;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.spark.layout.GraphSource;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;

/** A small graph and settings that are quick on it, for tests. */
public final class Small {
  public static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(200)
          .classes(3)
          .words(100)
          .wordsPerNode(8)
          .trainPerClass(10)
          .validation(40)
          .seed(3)
          .build()
          .generate()
          .graph();

  /** The same nodes joined by weighted edges of three types, one of them without direction. */
  public static final Graph<Integer> TYPED = typed();

  /** The same nodes joined by weighted edges that count in one direction alone. */
  public static final Graph<Integer> DIRECTED = directed();

  private Small() {}

  private static Graph<Integer> typed() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().undirectedTypes("knows");
    GRAPH.keys().forEach(builder::addNode);
    List<String> types = List.of("cites", "knows", "names");
    for (int type = 0; type < types.size(); type++) { // named by their order, as on Spark
      for (int[] edge : edges()) {
        if ((edge[0] * 31 + edge[1]) % 3 == type) {
          builder.addEdge(edge[0], edge[1], types.get(type), 1 + edge[0] % 3);
        }
      }
    }
    for (int node = 4; node < GRAPH.nodeCount(); node += 4) {
      builder.addEdge(node, 0, "names"); // a hub of one relation
    }
    return complete(builder);
  }

  private static Graph<Integer> directed() {
    Graph.Builder<Integer> builder = Graph.<Integer>builder().directed();
    GRAPH.keys().forEach(builder::addNode);
    for (int[] edge : edges()) {
      builder.addEdge(edge[0], edge[1], 1 + edge[0] % 3);
    }
    for (int node = 4; node < GRAPH.nodeCount(); node += 4) {
      builder.addEdge(node, 0);
    }
    return complete(builder);
  }

  /** The edges of the graph, those from even nodes turned round. */
  private static List<int[]> edges() {
    CsrMatrix matrix = GRAPH.adjacency().matrix();
    List<int[]> edges = new ArrayList<>();
    for (int node = 0; node < GRAPH.nodeCount(); node++) {
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        int other = matrix.columnIndex(e);
        if (other < node) {
          edges.add(node % 2 == 0 ? new int[] {node, other} : new int[] {other, node});
        }
      }
    }
    return edges;
  }

  private static Graph<Integer> complete(Graph.Builder<Integer> builder) {
    return labelled(builder.build().withFeatures(GRAPH.features()));
  }

  /** The same graph, of whose nodes an amount is known beside a number below zero. */
  static Graph<Integer> withAmounts() {
    int nodes = GRAPH.nodeCount();
    int[] pointers = new int[nodes + 1];
    int[] columns = new int[2 * nodes];
    float[] values = new float[2 * nodes];
    for (int node = 0; node < nodes; node++) {
      pointers[node + 1] = 2 * node + 2;
      columns[2 * node + 1] = 1;
      values[2 * node] = (float) Math.exp(node % 7);
      values[2 * node + 1] = node % 5 - 2.5f;
    }
    return labelled(GRAPH.withFeatures(CsrMatrix.of(nodes, 2, pointers, columns, values)));
  }

  /** Three nodes that two types of edges join and that stand for themselves. */
  static Graph<Integer> withoutFeatures() {
    return Graph.<Integer>builder()
        .addNode(0)
        .addNode(1)
        .addNode(2)
        .addEdge(0, 1, "cites")
        .addEdge(1, 2, "knows")
        .label(0, "one")
        .label(1, "other")
        .build();
  }

  private static Graph<Integer> labelled(Graph<Integer> graph) {
    return graph.withLabels(GRAPH.labels(), GRAPH.validationLabels().keySet());
  }

  public static Frames frames(Graph<Integer> graph) {
    return Frames.of(LocalSpark.session(), graph);
  }

  /** Has relational convolutions and knows the types of {@link #TYPED}. */
  static GmnnClassifier relational() {
    GmnnClassifier classifier = typedClassifier();
    return classifier.setInferenceKind("rgcn");
  }

  static GmnnClassifier typedClassifier() {
    GmnnClassifier classifier = classifier();
    return classifier.setEdgeTypeCol("type").setUndirectedTypes(new String[] {"knows"});
  }

  public static Frames frames() {
    return frames(GRAPH);
  }

  static GmnnClassifier classifier() {
    GmnnClassifier classifier = new GmnnClassifier();
    return classifier
        .setInferenceKind("gc")
        .setValidationIndicatorCol("validation")
        .setEdgeWeightCol("weight")
        .setPretrainEpochs(4)
        .setLearningEpochs(3)
        .setInferenceEpochs(3)
        .setNumPartitions(2)
        .setBlocks(2);
  }

  /** The vertices as they are, in so many parts. */
  public static GraphSource source(Frames frames, int parts, int splitDegree) {
    return source(frames, parts, splitDegree, GraphSource.EdgeKinds.untyped(false));
  }

  public static GraphSource source(
      Frames frames, int parts, int splitDegree, GraphSource.EdgeKinds kinds) {
    return new GraphSource(
        frames.vertices(),
        frames.edges(),
        "id",
        "features",
        "label",
        "validation",
        "src",
        "dst",
        null,
        kinds,
        FeatureScaling.NONE,
        null,
        null,
        parts,
        splitDegree,
        0,
        10,
        1);
  }
}
