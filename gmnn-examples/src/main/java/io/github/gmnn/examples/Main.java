package io.github.gmnn.examples;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the examples. */
@Command(
    name = "gmnn",
    mixinStandardHelpOptions = true,
    version = "gmnn 0.1.0-SNAPSHOT",
    description = "Graph Markov Neural Networks: examples and experiments.")
public final class Main implements Runnable {
  private Main() {}

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
