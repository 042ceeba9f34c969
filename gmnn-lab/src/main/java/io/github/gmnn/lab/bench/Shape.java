package io.github.gmnn.lab.bench;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Graphs of the sizes that common benchmarks have, drawn from a seed: what their features, edges
 * and labels cost, not what is in them. Features and edges tell something of a node's class, so
 * that training goes on as long as on a graph that means something.
 *
 * @param name what to call it
 * @param nodes number of nodes
 * @param columns number of features
 * @param full the share of features that a node has, all of them numbers if it is 1
 * @param counts whether features are counts, not zero or one
 * @param edges number of edges
 * @param alike the share of edges that join nodes of one class on purpose
 * @param classes number of classes
 * @param first the share of nodes of the first class; the others are equal
 * @param perClass training labels of each class
 * @param training or, if that is 0, training labels in all
 * @param validation labelled nodes to validate on
 */
record Shape(
    String name,
    int nodes,
    int columns,
    double full,
    boolean counts,
    int edges,
    double alike,
    int classes,
    double first,
    int perClass,
    int training,
    int validation) {
  private static final long SEED = 1;

  /** How far apart the means of two classes are, in deviations of one feature. */
  private static final double APART = 0.12;

  static final List<Shape> ALL =
      List.of(
          half("large-words", 89_250, 500, 1, false, 450_000, 0.1, 7, 0.4),
          half("two-classes", 48_921, 301, 1, false, 153_540, 0.1, 2, 0.97),
          half("five-classes", 24_492, 300, 1, false, 93_050, 0.2, 5, 0.37),
          half("eighteen", 22_662, 300, 1, false, 32_927, 0.2, 18, 0.2),
          half("many-edges", 11_758, 10, 1, false, 519_000, 0.3, 2, 0.78),
          new Shape("few-dense", 11_701, 300, 1, false, 216_000, 0.6, 10, 0.2, 0, 580, 1_769),
          new Shape("bits", 13_752, 767, 0.35, false, 245_861, 0.7, 10, 0.37, 20, 0, 300),
          new Shape("counts", 34_493, 8_415, 60 / 8_415.0, true, 247_962, 0.7, 5, 0.4, 20, 0, 150),
          half("small-words", 7_600, 932, 0.01, false, 26_659, 0.05, 5, 0.25),
          half("joined", 5_201, 2_089, 0.02, false, 198_353, 0.05, 5, 0.2));

  private static Shape half(
      String name,
      int nodes,
      int columns,
      double full,
      boolean counts,
      int edges,
      double alike,
      int classes,
      double first) {
    return new Shape(
        name, nodes, columns, full, counts, edges, alike, classes, first, 0, nodes / 2, nodes / 4);
  }

  Dataset<Integer> draw() {
    Random random = new Random(SEED);
    int[] classOf = new int[nodes];
    Arrays.setAll(
        classOf,
        node -> random.nextDouble() < first ? 0 : 1 + random.nextInt(Math.max(1, classes - 1)));
    Graph.Builder<Integer> builder = Graph.builder();
    addFeatures(builder, classOf, random);
    addEdges(builder, classOf, random);
    Map<Integer, String> test = addLabels(builder, classOf, random);
    return new Dataset<>(name, builder.build(), test);
  }

  private void addFeatures(Graph.Builder<Integer> builder, int[] classOf, Random random) {
    builder.featureCount(columns);
    if (full == 1) {
      float[][] means = new float[classes][columns];
      for (float[] mean : means) {
        for (int c = 0; c < columns; c++) {
          mean[c] = (float) (APART * random.nextGaussian());
        }
      }
      for (int node = 0; node < nodes; node++) {
        float[] row = means[classOf[node]].clone();
        for (int c = 0; c < columns; c++) {
          row[c] += (float) random.nextGaussian();
        }
        builder.addNode(node, row);
      }
      return;
    }
    int count = (int) Math.round(-Math.log(1 - full) * columns); // some are drawn twice
    boolean[] taken = new boolean[columns];
    for (int node = 0; node < nodes; node++) {
      Arrays.fill(taken, false);
      for (int i = 0; i < count; i++) {
        int column = random.nextInt(columns);
        if (random.nextInt(4) == 0) { // a quarter of a node's words are those of its class
          column -= column % classes - classOf[node];
        }
        taken[Math.min(column, columns - 1)] = true;
      }
      int[] indices = new int[Math.min(count, columns)];
      int found = 0;
      for (int c = 0; c < columns; c++) {
        if (taken[c]) {
          indices[found++] = c;
        }
      }
      float[] values = new float[found];
      for (int i = 0; i < found; i++) {
        values[i] = counts ? 1 + random.nextInt(4) : 1;
      }
      builder.addNode(node, Arrays.copyOf(indices, found), values);
    }
  }

  /** Some nodes have many edges, most have few. */
  private void addEdges(Graph.Builder<Integer> builder, int[] classOf, Random random) {
    int[][] members = new int[classes][0];
    for (int c = 0; c < classes; c++) {
      int ofClass = c;
      members[c] = IntStream.range(0, nodes).filter(node -> classOf[node] == ofClass).toArray();
    }
    for (int e = 0; e < edges; e++) {
      int source = (int) (nodes * Math.pow(random.nextDouble(), 1.7));
      int target = random.nextInt(nodes);
      if (random.nextDouble() < alike) {
        int[] its = members[classOf[source]];
        target = its[random.nextInt(its.length)];
      }
      if (source != target) {
        builder.addEdge(source, target);
      }
    }
  }

  /** Returns the labels of the nodes that nothing is learned of. */
  private Map<Integer, String> addLabels(
      Graph.Builder<Integer> builder, int[] classOf, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      order.add(node);
    }
    Collections.shuffle(order, random);
    int[] left = new int[classes];
    Arrays.fill(left, perClass);
    int trainingLeft = training;
    int validationLeft = validation;
    Map<Integer, String> test = new HashMap<>();
    for (int node : order) {
      String label = "class " + classOf[node];
      if (left[classOf[node]] > 0 || trainingLeft > 0) {
        left[classOf[node]]--;
        trainingLeft--;
        builder.label(node, label);
      } else if (validationLeft-- > 0) {
        builder.label(node, label).validationNode(node);
      } else {
        test.put(node, label);
      }
    }
    return test;
  }
}
