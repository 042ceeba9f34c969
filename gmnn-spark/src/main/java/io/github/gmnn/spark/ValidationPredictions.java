package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.Role;
import java.io.Serializable;
import java.util.List;

/**
 * The predictions for the validation nodes of a part.
 *
 * @param nodes their numbers
 * @param labels their classes
 * @param distributions a row each
 */
record ValidationPredictions(int[] nodes, int[] labels, float[] distributions)
    implements Serializable {
  /** Takes a share of the part's validation nodes, drawn by their numbers. */
  static ValidationPredictions of(Part part, float[] logits, int classes, double share, long seed) {
    RandomStream random = RandomStream.of(seed).derive("calibration");
    float[] all = PredictionRows.softmax(logits, classes, 1);
    IntList nodes = new IntList();
    IntList labels = new IntList();
    FloatList rows = new FloatList();
    for (int row = 0; row < part.nodes(); row++) {
      int node = part.numberOf(row);
      if (part.vertices().roles()[row] == Role.VALIDATION
          && (share >= 1 || random.uniform(node) < share)) {
        nodes.add(node);
        labels.add(part.vertices().labels()[row]);
        for (int c = 0; c < classes; c++) {
          rows.add(all[row * classes + c]);
        }
      }
    }
    return new ValidationPredictions(nodes.toArray(), labels.toArray(), rows.toArray());
  }

  /** The temperature that these nodes choose, in the order of their numbers. */
  static double temperature(List<ValidationPredictions> parts, int classes) {
    int count = parts.stream().mapToInt(part -> part.nodes.length).sum();
    int[] labels = new int[count];
    DenseMatrix rows = DenseMatrix.zeros(count, classes);
    int[] next = new int[parts.size()];
    for (int i = 0; i < count; i++) {
      int first = -1;
      for (int p = 0; p < next.length; p++) {
        if (next[p] < parts.get(p).nodes.length
            && (first < 0 || parts.get(p).nodes[next[p]] < parts.get(first).nodes[next[first]])) {
          first = p;
        }
      }
      ValidationPredictions from = parts.get(first);
      int row = next[first]++;
      labels[i] = from.labels[row];
      System.arraycopy(from.distributions, row * classes, rows.data(), i * classes, classes);
    }
    return Temperature.choose(labels, rows);
  }
}
