package io.github.gmnn.cli.embedding;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * t-SNE (van der Maaten and Hinton, JMLR 2008): points in the plane whose neighbourhoods are those
 * of vectors in a space of many dimensions. Exact: an iteration costs O(n²), and n² floats are
 * kept; two seconds for 1,600 vectors. The same vectors give the same points.
 */
final class Tsne {
  private static final int ITERATIONS = 750;

  /** For so many iterations attraction counts more, so that neighbours find each other. */
  private static final int EXAGGERATED = 250;

  private static final double EXAGGERATION = 12;
  private static final double LEAST_GAIN = 0.01;

  /** p_ij, symmetric, summing to 1. */
  private final float[][] similarities;

  private final int size;

  /**
   * Prepares vectors.
   *
   * @param vectors at least two, of one length
   * @param perplexity how many neighbours count, about; below their number
   */
  Tsne(double[][] vectors, double perplexity) {
    size = vectors.length;
    double[][] conditional =
        IntStream.range(0, size)
            .parallel()
            .mapToObj(i -> conditional(vectors, i, Math.log(perplexity)))
            .toArray(double[][]::new);
    similarities = new float[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        similarities[i][j] = (float) ((conditional[i][j] + conditional[j][i]) / (2.0 * size));
      }
    }
  }

  /** p_j|i of a row: Gaussian, its width found by bisection so that the entropy is as wanted. */
  private static double[] conditional(double[][] vectors, int i, double entropy) {
    double[] distances = new double[vectors.length];
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < distances.length; j++) {
      for (int d = 0; d < vectors[i].length; d++) {
        double difference = vectors[i][d] - vectors[j][d];
        distances[j] += difference * difference;
      }
      least = j == i ? least : Math.min(least, distances[j]);
    }
    double[] row = new double[distances.length];
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double precision = 1;
    for (int step = 0; step < 60; step++) {
      double sum = 0;
      double weighted = 0;
      for (int j = 0; j < row.length; j++) {
        row[j] = j == i ? 0 : Math.exp(-precision * (distances[j] - least));
        sum += row[j];
        weighted += row[j] * (distances[j] - least);
      }
      for (int j = 0; j < row.length; j++) {
        row[j] /= sum;
      }
      if (Math.log(sum) + precision * weighted / sum > entropy) {
        low = precision;
        precision = high == Double.POSITIVE_INFINITY ? 2 * precision : (precision + high) / 2;
      } else {
        high = precision;
        precision = (low + precision) / 2;
      }
    }
    return row;
  }

  /** Finds the points by gradient descent with momentum and a gain for each coordinate. */
  double[][] run() {
    RandomStream random = RandomStream.of(1);
    double[] points = new double[2 * size];
    for (int i = 0; i < points.length; i++) {
      points[i] = 1e-4 * (2 * random.nextDouble() - 1);
    }
    double[] gradient = new double[points.length];
    double[] velocity = new double[points.length];
    double[] gains = new double[points.length];
    Arrays.fill(gains, 1);
    double rate = Math.max(50, size / EXAGGERATION);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      boolean early = iteration < EXAGGERATED;
      gradient(points, early ? EXAGGERATION : 1, gradient);
      for (int i = 0; i < points.length; i++) {
        boolean turns = gradient[i] > 0 == velocity[i] > 0;
        gains[i] = Math.max(LEAST_GAIN, turns ? 0.8 * gains[i] : gains[i] + 0.2);
        velocity[i] = (early ? 0.5 : 0.8) * velocity[i] - rate * gains[i] * gradient[i];
        points[i] += velocity[i];
      }
    }
    return IntStream.range(0, size)
        .mapToObj(i -> new double[] {points[2 * i], points[2 * i + 1]})
        .toArray(double[][]::new);
  }

  /**
   * Computes the gradient of {@link #divergence}: 4 Σ_j (p_ij - q_ij)(y_i - y_j)/(1 + |y_i -
   * y_j|²), attraction being multiplied.
   */
  void gradient(double[] points, double exaggeration, double[] gradient) {
    double[] normalizers = new double[size];
    double[] repulsion = new double[points.length];
    IntStream.range(0, size)
        .parallel()
        .forEach(i -> normalizers[i] = forces(i, points, exaggeration, gradient, repulsion));
    double normalizer = 0;
    for (double ofRow : normalizers) {
      normalizer += ofRow;
    }
    for (int i = 0; i < points.length; i++) {
      gradient[i] = 4 * (gradient[i] - repulsion[i] / normalizer);
    }
  }

  private double forces(
      int i, double[] points, double exaggeration, double[] attraction, double[] repulsion) {
    float[] row = similarities[i];
    double x = points[2 * i];
    double y = points[2 * i + 1];
    double attractionX = 0;
    double attractionY = 0;
    double repulsionX = 0;
    double repulsionY = 0;
    double sum = 0;
    for (int j = 0; j < size; j++) {
      double dx = x - points[2 * j];
      double dy = y - points[2 * j + 1];
      double closeness = j == i ? 0 : 1 / (1 + dx * dx + dy * dy);
      double pull = exaggeration * row[j] * closeness;
      double push = closeness * closeness;
      attractionX += pull * dx;
      attractionY += pull * dy;
      repulsionX += push * dx;
      repulsionY += push * dy;
      sum += closeness;
    }
    attraction[2 * i] = attractionX;
    attraction[2 * i + 1] = attractionY;
    repulsion[2 * i] = repulsionX;
    repulsion[2 * i + 1] = repulsionY;
    return sum;
  }

  /** The Kullback-Leibler divergence of the points' similarities from the vectors'. */
  double divergence(double[] points) {
    double normalizer = 0;
    double divergence = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (j != i) {
          normalizer += 1 / (1 + squaredDistance(points, i, j));
        }
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double p = similarities[i][j];
        if (p > 0) {
          double q = 1 / (1 + squaredDistance(points, i, j)) / normalizer;
          divergence += p * Math.log(p / q);
        }
      }
    }
    return divergence;
  }

  private static double squaredDistance(double[] points, int i, int j) {
    double dx = points[2 * i] - points[2 * j];
    double dy = points[2 * i + 1] - points[2 * j + 1];
    return dx * dx + dy * dy;
  }
}
