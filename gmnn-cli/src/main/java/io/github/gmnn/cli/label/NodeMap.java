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
  private static NodeMap of(double[] x, double[] y) {
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

  /**
   * This map, turned and perhaps mirrored so that nodes lie as near as can be to where another map
   * has them (Procrustes): a person who looks at one finds the way in the other.
   */
  NodeMap turnedTo(NodeMap other) {
    Turn plain = Turn.between(this, other, 1);
    Turn mirrored = Turn.between(this, other, -1);
    Turn best = mirrored.likeness() > plain.likeness() ? mirrored : plain;
    double[] newX = new double[x.length];
    double[] newY = new double[x.length];
    for (int node = 0; node < x.length; node++) {
      double ofY = best.mirror * y[node];
      newX[node] = best.cosine * x[node] - best.sine * ofY;
      newY[node] = best.sine * x[node] + best.cosine * ofY;
    }
    return of(newX, newY);
  }

  /** The turn of one map that brings it nearest to another. */
  private record Turn(int mirror, double likeness, double cosine, double sine) {
    static Turn between(NodeMap from, NodeMap to, int mirror) {
      int count = from.x.length;
      double[] mean = new double[4];
      for (int node = 0; node < count; node++) {
        mean[0] += (double) from.x[node] / count;
        mean[1] += (double) mirror * from.y[node] / count;
        mean[2] += (double) to.x[node] / count;
        mean[3] += (double) to.y[node] / count;
      }
      double along = 0;
      double across = 0;
      for (int node = 0; node < count; node++) {
        double fromX = from.x[node] - mean[0];
        double fromY = mirror * from.y[node] - mean[1];
        double toX = to.x[node] - mean[2];
        double toY = to.y[node] - mean[3];
        along += fromX * toX + fromY * toY;
        across += fromX * toY - fromY * toX;
      }
      double likeness = Math.hypot(along, across);
      return likeness > 0
          ? new Turn(mirror, likeness, along / likeness, across / likeness)
          : new Turn(mirror, 0, 1, 0);
    }
  }
}
