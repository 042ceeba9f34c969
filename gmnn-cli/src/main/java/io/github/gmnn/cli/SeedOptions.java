package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Seeds;
import java.util.List;
import picocli.CommandLine.Option;

/** How many runs there are. */
final class SeedOptions {
  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs, each with a seed of its own; on a folder of splits, of each split. Default:"
              + " ${DEFAULT-VALUE}.")
  private int runs = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed of the first run; the others take S+1, S+2, ... Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  List<Long> seeds() {
    return Seeds.from(seed, runs);
  }
}
