package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of a graph that fits on the driver, to try things out on: all of a graph that is small
 * enough, else some labelled nodes with what is around them. Nodes are in the order of their
 * numbers; features are scaled already.
 *
 * @param graph the sample
 * @param whole whether it is all of the graph
 */
public record GraphSample(Graph<Integer> graph, boolean whole) {
  /** In a sample: labelled nodes, neighbours of each in each of two hops, and edges of a node. */
  private static final int ROOTS = 2_000;

  private static final int HOPS = 2;
  private static final int NEIGHBORS = 5;
  private static final int MOST_EDGES = 20;

  /**
   * Collects a sample.
   *
   * @param graph the graph
   * @param whole whether it is small enough
   * @param seed of the draws
   */
  public static GraphSample of(PartitionedGraph graph, boolean whole, long seed) {
    graph.describeJobs("collect a sample to try kinds of q on");
    int @Nullable [] wanted = whole ? null : drawn(graph, seed);
    NeighborSampling sampling = NeighborSampling.of(whole ? 0 : MOST_EDGES, seed);
    EdgeTypes types = graph.types();
    List<SampledPart> parts =
        graph.parts().map(part -> SampledPart.of(part, wanted, sampling, types)).collect();
    graph.describeJobs(null);
    return new GraphSample(joined(parts, graph), whole);
  }

  /** Labelled nodes, all or so many by chance, and some of their neighbours. */
  private static int[] drawn(PartitionedGraph graph, long seed) {
    double share = (double) ROOTS / (graph.trainingCount() + graph.validationCount());
    int[] nodes =
        distinct(graph.parts().map(part -> roots(part, share, seed)).collect(), new int[0]);
    NeighborSampling sampling = NeighborSampling.of(NEIGHBORS, seed);
    int[] last = nodes;
    for (int hop = 0; hop < HOPS; hop++) {
      int[] asked = last;
      last = distinct(graph.parts().map(part -> around(part, asked, sampling)).collect(), nodes);
      int[] all = Arrays.copyOf(nodes, nodes.length + last.length);
      System.arraycopy(last, 0, all, nodes.length, last.length);
      Arrays.sort(all);
      nodes = all;
    }
    return nodes;
  }

  private static int[] roots(Part part, double share, long seed) {
    RandomStream random = RandomStream.of(seed).derive("trial");
    IntList roots = new IntList();
    for (int row = 0; row < part.nodes(); row++) {
      int node = part.numberOf(row);
      if (part.vertices().roles()[row] != Role.UNLABELLED && random.uniform(node) < share) {
        roots.add(node);
      }
    }
    return roots.toArray();
  }

  private static int[] around(Part part, int[] asked, NeighborSampling sampling) {
    IntList around = new IntList();
    for (int node : asked) {
      if (node % part.parts() == part.number()) {
        for (int edge : sampling.kept(part, node / part.parts())) {
          around.add(part.neighbor(edge));
        }
      }
    }
    return around.toArray();
  }

  /** Ascending, without those that are known. */
  private static int[] distinct(List<int[]> pieces, int[] known) {
    IntList all = new IntList();
    for (int[] piece : pieces) {
      for (int node : piece) {
        if (Arrays.binarySearch(known, node) < 0) {
          all.add(node);
        }
      }
    }
    return all.distinct();
  }

  private static Graph<Integer> joined(List<SampledPart> parts, PartitionedGraph of) {
    int[] numbers = distinct(parts.stream().map(SampledPart::numbers).toList(), new int[0]);
    int count = numbers.length;
    Graph.Builder<Integer> builder = Graph.builder();
    Map<Integer, String> labels = new LinkedHashMap<>();
    List<Integer> validation = new ArrayList<>();
    int[] rows = new int[parts.size()];
    int[] pointers = new int[count + 1];
    IntList columns = new IntList();
    FloatList values = new FloatList();
    for (int i = 0; i < count; i++) {
      int number = numbers[i];
      SampledPart part = parts.get(number % parts.size());
      int row = rows[number % parts.size()]++;
      builder.addNode(number);
      if (part.roles()[row] != Role.UNLABELLED) {
        labels.put(number, of.classes().get(part.labels()[row]));
        if (part.roles()[row] == Role.VALIDATION) {
          validation.add(number);
        }
      }
      SparseArrays features = part.features();
      for (int e = features.pointers()[row]; e < features.pointers()[row + 1]; e++) {
        columns.add(features.indices()[e]);
        values.add(features.values()[e]);
      }
      pointers[i + 1] = columns.size();
    }
    addEdges(parts, of.types(), builder);
    Graph<Integer> graph = builder.build().withClasses(of.classes()).withLabels(labels, validation);
    return of.hasFeatures()
        ? graph.withFeatures(
            CsrMatrix.of(count, of.features(), pointers, columns.toArray(), values.toArray()))
        : graph;
  }

  private static void addEdges(
      List<SampledPart> parts, EdgeTypes types, Graph.Builder<Integer> builder) {
    if (types.oneWay()) {
      builder.directed();
    }
    for (String type : types.named()) {
      if (!types.directed().contains(type)) {
        builder.undirectedTypes(type);
      }
    }
    if (types.numbers() != null) {
      builder.edgeSchema(FeatureSchema.ofNames(types.numbers().names()));
    }
    for (SampledPart part : parts) {
      for (int e = 0; types.named().isEmpty() && e < part.sources().length; e++) {
        builder.addEdge(part.sources()[e], part.targets()[e], part.weights()[e]);
        addNumbers(part, e, types, builder);
      }
    }
    for (String type : types.named()) { // a graph has types in the order in which it meets them
      addEdges(parts, type, types, builder);
    }
  }

  private static void addEdges(
      List<SampledPart> parts, String type, EdgeTypes types, Graph.Builder<Integer> builder) {
    int number = types.names().indexOf(type);
    for (SampledPart part : parts) {
      for (int e = 0; e < part.sources().length; e++) {
        if (part.types()[e] == number) {
          builder.addEdge(part.sources()[e], part.targets()[e], type, part.weights()[e]);
          addNumbers(part, e, types, builder);
        }
      }
    }
  }

  private static void addNumbers(
      SampledPart part, int edge, EdgeTypes types, Graph.Builder<Integer> builder) {
    if (types.numbers() != null) {
      double[] numbers = new double[types.numbers().width()];
      Arrays.setAll(numbers, c -> part.edgeNumbers()[edge * numbers.length + c]);
      builder.edgeNumbers(numbers);
    }
  }
}
