package io.github.gmnn.lab.paper;

import io.github.gmnn.advice.AdviceStrategies;
import io.github.gmnn.advice.GraphVectors;
import io.github.gmnn.cli.DataFolder;
import io.github.gmnn.cli.ExperimentCommand;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates people who label the nodes that an advisor asks for. */
@Command(
    name = "labeling",
    description = {
      "Simulate people who label nodes: start with one label of each class, drawn by the seed, then"
          + " label what a strategy asks for. Prints the accuracy on the test and validation nodes"
          + " with 2, 5, 10 and 20 labels a class on average. The folder's label_all.txt has the"
          + " labels of all nodes, where it is there; else nodes without a label are never asked"
          + " for. Validation and test nodes are never asked for."
    })
public final class LabelingCommand extends ExperimentCommand {
  @Option(names = "--data", required = true, paramLabel = "DIR", description = "The data folder.")
  private Path folder;

  @Option(
      names = "--strategies",
      paramLabel = "S",
      split = ",",
      description =
          "Compare these: hybrid, cover, gaps, uncertainty, random. Default: ${DEFAULT-VALUE}.")
  private List<String> strategies = List.of("hybrid", "random");

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs of each strategy, with seeds 1 to N. Default: ${DEFAULT-VALUE}.")
  private int runs = 10;

  @Option(
      names = "--marks",
      paramLabel = "N",
      split = ",",
      description = "Measure after so many labels a class. Default: ${DEFAULT-VALUE}.")
  private List<Integer> marks = List.of(2, 5, 10, 20);

  @Option(
      names = "--http",
      description = {
        "Label over HTTP, as the page of gmnn label does, and tell how long it takes from a label"
            + " to the revision that has learned it and to the map's colours."
      })
  private boolean http;

  @Override
  protected List<Configuration> configurations() throws IOException {
    DataFolder data = DataFolder.read(folder, new ReaderOptions());
    List<Configuration> configurations = new ArrayList<>();
    for (Map.Entry<String, Path> split : DataFolder.paths(folder).entrySet()) {
      Dataset<String> dataset = data.splits().get(split.getKey());
      Map<String, String> truth = truth(dataset, split.getValue().resolve("label_all.txt"));
      NodeEmbeddings<String> vectors = http ? null : GraphVectors.of(dataset.graph(), 1);
      for (String name : strategies) {
        configurations.add(
            new Configuration(
                data.name() + split.getKey(),
                "object",
                name,
                "",
                Map.of(),
                Seeds.from(1, runs),
                new LabelingTrial(dataset, truth, vectors, AdviceStrategies.named(name), marks)));
      }
    }
    return configurations;
  }

  /** Who knows what: the labels of all nodes, or those of the data. */
  private static Map<String, String> truth(Dataset<String> data, Path all) throws IOException {
    Map<String, String> truth = new LinkedHashMap<>(data.graph().labels());
    truth.putAll(data.testLabels());
    if (Files.exists(all)) {
      for (String line : Files.readAllLines(all)) {
        String[] cells = line.split("\t", -1);
        if (cells.length != 2 || !data.graph().contains(cells[0])) {
          throw new IllegalArgumentException(
              all + ": expected a node of the graph and its class, found " + Quote.of(line));
        }
        truth.put(cells[0], cells[1]);
      }
    }
    return truth;
  }
}
