package io.github.gmnn.lab.paper;

import io.github.gmnn.internal.Checks;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which of the paper's data sets a command takes. */
final class PaperDataOptions {
  @Option(
      names = {"--data", "--data-root"},
      required = true,
      paramLabel = "ROOT",
      description =
          "The folder that has cora, citeseer, pubmed, bitcoin_alpha and bitcoin_otc in it, or some"
              + " of them; graphs takes others too.")
  private Path root;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Take these data sets alone.")
  private List<String> only = List.of();

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "With graphs: of data with several splits (s1, s2, ...) take the first N.")
  private int splits = Integer.MAX_VALUE;

  Path root() {
    return root;
  }

  PaperData data() {
    Checks.atLeast(1, splits, "--splits");
    return new PaperData(root, only, splits);
  }
}
