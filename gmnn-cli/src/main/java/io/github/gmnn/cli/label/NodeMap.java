package io.github.gmnn.cli.label;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;

/**
 * Where nodes lie on the page's map: near those whose vectors are alike.
 *
 * @param x from 0 to 9,999
 * @param y from 0 to 9,999
 */
record NodeMap(int[] x, int[] y) {
  private static final int SIZE = 9_999;

  static NodeMap of(NodeEmbeddings<String> vectors) {
    DenseMatrix plane = vectors.toPlane(1).matrix();
    double[] x = new double[plane.rows()];
    double[] y = new double[plane.rows()];
    for (int node = 0; node < x.length; node++) {
      x[node] = plane.get(node, 0);
      y[node] = plane.get(node, 1);
    }
    return of(x, y);
  }

  /** Fits points into the square, their proportions kept. */
  static NodeMap of(double[] x, double[] y) {
    double width = Math.max(highest(x) + highest(opposite(x)), highest(y) + highest(opposite(y)));
    return new NodeMap(scaled(x, width), scaled(y, width));
  }

  private static double highest(double[] values) {
    double highest = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      highest = Math.max(highest, value);
    }
    return highest;
  }

  private static double[] opposite(double[] values) {
    double[] opposite = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      opposite[i] = -values[i];
    }
    return opposite;
  }

  private static int[] scaled(double[] values, double width) {
    double middle = (highest(values) - highest(opposite(values))) / 2;
    int[] scaled = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      double share = width > 0 ? (values[i] - middle) / width + 0.5 : 0.5;
      scaled[i] = (int) Math.round(SIZE * share);
    }
    return scaled;
  }
}
