package io.github.gmnn.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.Objective;
import java.util.Arrays;

/**
 * What two views of a graph should agree on, Zhang et al., "From Canonical Correlation Analysis to
 * Self-supervised Graph Neural Networks" (CCA-SSG), NeurIPS 2021: with the columns of both views'
 * outputs standardised, -Σ Z₁Z₂/N + λ Σ<sub>v</sub> ‖I - Z<sub>v</sub>ᵀZ<sub>v</sub>/N‖². The first
 * term asks a node for the same vector in both views, the second keeps columns from saying the same
 * as others.
 *
 * <p>Means, deviations and correlations are those of all nodes, or of some drawn at random in every
 * step. A step costs 8 · nodes counted · dimensions² multiply-adds.
 */
final class ViewCorrelation implements Objective {
  /** A column that deviates less is the same for all nodes, and has no direction to learn. */
  private static final double LEAST_DEVIATION = 1e-12;

  private final int nodes;
  private final int width;
  private final float decorrelation;
  private final int[] counted;
  private final DenseMatrix[] views;
  private final double[][] inverseDeviations;
  private final DenseMatrix correlations;
  private final DenseMatrix gradient;
  private final double[] sums;
  private final double[] products;

  /**
   * Makes the objective of one network.
   *
   * @param nodes nodes of the graph
   * @param width columns of the outputs
   * @param most how many nodes are counted in a step at most, at least 2
   * @param decorrelation λ
   */
  ViewCorrelation(int nodes, int width, int most, double decorrelation) {
    this.nodes = nodes;
    this.width = width;
    this.decorrelation = (float) decorrelation;
    this.counted = new int[Math.min(nodes, most)];
    int count = counted.length;
    this.views =
        new DenseMatrix[] {DenseMatrix.zeros(count, width), DenseMatrix.zeros(count, width)};
    this.inverseDeviations = new double[2][width];
    this.correlations = DenseMatrix.zeros(width, width);
    this.gradient = DenseMatrix.zeros(count, width);
    this.sums = new double[width];
    this.products = new double[width];
  }

  @Override
  public int passes() {
    return 2;
  }

  @Override
  public RowSet nodes() {
    return RowSet.all(nodes);
  }

  @Override
  public Loss lossAndGradient(Outputs outputs) {
    count(outputs.random());
    Workers workers = outputs.workers();
    standardize(outputs.logits(0), 0, workers);
    standardize(outputs.logits(1), 1, workers);
    double loss = -agreement(workers);
    for (int view = 0; view < 2; view++) {
      loss += decorrelation * correlate(view, workers);
      differentiate(view, outputs.gradient(view), workers);
    }
    return new Loss(loss, 1);
  }

  /** Draws the nodes that are counted, ascending: each with the chance that it has left. */
  private void count(RandomStream random) {
    int next = 0;
    for (int node = 0; next < counted.length; node++) {
      if (counted.length - next == nodes - node
          || random.nextDouble() * (nodes - node) < counted.length - next) {
        counted[next++] = node;
      }
    }
  }

  /** Each thread has columns of its own, so that sums run in the order of nodes. */
  private void forColumns(Workers workers, Workers.RowRange body) {
    workers.forRows(width, 4L * counted.length, body);
  }

  private void standardize(DenseMatrix outputs, int view, Workers workers) {
    float[] in = outputs.data();
    float[] z = views[view].data();
    double[] inverse = inverseDeviations[view];
    int count = counted.length;
    forColumns(
        workers,
        (from, to) -> {
          Arrays.fill(sums, from, to, 0);
          Arrays.fill(products, from, to, 0);
          for (int node : counted) {
            for (int c = from; c < to; c++) {
              sums[c] += in[node * width + c];
            }
          }
          for (int i = 0; i < count; i++) {
            for (int c = from; c < to; c++) {
              double difference = in[counted[i] * width + c] - sums[c] / count;
              products[c] += difference * difference;
            }
          }
          for (int c = from; c < to; c++) {
            double deviation = Math.sqrt(products[c] / (count - 1));
            inverse[c] = deviation < LEAST_DEVIATION ? 0 : 1 / deviation;
            sums[c] /= count;
          }
          for (int i = 0; i < count; i++) {
            for (int c = from; c < to; c++) {
              z[i * width + c] = (float) ((in[counted[i] * width + c] - sums[c]) * inverse[c]);
            }
          }
        });
  }

  /** Σ Z₁Z₂ / N. */
  private double agreement(Workers workers) {
    float[] first = views[0].data();
    float[] second = views[1].data();
    forColumns(
        workers,
        (from, to) -> {
          Arrays.fill(products, from, to, 0);
          for (int i = 0; i < counted.length; i++) {
            for (int c = from; c < to; c++) {
              products[c] += (double) first[i * width + c] * second[i * width + c];
            }
          }
        });
    double sum = 0;
    for (double product : products) {
      sum += product;
    }
    return sum / counted.length;
  }

  /** Sets {@code correlations} to ZᵀZ/N - I and returns the sum of its squares. */
  private double correlate(int view, Workers workers) {
    Dense.multiplyTransposedLeft(views[view], views[view], correlations, workers);
    float[] r = correlations.data();
    double sum = 0;
    for (int i = 0; i < r.length; i++) {
      r[i] = r[i] / counted.length - (i % (width + 1) == 0 ? 1f : 0f);
      sum += (double) r[i] * r[i];
    }
    return sum;
  }

  /** The gradient at the standardised outputs, and from there through the standardisation. */
  private void differentiate(int view, DenseMatrix out, Workers workers) {
    Dense.multiply(views[view], correlations, gradient, workers);
    float[] g = gradient.data();
    float[] z = views[view].data();
    float[] other = views[1 - view].data();
    float[] target = out.data();
    double[] inverse = inverseDeviations[view];
    int count = counted.length;
    float ofOther = -1f / count;
    float ofCorrelations = 4 * decorrelation / count;
    forColumns(
        workers,
        (from, to) -> {
          Arrays.fill(sums, from, to, 0);
          Arrays.fill(products, from, to, 0);
          for (int i = 0; i < count; i++) {
            for (int c = from; c < to; c++) {
              int e = i * width + c;
              g[e] = ofCorrelations * g[e] + ofOther * other[e];
              sums[c] += g[e];
              products[c] += (double) g[e] * z[e];
            }
          }
          for (int i = 0; i < count; i++) {
            for (int c = from; c < to; c++) {
              int e = i * width + c;
              double centered = g[e] - sums[c] / count - z[e] * products[c] / (count - 1);
              target[counted[i] * width + c] = (float) (centered * inverse[c]);
            }
          }
        });
  }
}
