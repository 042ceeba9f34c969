package io.github.gmnn.lab.paper;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which of the paper's data sets a command takes. */
final class PaperDataOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "ROOT",
      description =
          "The folder that has cora, citeseer, pubmed, bitcoin_alpha and bitcoin_otc in it, or some"
              + " of them.")
  private Path root;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Take these data sets alone.")
  private List<String> only = List.of();

  Path root() {
    return root;
  }

  PaperData data() {
    return new PaperData(root, only);
  }
}
