package io.github.gmnn.baseline.relational;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The part of a model that sees attributes alone: a logistic regression on a node's attributes and
 * the mean of its neighbours', learned from the labelled nodes, once from all of them and once for
 * each fold of them from the others.
 *
 * <p>A regression fits the few nodes it was learned from nearly perfectly. How labels depend on
 * those around them can only be seen where it did not know the answer: hence the folds.
 */
final class AttributeModel {
  private static final int FOLDS = 5;

  private final Graph<?> graph;
  private final CsrMatrix features;
  private final Workers workers;
  private final int classes;
  private final int[] nodes;
  private final int[] folds;
  private final int foldCount;
  private final Examples examples;
  private final double[][] foldWeights;
  private double[] weights;

  /**
   * Collects the labelled nodes.
   *
   * @param graph the graph, with training nodes
   * @param features its features, scaled
   * @param workers the threads to use
   */
  AttributeModel(Graph<?> graph, CsrMatrix features, Workers workers) {
    this.graph = graph;
    this.features = features;
    this.workers = workers;
    this.classes = graph.classes().size();
    this.nodes = graph.trainingNodes();
    int[] labels = Arrays.stream(nodes).map(graph::label).toArray();
    this.foldCount = Math.min(FOLDS, nodes.length);
    this.folds = deal(labels);
    this.examples = Examples.of(features, graph.adjacency().matrix(), nodes, labels);
    this.weights = new double[examples.meaning().length * classes];
    this.foldWeights = new double[foldCount][weights.length];
  }

  /** Deals the nodes of each class to the folds in turn. */
  private int[] deal(int[] labels) {
    int[] next = new int[classes];
    return Arrays.stream(labels).map(label -> next[label]++ % foldCount).toArray();
  }

  /** Learns the regressions anew, starting from what was learned with another penalty. */
  void fit(double penalty) {
    double[] penalties = new double[examples.meaning().length];
    Arrays.fill(penalties, penalty);
    int[] all = IntStream.range(0, nodes.length).toArray();
    weights = Lbfgs.minimize(new LogisticRegression(examples, all, classes, penalties), weights);
    workers.forRows(
        foldCount,
        Long.MAX_VALUE / FOLDS,
        (from, to) -> {
          for (int fold = from; fold < to; fold++) {
            int heldOut = fold;
            int[] others = Arrays.stream(all).filter(i -> folds[i] != heldOut).toArray();
            foldWeights[fold] =
                Lbfgs.minimize(
                    new LogisticRegression(examples, others, classes, penalties),
                    foldWeights[fold]);
          }
        });
  }

  Graph<?> graph() {
    return graph;
  }

  int classes() {
    return classes;
  }

  /** The labelled nodes. */
  int[] nodes() {
    return nodes;
  }

  /** The labelled nodes as examples. */
  Examples examples() {
    return examples;
  }

  Workers workers() {
    return workers;
  }

  /** Returns the logits of all nodes, learned from all labelled nodes. */
  DenseMatrix logits() {
    return logits(weights);
  }

  /**
   * Returns the logits of all nodes.
   *
   * @param ofColumns the weights of the examples' columns; those of further columns are ignored
   */
  DenseMatrix logits(double[] ofColumns) {
    int count = features.columns();
    DenseMatrix own = DenseMatrix.zeros(count, classes);
    DenseMatrix around = DenseMatrix.zeros(count, classes);
    double[] bias = new double[classes];
    for (int column = 0; column < examples.meaning().length; column++) {
      int meaning = examples.meaning()[column];
      for (int c = 0; c < classes; c++) {
        double weight = ofColumns[column * classes + c];
        if (meaning < count) {
          own.set(meaning, c, (float) weight);
        } else if (meaning < 2 * count) {
          around.set(meaning - count, c, (float) weight);
        } else {
          bias[c] = weight;
        }
      }
    }
    DenseMatrix product = DenseMatrix.zeros(graph.nodeCount(), classes);
    DenseMatrix logits = DenseMatrix.zeros(graph.nodeCount(), classes);
    features.apply(around, product, workers);
    graph.adjacency().mean().apply(product, logits, workers);
    features.apply(own, product, workers);
    for (int i = 0; i < logits.data().length; i++) {
      logits.data()[i] += (float) (product.data()[i] + bias[i % classes]);
    }
    return logits;
  }

  /** What is thought of the labelled nodes and their neighbours without the nodes' own labels. */
  HeldOut heldOut() {
    DenseMatrix[] logits = new DenseMatrix[foldCount];
    DenseMatrix[] labels = new DenseMatrix[foldCount];
    for (int fold = 0; fold < foldCount; fold++) {
      logits[fold] = logits(foldWeights[fold]);
      labels[fold] = DenseMatrix.zeros(graph.nodeCount(), classes);
      Dense.softmax(logits[fold], 1, labels[fold]);
      for (int node : nodes) {
        for (int c = 0; c < classes; c++) {
          labels[fold].set(node, c, graph.label(node) == c ? 1f : 0f);
        }
      }
    }
    return new HeldOut(folds, logits, labels);
  }

  /**
   * Logits and label distributions of all nodes by the fold that did not count.
   *
   * @param folds the fold of each labelled node
   * @param logits for each fold, the logits that the other folds give
   * @param labels for each fold, the distributions that they give; certain for labelled nodes
   */
  record HeldOut(int[] folds, DenseMatrix[] logits, DenseMatrix[] labels) {
    /** The logits of a node, held out with the i-th labelled node. */
    double logit(int i, int node, int c) {
      return logits[folds[i]].get(node, c);
    }

    /** The probability of a label of a node, held out with the i-th labelled node. */
    double label(int i, int node, int c) {
      return labels[folds[i]].get(node, c);
    }
  }
}
