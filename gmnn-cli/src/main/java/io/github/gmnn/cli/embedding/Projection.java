package io.github.gmnn.cli.embedding;

import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Embeddings in two dimensions, by t-SNE: of a few thousand nodes at most, which is what a picture
 * can show.
 *
 * @param <K> type of the nodes' keys
 * @param keys the nodes
 * @param labels the label of each; empty where it has none
 * @param points where each lies
 */
public record Projection<K>(List<K> keys, List<String> labels, double[][] points) {
  /** Fewer have no neighbourhoods to keep. */
  private static final int FEWEST = 8;

  private static final int MOST = 4_000;

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
    double[][] vectors =
        keys.stream().map(key -> unitVector(embeddings.vector(key))).toArray(double[][]::new);
    return new Projection<>(keys, keys.stream().map(labels::get).toList(), project(vectors));
  }

  private static double[][] project(double[][] vectors) {
    if (vectors.length < FEWEST) {
      return new double[vectors.length][2];
    }
    return new Tsne(vectors, Math.min(30, (vectors.length - 2) / 3.0)).run();
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

  /** Scaled to length 1, so that distances are those of directions; zero stays zero. */
  private static double[] unitVector(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += (double) value * value;
    }
    double[] unit = new double[vector.length];
    for (int j = 0; j < unit.length && sum > 0; j++) {
      unit[j] = vector[j] / Math.sqrt(sum);
    }
    return unit;
  }
}
