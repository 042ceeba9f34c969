package io.github.gmnn.cli;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.DataFormatException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** The command that has all others below it, and how errors of all of them end. */
@Command(
    name = "gmnn",
    mixinStandardHelpOptions = true,
    versionProvider = GmnnCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Graph Markov Neural Networks: classify and embed nodes, classify links.",
    subcommands = {
      DemoCommand.class,
      ClassifyCommand.class,
      LabelCommand.class,
      LinksCommand.class,
      PredictCommand.class,
      DescribeCommand.class,
      CheckCommand.class,
      EmbedCommand.class
    },
    footer = {
      "",
      "The laboratory, which is part of the repository, has three more: reproduce (the experiments"
          + " of the paper), layers and labeling."
    })
public final class GmnnCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private GmnnCommand() {}

  /** The version of the jar, which classes outside one do not know. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = GmnnCommand.class.getPackage().getImplementationVersion();
      return new String[] {"gmnn " + (version == null ? "(not from a jar)" : version)};
    }
  }

  /**
   * Runs a command line.
   *
   * @return the exit code: 0, 2 for wrong input (with one line on stderr that says what is wrong),
   *     1 for anything else that failed
   */
  public static int execute(String... args) {
    CommandLine commands = new CommandLine(new GmnnCommand());
    ServiceLoader.load(ExperimentCommand.class).forEach(commands::addSubcommand);
    int code =
        commands
            .setExpandAtFiles(false) // a node or a file may well begin with @
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(GmnnCommand::onWrongParameter)
            .setExecutionExceptionHandler((e, command, parsed) -> onFailure(e, command))
            .execute(args);
    // print streams keep their failures to themselves
    if (code == ExitCode.OK && System.out.checkError()) {
      complain(commands, "cannot write to standard output: the disk is full, or nobody reads it");
      return ExitCode.USAGE;
    }
    return code;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int onWrongParameter(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    complain(
        command, e.getMessage() + "; see " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  private static int onFailure(Exception e, CommandLine command) {
    if (e instanceof DataFormatException && e.getMessage() != null) {
      e.getMessage().lines().forEach(line -> complain(command, line)); // the first ten errors
    } else {
      complain(command, message(e));
    }
    boolean wrongInput = e instanceof IllegalArgumentException || e instanceof IOException;
    return wrongInput ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }

  private static String message(Exception e) {
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": access denied";
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return file.getFile() + ": " + e.getClass().getSimpleName();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static void complain(CommandLine command, String message) {
    command.getErr().println("gmnn: " + Quote.printable(message.lines().findFirst().orElse("")));
    command.getErr().flush();
  }
}
