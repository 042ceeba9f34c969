package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.search.SettingsSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Validation chooses settings, test labels only measure them: on a folder of splits (s1, s2, ...)
 * or, without one, on generated citations.
 */
public final class ChoosingSettings {
  private ChoosingSettings() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      choose(List.of(CitationGraphGenerator.builder().build().generate()));
      return;
    }
    List<Dataset<String>> splits = new ArrayList<>();
    for (int i = 1; Files.isDirectory(Path.of(args[0], "s" + i)); i++) {
      splits.add(DatasetReader.read(Path.of(args[0], "s" + i)));
    }
    choose(splits);
  }

  private static <K> void choose(List<Dataset<K>> splits) {
    List<Graph<K>> graphs = splits.stream().map(Dataset::graph).toList();
    SettingsSearch.Result search =
        SettingsSearch.of(Gmnn::paper)
            .choice(
                "q",
                GmnnTrainer.Builder::inference,
                InferenceKinds.convolutions(),
                InferenceKinds.sage(),
                InferenceKinds.perceptron())
            .choice("l2", GmnnTrainer.Builder::l2, 5e-4, 5e-3)
            .seeds(1)
            .run(graphs);
    System.out.println(search);
    System.out.printf(
        "test accuracy: %.3f by the paper's settings, %.3f as chosen%n",
        accuracy(Gmnn.paper().seed(1).build(), splits), accuracy(search.best().trainer(), splits));
  }

  private static <K> double accuracy(GmnnTrainer trainer, List<Dataset<K>> splits) {
    return splits.stream()
        .mapToDouble(split -> trainer.fit(split.graph()).evaluate(split.testLabels()).accuracy())
        .average()
        .orElseThrow();
  }
}
