package io.github.gmnn.cli;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A data folder of 200 nodes and 3 classes. */
public final class SmallData {
  private SmallData() {}

  public static Path write(Path folder) throws IOException {
    Dataset<Integer> data =
        CitationGraphGenerator.builder()
            .nodes(200)
            .classes(3)
            .words(40)
            .wordsPerNode(8)
            .topicality(0.5)
            .trainPerClass(20)
            .validation(40)
            .build()
            .generate();
    Graph<Integer> graph = data.graph();
    Map<String, String> labels = new TreeMap<>();
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (graph.label(node) >= 0) {
        labels.put(graph.key(node).toString(), graph.classes().get(graph.label(node)));
      }
    }
    data.testLabels().forEach((key, label) -> labels.put(key.toString(), label));

    Files.createDirectories(folder);
    Files.writeString(folder.resolve("net.txt"), edges(labels));
    Files.writeString(folder.resolve("feature.txt"), features(graph));
    Files.writeString(
        folder.resolve("label.txt"),
        labels.entrySet().stream()
            .map(entry -> entry.getKey() + "\t" + entry.getValue() + "\n")
            .collect(Collectors.joining()));
    Files.writeString(folder.resolve("train.txt"), keys(graph, graph.trainingNodes()));
    Files.writeString(folder.resolve("dev.txt"), keys(graph, graph.validationNodes()));
    Files.writeString(
        folder.resolve("test.txt"),
        data.testLabels().keySet().stream().map(key -> key + "\n").collect(Collectors.joining()));
    return folder;
  }

  /** Joins each node with the next one of its class. */
  private static String edges(Map<String, String> labels) {
    StringBuilder lines = new StringBuilder();
    Map<String, String> lastOfClass = new HashMap<>();
    labels.forEach(
        (node, label) -> {
          String last = lastOfClass.put(label, node);
          if (last != null) {
            lines.append(last).append('\t').append(node).append("\t1\n");
          }
        });
    return lines.toString();
  }

  private static String features(Graph<Integer> graph) {
    CsrMatrix features = graph.features();
    return IntStream.range(0, features.rows())
        .mapToObj(
            row ->
                row
                    + "\t"
                    + IntStream.range(features.rowStart(row), features.rowEnd(row))
                        .mapToObj(e -> features.columnIndex(e) + ":1")
                        .collect(Collectors.joining(" "))
                    + "\n")
        .collect(Collectors.joining());
  }

  private static String keys(Graph<Integer> graph, int[] nodes) {
    return Arrays.stream(nodes)
        .mapToObj(node -> graph.key(node) + "\n")
        .collect(Collectors.joining());
  }
}
