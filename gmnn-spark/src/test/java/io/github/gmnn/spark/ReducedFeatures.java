package io.github.gmnn.spark;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.linalg.Matrix;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.linalg.distributed.RowMatrix;
import org.apache.spark.sql.SparkSession;

/**
 * Features of a data folder in fewer, dense columns: rows of sum 1 turned to the first right
 * singular vectors of all of them (Spark's own decomposition).
 */
final class ReducedFeatures {
  /** Singular values below this share of the largest are taken for zero. */
  private static final double SMALLEST = 1e-6;

  private ReducedFeatures() {}

  static <K> Graph<K> of(SparkSession spark, Graph<K> graph, int columns) {
    CsrMatrix features = FeatureScaling.ROW.apply(graph.features());
    List<Vector> rows = new ArrayList<>();
    for (int node = 0; node < features.rows(); node++) {
      rows.add(Vectors.fromML(Frames.vector(features, node)));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Matrix vectors =
        new RowMatrix(context.parallelize(rows).cache().rdd())
            .computeSVD(columns, false, SMALLEST)
            .V();
    return graph.withFeatures(product(features, vectors));
  }

  private static CsrMatrix product(CsrMatrix features, Matrix vectors) {
    int width = vectors.numCols();
    double[] byColumn = vectors.toArray();
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[Math.multiplyExact(features.rows(), width)];
    float[] values = new float[indices.length];
    double[] sum = new double[width];
    for (int node = 0; node < features.rows(); node++) {
      Arrays.fill(sum, 0);
      for (int e = features.rowStart(node); e < features.rowEnd(node); e++) {
        for (int c = 0; c < width; c++) {
          sum[c] += features.value(e) * byColumn[c * features.columns() + features.columnIndex(e)];
        }
      }
      for (int c = 0; c < width; c++) {
        indices[node * width + c] = c;
        values[node * width + c] = (float) sum[c];
      }
      pointers[node + 1] = (node + 1) * width;
    }
    return CsrMatrix.of(features.rows(), width, pointers, indices, values);
  }
}
