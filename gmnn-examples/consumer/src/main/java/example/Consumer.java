package example;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;

/** Fits two rings of nodes that are joined by one edge, with one label in each. */
public final class Consumer {
  private static final int SIZE = 20;

  private Consumer() {}

  public static void main(String[] args) {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < SIZE; i++) {
      builder.addNode("left-" + i, 1.0, 0.5).addNode("right-" + i, 0.5, 1.0);
    }
    for (int i = 0; i < SIZE; i++) {
      builder.addEdge("left-" + i, "left-" + (i + 1) % SIZE);
      builder.addEdge("right-" + i, "right-" + (i + 1) % SIZE);
    }
    builder.addEdge("left-0", "right-0");
    builder.label("left-5", "left").label("right-5", "right");

    GmnnModel<String> model = Gmnn.builder().seed(1).fit(builder.build());

    long right =
        model.predictions().all().stream()
            .filter(prediction -> prediction.key().startsWith(prediction.label()))
            .count();
    System.out.println(right + " of " + 2 * SIZE + " nodes are on their side");
    if (right < 2 * SIZE - 2) {
      throw new AssertionError("the model does not predict");
    }
  }
}
