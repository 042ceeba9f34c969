package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/** The softmax over all nodes as one would write it down, in double: the twin of the real ones. */
final class PlainSoftmax {
  final double[][] hiddenGradient;
  final double[][] weightGradient;
  final double[] biasGradient;
  double loss;

  PlainSoftmax(DenseMatrix hidden, DenseMatrix weights, float[] bias, CsrMatrix targets) {
    this(hidden, weights, bias, targets, NodeBatches.all(hidden.rows()));
  }

  PlainSoftmax(
      DenseMatrix hidden,
      DenseMatrix weights,
      float[] bias,
      CsrMatrix targets,
      NodeBatches.Batch batch) {
    int nodes = hidden.rows();
    int units = hidden.columns();
    hiddenGradient = new double[nodes][units];
    weightGradient = new double[nodes][units];
    biasGradient = new double[nodes];
    for (int place = 0; place < batch.size(); place++) {
      int n = batch.node(place);
      double[] target = new double[nodes];
      for (int e = targets.rowStart(n); e < targets.rowEnd(n); e++) {
        target[targets.columnIndex(e)] = targets.value(e);
      }
      double[] logits = new double[nodes];
      double sum = 0;
      double targetSum = 0;
      for (int c = 0; c < nodes; c++) {
        logits[c] = bias[c];
        for (int j = 0; j < units; j++) {
          logits[c] += (double) hidden.get(n, j) * weights.get(c, j);
        }
        sum += Math.exp(logits[c]);
        targetSum += target[c];
      }
      for (int c = 0; c < nodes; c++) {
        loss -= target[c] * (logits[c] - Math.log(sum)) / batch.size();
        double g = (targetSum * Math.exp(logits[c]) / sum - target[c]) / batch.size();
        biasGradient[c] += g;
        for (int j = 0; j < units; j++) {
          hiddenGradient[n][j] += g * weights.get(c, j);
          weightGradient[c][j] += g * hidden.get(n, j);
        }
      }
    }
  }

  /** What a ReLU may have given, with a part of the units zero for every node. */
  static DenseMatrix hidden(int nodes, int units, int dead, RandomStream random) {
    DenseMatrix hidden = DenseMatrix.zeros(nodes, units);
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < units; j++) {
        double value = 2 * random.nextDouble() - 0.7;
        hidden.set(i, j, j < dead ? 0f : (float) Math.max(0, value));
      }
    }
    return hidden;
  }

  /** A random batch of at most so many nodes. */
  static NodeBatches.Batch batch(int nodes, int most, RandomStream random) {
    NodeBatches batches = new NodeBatches(nodes, most);
    batches.shuffle(random);
    return batches.batches().get(batches.batches().size() - 1);
  }

  /** Rows of up to four targets with weights around 1; some rows have none. */
  static CsrMatrix targets(int nodes, RandomStream random) {
    int[] pointers = new int[nodes + 1];
    int[] columns = new int[4 * nodes];
    float[] values = new float[4 * nodes];
    int used = 0;
    for (int i = 0; i < nodes; i++) {
      int column = -1;
      for (int k = random.nextInt(5); k > 0; k--) {
        column += 1 + random.nextInt(Math.max(1, nodes / 5));
        if (column < nodes) {
          columns[used] = column;
          values[used++] = (float) (0.5 + random.nextDouble());
        }
      }
      pointers[i + 1] = used;
    }
    return CsrMatrix.of(
        nodes, nodes, pointers, Arrays.copyOf(columns, used), Arrays.copyOf(values, used));
  }
}
