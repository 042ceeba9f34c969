package io.github.gmnn.cli.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Embeddings in two dimensions: of twenty thousand nodes at most, which is more than a picture can
 * show.
 *
 * @param <K> type of the nodes' keys
 * @param keys the nodes
 * @param labels the label of each; empty where it has none
 * @param points where each lies
 */
public record Projection<K>(List<K> keys, List<String> labels, double[][] points) {
  private static final int MOST = 20_000;

  /**
   * Projects the nodes whose class is known: those of training, validation and test; all nodes
   * where none is.
   *
   * @param most how many at most; of more, some evenly spread over them
   */
  public static <K> Projection<K> of(NodeEmbeddings<K> embeddings, Dataset<K> data, int most) {
    Map<K, String> labels = labels(data);
    List<K> all = List.copyOf(labels.keySet());
    int count = Math.min(Math.min(most, MOST), all.size());
    List<K> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(all.get((int) ((long) i * all.size() / count)));
    }
    return new Projection<>(
        keys, keys.stream().map(labels::get).toList(), project(embeddings, keys));
  }

  private static <K> double[][] project(NodeEmbeddings<K> embeddings, List<K> keys) {
    if (keys.isEmpty()) {
      return new double[0][];
    }
    int dimensions = embeddings.dimensions();
    DenseMatrix vectors = DenseMatrix.zeros(keys.size(), dimensions);
    for (int i = 0; i < keys.size(); i++) {
      System.arraycopy(
          embeddings.vector(keys.get(i)), 0, vectors.data(), i * dimensions, dimensions);
    }
    DenseMatrix plane = NodeEmbeddings.of(keys, vectors).toPlane(1).matrix();
    double[][] points = new double[keys.size()][2];
    for (int i = 0; i < points.length; i++) {
      points[i][0] = plane.get(i, 0);
      points[i][1] = plane.get(i, 1);
    }
    return points;
  }

  private static <K> Map<K, String> labels(Dataset<K> data) {
    Graph<K> graph = data.graph();
    Map<K, String> labels = new LinkedHashMap<>(graph.labels());
    labels.putAll(data.testLabels());
    if (labels.isEmpty()) {
      graph.keys().forEach(key -> labels.put(key, ""));
    }
    return labels;
  }
}
