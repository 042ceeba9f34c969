package io.github.gmnn.baseline.relational;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Elementwise;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The directed dependency of a probabilistic relational model: a logistic regression on a node's
 * attributes, its neighbours' attributes and the shares of the labels among its neighbours in each
 * relation, weights of edges counting.
 *
 * <p>Labels are inferred by iterative classification (Neville, Jensen 2000): nodes take their
 * likeliest label one after another, given the present labels of their neighbours, until a sweep
 * changes none. It needs neither seed nor burn-in as Gibbs sampling would, and settles within some
 * ten sweeps. A sweep costs O(edges · classes).
 */
final class IterativeClassification implements Dependency {
  private final AttributeModel attributes;
  private final int maxSweeps;
  private final List<Relation> relations;
  private final int[] known;
  private final int classes;
  private double attributePenalty;

  @SuppressWarnings("NullAway.Init") // attributesChanged() comes first
  private Examples examples;

  @SuppressWarnings("NullAway.Init") // attributesChanged() comes first
  private int[] firstLabels;

  IterativeClassification(AttributeModel attributes, int maxSweeps) {
    this.attributes = attributes;
    this.maxSweeps = maxSweeps;
    this.relations = Relation.of(attributes.graph().adjacency());
    this.known = Dependency.knownLabels(attributes.graph());
    this.classes = attributes.classes();
  }

  @Override
  public void attributesChanged(double penalty) {
    attributePenalty = penalty;
    AttributeModel.HeldOut heldOut = attributes.heldOut();
    int[] nodes = attributes.nodes();
    double[][] shares = new double[nodes.length][relations.size() * classes];
    for (int i = 0; i < nodes.length; i++) {
      for (int r = 0; r < relations.size(); r++) {
        CsrMatrix matrix = relations.get(r).matrix();
        double total = weight(matrix, nodes[i]);
        for (int e = matrix.rowStart(nodes[i]); e < matrix.rowEnd(nodes[i]); e++) {
          double share = matrix.value(e) / total;
          for (int c = 0; c < classes; c++) {
            shares[i][r * classes + c] += share * heldOut.label(i, matrix.columnIndex(e), c);
          }
        }
      }
    }
    examples = attributes.examples().with(shares);
    DenseMatrix logits = attributes.logits();
    firstLabels = new int[known.length];
    for (int node = 0; node < known.length; node++) {
      firstLabels[node] =
          known[node] >= 0
              ? known[node]
              : Elementwise.argMax(logits.data(), node * classes, classes);
    }
  }

  private static double weight(CsrMatrix matrix, int node) {
    double total = 0;
    for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
      total += matrix.value(e);
    }
    return total;
  }

  @Override
  public Fitted fit(double penalty) {
    int ofAttributes = examples.meaning().length;
    double[] penalties = new double[ofAttributes + relations.size() * classes];
    Arrays.fill(penalties, 0, ofAttributes, attributePenalty);
    Arrays.fill(penalties, ofAttributes, penalties.length, penalty);
    LogisticRegression objective =
        new LogisticRegression(
            examples, IntStream.range(0, examples.count()).toArray(), classes, penalties);
    double[] learned = Lbfgs.minimize(objective, new double[objective.size()]);
    double[] ofLabels = Arrays.copyOfRange(learned, ofAttributes * classes, learned.length);
    return infer(attributes.logits(learned), ofLabels);
  }

  /**
   * Infers all labels.
   *
   * @param local the logits by attributes
   * @param ofLabels for each relation, the weights of the neighbours' labels, the logits of each
   *     side by side
   */
  private Fitted infer(DenseMatrix local, double[] ofLabels) {
    int[] labels = firstLabels.clone();
    double[] marginals = new double[labels.length * classes];
    int open = 0;
    for (int node = 0; node < labels.length; node++) {
      open += known[node] < 0 ? 1 : 0;
      if (known[node] >= 0) {
        marginals[node * classes + known[node]] = 1;
      }
    }
    int sweeps = 0;
    int changed = open;
    while (changed > 0 && sweeps < maxSweeps) {
      changed = 0;
      for (int node = 0; node < labels.length; node++) {
        if (known[node] < 0) {
          int label = classify(node, labels, local, ofLabels, marginals);
          changed += label == labels[node] ? 0 : 1;
          labels[node] = label;
        }
      }
      sweeps++;
    }
    double residual = open == 0 ? 0 : (double) changed / open;
    return new Fitted(
        marginals, weights(ofLabels), new Convergence(changed == 0, sweeps, residual));
  }

  private int classify(
      int node, int[] labels, DenseMatrix local, double[] ofLabels, double[] marginals) {
    int row = node * classes;
    for (int c = 0; c < classes; c++) {
      marginals[row + c] = local.data()[row + c];
    }
    for (int r = 0; r < relations.size(); r++) {
      CsrMatrix matrix = relations.get(r).matrix();
      double total = weight(matrix, node);
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        double share = matrix.value(e) / total;
        int start = (r * classes + labels[matrix.columnIndex(e)]) * classes;
        for (int c = 0; c < classes; c++) {
          marginals[row + c] += share * ofLabels[start + c];
        }
      }
    }
    Distribution.softmax(marginals, row, row + classes);
    return Distribution.best(marginals, row, classes);
  }

  private Map<String, double[]> weights(double[] ofLabels) {
    Map<String, double[]> weights = new LinkedHashMap<>();
    for (int r = 0; r < relations.size(); r++) {
      int first = r * classes * classes;
      double[] ofRelation = new double[classes * classes];
      Arrays.setAll(ofRelation, i -> ofLabels[first + i % classes * classes + i / classes]);
      weights.putIfAbsent(relations.get(r).name(), ofRelation);
    }
    return weights;
  }
}
