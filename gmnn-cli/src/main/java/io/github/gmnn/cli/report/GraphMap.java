package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A map of the graph: nodes lie near those they are joined to and resemble, in the colour of their
 * predicted class.
 *
 * <p>No model has a say in where they lie: vectors are random projections of features and of the
 * nodes themselves, averaged over the graph (after FastRP, Chen et al. 2019), and then laid out.
 */
final class GraphMap {
  private static final int DIMENSIONS = 128;
  private static final int HOPS = 5;

  private GraphMap() {}

  static <K> void write(Markup out, TrainingOutcome<K> fitted, Measured<K> measured) {
    Graph<K> graph = fitted.data().graph();
    if (!ClassTable.things(graph).equals("nodes") || graph.nodeCount() < 3) {
      return; // a map of links would have a dot where everybody thinks of a line
    }
    List<Integer> drawn =
        Neighborhoods.spread(
            IntStream.range(0, graph.nodeCount()).boxed().toList(), EmbeddedNodes.MOST);
    double[][] points = Scatter.places(plane(graph, drawn));
    NodeFacts<K> facts = new NodeFacts<>(fitted);
    out.open("section").element("h2", "The graph");
    out.open("p", "class", "legend");
    Marks.legend(out, fitted.predictions().classes());
    out.close().open("figure");
    Scatter.open(out, "Map of " + drawn.size() + " nodes");
    edges(out, graph, drawn, points);
    for (int i = 0; i < points.length; i++) {
      int node = drawn.get(i);
      int predicted = facts.predicted(node);
      int truth = facts.truth(node);
      boolean training = graph.label(node) >= 0 && !graph.isValidationNode(node);
      boolean wrong = truth >= 0 && truth != predicted && !training;
      String kind = training ? "mark given" : wrong ? "mark wrong" : "mark";
      Marks.open(
          out,
          predicted,
          points[i][0],
          points[i][1],
          training || wrong ? 4 : 3,
          "class",
          kind,
          "fill",
          Marks.color(predicted));
      out.element("title", facts.words(node)).close();
    }
    out.close();
    out.element(
        "figcaption",
        "Colour: predicted class. Ringed: labelled for training."
            + (measured.cases().isEmpty() ? "" : " Ringed red: wrong.")
            + " Nodes lie near those that they are joined to and resemble; the model plays no part"
            + " in the layout."
            + (drawn.size() < graph.nodeCount()
                ? " "
                    + Figures.count(drawn.size())
                    + " of "
                    + Figures.count(graph.nodeCount())
                    + " nodes are drawn."
                : ""));
    out.close().close();
  }

  private static <K> void edges(
      Markup out, Graph<K> graph, List<Integer> drawn, double[][] points) {
    int[] placeOf = new int[graph.nodeCount()];
    Arrays.fill(placeOf, -1);
    IntStream.range(0, drawn.size()).forEach(i -> placeOf[drawn.get(i)] = i);
    CsrMatrix edges = graph.adjacency().matrix();
    StringBuilder lines = new StringBuilder();
    int count = 0;
    for (int node : drawn) {
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        int other = edges.columnIndex(e);
        if (other > node && placeOf[other] >= 0 && count++ < Scatter.MOST_LINES) {
          double[] from = points[placeOf[node]];
          double[] to = points[placeOf[other]];
          lines.append('M').append(Math.round(from[0])).append(' ').append(Math.round(from[1]));
          lines.append('L').append(Math.round(to[0])).append(' ').append(Math.round(to[1]));
        }
      }
    }
    out.empty("path", "class", "edge faint", "d", lines);
  }

  private static <K> double[][] plane(Graph<K> graph, List<Integer> drawn) {
    DenseMatrix vectors = vectors(graph);
    int width = vectors.columns();
    DenseMatrix some = DenseMatrix.zeros(drawn.size(), width);
    for (int i = 0; i < drawn.size(); i++) {
      System.arraycopy(vectors.data(), drawn.get(i) * width, some.data(), i * width, width);
    }
    List<Integer> names = IntStream.range(0, drawn.size()).boxed().toList();
    return NodeEmbeddings.of(names, some).toPlane(1).matrix().toDoubles();
  }

  private static DenseMatrix vectors(Graph<?> graph) {
    Workers workers = Workers.of(1);
    RandomStream random = RandomStream.of(1).derive("map");
    DenseMatrix vectors = random(graph.nodeCount(), random.derive("nodes"));
    if (graph.hasFeatures()) {
      DenseMatrix seen = DenseMatrix.zeros(graph.nodeCount(), DIMENSIONS);
      graph
          .features()
          .apply(random(graph.featureCount(), random.derive("features")), seen, workers);
      toLengthOne(seen);
      add(vectors, seen);
    }
    LinearOperator mean = graph.adjacency().normalized();
    for (int hop = 0; hop < HOPS; hop++) {
      DenseMatrix next = DenseMatrix.zeros(vectors.rows(), DIMENSIONS);
      mean.apply(vectors, next, workers);
      vectors = next;
    }
    toLengthOne(vectors);
    return vectors;
  }

  /** Rows of random signs, of length 1. */
  private static DenseMatrix random(int rows, RandomStream random) {
    DenseMatrix signs = DenseMatrix.zeros(rows, DIMENSIONS);
    float size = (float) (1 / Math.sqrt(DIMENSIONS));
    for (int i = 0; i < signs.data().length; i++) {
      signs.data()[i] = random.nextDouble() < 0.5 ? size : -size;
    }
    return signs;
  }

  private static void add(DenseMatrix sum, DenseMatrix addend) {
    for (int i = 0; i < sum.data().length; i++) {
      sum.data()[i] += addend.data()[i];
    }
  }

  private static void toLengthOne(DenseMatrix rows) {
    float[] data = rows.data();
    for (int from = 0; from < data.length; from += rows.columns()) {
      double squares = 0;
      for (int i = from; i < from + rows.columns(); i++) {
        squares += data[i] * data[i];
      }
      double length = squares == 0 ? 1 : Math.sqrt(squares);
      for (int i = from; i < from + rows.columns(); i++) {
        data[i] /= (float) length;
      }
    }
  }
}
