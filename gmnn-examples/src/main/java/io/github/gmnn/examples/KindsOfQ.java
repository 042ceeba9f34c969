package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;

/** Other ways to say what q is: by name, or the one that validation prefers after long trials. */
public final class KindsOfQ {
  private KindsOfQ() {}

  /** Trains on a data folder if one is named, else on a small generated graph. */
  public static void main(String[] arguments) throws IOException {
    Dataset<?> data =
        arguments.length > 0
            ? DatasetReader.read(Path.of(arguments[0]))
            : CitationGraphGenerator.builder().nodes(400).validation(100).build().generate();
    run(data);
  }

  static <K> void run(Dataset<K> data) {
    Graph<K> graph = data.graph();
    GmnnModel<K> sage = Gmnn.builder().inference(InferenceKinds.sage()).seed(42).fit(graph);
    GmnnModel<K> accurate =
        Gmnn.builder().inference(InferenceKinds.RandomPropagation.far()).seed(42).fit(graph);
    GmnnModel<K> chosen = Gmnn.auto().seed(42).fit(graph);
    System.out.println(chosen.provenance().settings().get("inferenceChosen"));

    System.out.println(sage.evaluate(data.testLabels()));
    System.out.println(accurate.evaluate(data.testLabels()));
    System.out.println(chosen.evaluate(data.testLabels()));
  }
}
