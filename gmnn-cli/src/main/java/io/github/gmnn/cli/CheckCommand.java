package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a model or checkpoint. */
@Command(
    name = "check",
    description = {
      "Read a model or checkpoint as a whole, check its digest and everything in it, and print what"
          + " it holds. Ends with 2 and one line if it is damaged or something else."
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A model or a checkpoint.")
  private Path file;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().print(GmnnModel.Check.of(file));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
