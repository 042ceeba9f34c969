package example;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.graph.Graph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;

/** Fits two rings of nodes that are joined by one edge, with one label in each. */
public final class Consumer {
  private static final int SIZE = 20;

  private Consumer() {}

  public static void main(String[] args) throws IOException {
    fitAndCheck(Gmnn.builder());
  }

  static void fitAndCheck(GmnnTrainer.Builder trainer) throws IOException {
    GmnnModel<String> model = trainer.seed(1).fit(rings());
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    model.save(file);
    GmnnModel<String> loaded =
        GmnnModel.load(new ByteArrayInputStream(file.toByteArray())).keyedBy(String.class);

    long right =
        loaded.predictions().all().stream()
            .filter(prediction -> prediction.key().startsWith(prediction.label()))
            .count();
    long bytes = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      bytes += new File(entry).isFile() ? new File(entry).length() : 0;
    }
    System.out.println(
        right + " of " + 2 * SIZE + " nodes are on their side; jars: " + bytes / 1_000_000 + " MB");
    if (right < 2 * SIZE - 2) {
      throw new AssertionError("the model does not predict");
    }
  }

  private static Graph<String> rings() {
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < SIZE; i++) {
      builder.addNode("left-" + i, 1.0, 0.5).addNode("right-" + i, 0.5, 1.0);
    }
    for (int i = 0; i < SIZE; i++) {
      builder.addEdge("left-" + i, "left-" + (i + 1) % SIZE);
      builder.addEdge("right-" + i, "right-" + (i + 1) % SIZE);
    }
    builder.addEdge("left-0", "right-0");
    return builder.label("left-5", "left").label("right-5", "right").build();
  }
}
