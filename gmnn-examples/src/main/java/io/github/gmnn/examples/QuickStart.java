package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;
import java.util.Map;

/** The smallest use: four papers, two of them labelled. */
public final class QuickStart {
  public static void main(String[] args) {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("backpropagation", Map.of("gradient", 1, "network", 1))
            .addNode("dropout", Map.of("network", 1, "noise", 1))
            .addNode("b-trees", Map.of("index", 1, "disk", 1))
            .addNode("joins", Map.of("index", 1, "query", 1))
            .addEdge("dropout", "backpropagation")
            .addEdge("joins", "b-trees")
            .label("backpropagation", "learning")
            .label("b-trees", "databases")
            .build();

    GmnnModel<String> model = Gmnn.builder().seed(42).fit(graph);

    System.out.println(model.predict("joins").label()); // databases
    System.out.println(model.predict("joins").distribution()); // of both labels
  }
}
