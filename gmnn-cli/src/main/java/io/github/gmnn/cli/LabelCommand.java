package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.advice.AdviceStrategies;
import io.github.gmnn.cli.label.Labeling;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves a page on which people label a graph. */
@Command(
    name = "label",
    description = {
      "Label the nodes of a data folder in the browser: the page asks about the nodes whose labels"
          + " help most, and a model learns from every label. Serves only on this machine, prints"
          + " the address on stdout, and ends with Ctrl-C. Every label is on disk before the page moves"
          + " on; the next start continues with them. The data folder is never changed."
    })
final class LabelCommand implements Callable<Integer> {
  private static final int TOKEN_BYTES = 16;
  private static final int DEMO_NODES = 1_500;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder; it needs no labels.")
  private Path folder;

  @Mixin private ReadingOptions reading;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "A model to begin with: its guesses are shown until there are four labels a class, and"
              + " validation nodes, if there are any, do not prefer them still.")
  private Path modelFile;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The file that keeps the labels, one per line; created if missing. Default:"
              + " NAME-labels.jsonl in the working directory, where NAME is the data folder's.")
  private Path labels;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port to serve on. Default: any that is free.")
  private int port;

  @Option(
      names = "--token",
      paramLabel = "T",
      description =
          "The token that requests must carry: letters, digits, '.', '_', '~' and '-'. Default:"
              + " random.")
  private String token;

  @Option(
      names = "--strategy",
      paramLabel = "S",
      description =
          "Which nodes to ask about: hybrid (large groups first, then gaps), cover, gaps,"
              + " uncertainty or random. Default: ${DEFAULT-VALUE}.")
  private String strategy = "hybrid";

  @Option(names = "--no-open", description = "Do not open the page in a browser.")
  private boolean noOpen;

  @Option(
      names = "--demo",
      description =
          "Label a generated citation graph whose true labels are known: an expert answers at the"
              + " press of a key, and the page shows the true accuracy. Labels are not kept.")
  private boolean demo;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Labeling labeling = Labeling.start(plan());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(labeling)));
    spec.commandLine().getOut().println(labeling.address());
    spec.commandLine().getOut().flush();
    labeling.warmUp();
    if (!noOpen && System.console() != null) {
      open(labeling.address());
    }
    new CountDownLatch(1).await(); // until Ctrl-C
    return 0;
  }

  private Labeling.Plan plan() throws IOException {
    Checks.between(0, 65_535, port, "--port");
    if (demo == (folder != null) || demo && modelFile != null) {
      throw new ParameterException(
          spec.commandLine(), demo ? "--demo has data of its own" : "--data DIR is missing");
    }
    GmnnModel<String> start =
        modelFile == null ? null : ModelFiles.load(modelFile).keyedBy(String.class);
    Dataset<String> data = demo ? null : read(start);
    Map<String, String> truth = new HashMap<>();
    if (demo) {
      data = generated(truth);
    }
    return new Labeling.Plan(
        data,
        start,
        demo && labels == null ? temporaryFile() : labelFile(data.name()),
        AdviceStrategies.named(strategy.toLowerCase(Locale.ROOT)),
        port,
        token(),
        truth);
  }

  private Dataset<String> read(GmnnModel<String> start) throws IOException {
    return start == null ? reading.read(folder).first() : reading.read(folder, start);
  }

  private static Dataset<String> generated(Map<String, String> truth) {
    Dataset<Integer> drawn =
        CitationGraphGenerator.builder().nodes(DEMO_NODES).seed(1).build().generate();
    List<String> keys = drawn.graph().keys().stream().map(key -> "paper " + key).toList();
    drawn.graph().labels().forEach((key, label) -> truth.put("paper " + key, label));
    drawn.testLabels().forEach((key, label) -> truth.put("paper " + key, label));
    Graph<String> graph =
        Graph.of(keys, drawn.graph().adjacency()).withFeatures(drawn.graph().features());
    return new Dataset<>("generated citations", graph, Map.of());
  }

  private static Path temporaryFile() throws IOException {
    Path file = Files.createTempFile("gmnn-label", ".jsonl");
    file.toFile().deleteOnExit();
    return file;
  }

  private Path labelFile(String name) {
    Path file = labels == null ? Path.of(name + "-labels.jsonl") : labels;
    new OutputFiles(null).add(file, "--labels");
    Path absolute = file.toAbsolutePath().normalize();
    if (folder != null && absolute.startsWith(folder.toAbsolutePath().normalize())) {
      throw new IllegalArgumentException(
          file
              + ": expected a file outside the data folder, which is never written: name one with"
              + " --labels");
    }
    return absolute;
  }

  private String token() {
    if (token == null) {
      byte[] drawn = new byte[TOKEN_BYTES];
      new SecureRandom().nextBytes(drawn);
      return HexFormat.of().formatHex(drawn);
    }
    if (!token.matches("[A-Za-z0-9._~-]{1,200}")) {
      throw new IllegalArgumentException(
          "expected letters, digits, '.', '_', '~' and '-' for --token, found other characters");
    }
    return token;
  }

  /** Asks the desktop to show the page; where that fails, the address is on stdout. */
  private static void open(String address) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
            : List.of(system.contains("mac") ? "open" : "xdg-open", address);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      return; // no desktop
    }
  }

  private static void close(Labeling labeling) {
    try {
      labeling.close();
    } catch (IOException e) {
      return; // every label is on the disk
    }
  }
}
