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
    float[] low = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
    float[] high = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
    for (int i = 0; i < plane.data().length; i++) {
      low[i % 2] = Math.min(low[i % 2], plane.data()[i]);
      high[i % 2] = Math.max(high[i % 2], plane.data()[i]);
    }
    float width = Math.max(high[0] - low[0], high[1] - low[1]);
    int[][] places = new int[2][plane.rows()];
    for (int i = 0; i < plane.data().length; i++) {
      float middle = (low[i % 2] + high[i % 2]) / 2;
      double share = width > 0 ? (plane.data()[i] - middle) / width + 0.5 : 0.5;
      places[i % 2][i / 2] = (int) Math.round(SIZE * share);
    }
    return new NodeMap(places[0], places[1]);
  }
}
