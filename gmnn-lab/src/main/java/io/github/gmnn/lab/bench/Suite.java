package io.github.gmnn.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs the set: the JMH benchmarks with and without the vector module, the twin in C, the peers in
 * PyTorch, and the runs that need processes of their own; then compares all with the budgets.
 */
final class Suite {
  private static final String KERNELS = "Sparse times dense (non-zeros x columns)";
  private static final String STEPS = "Training steps";
  private static final String LAYERS = "Layers of 64 units: a step on all nodes of Cora";
  private static final String FITS = "Whole fits on Cora";
  private static final String LINES = "Line graph of Bitcoin OTC's size, 128 columns";
  private static final String VECTOR = "vector, 1 thread";
  private static final String BOTH = "vector, 2 threads";
  private static final String SCALAR = "scalar, 1 thread";
  private static final String PYTORCH = "PyTorch";
  private static final List<String> NETWORKS = List.of("q", "qSoft", "p");
  private static final String C = "C, gcc -O3 -march=native";
  private static final String UNALIGNED_C = "C, rows 16 bytes behind a cache line's beginning";

  private final Options options;
  private final boolean quick;
  private final BenchmarkReport report = new BenchmarkReport();

  private Suite(Options options) {
    this.options = options;
    this.quick = options.has("--quick");
  }

  public static void main(String[] arguments)
      throws IOException, InterruptedException, RunnerException {
    Options options = Options.parse(arguments, List.of("--quick", "--dense"));
    Path earlier = options.path("--compare");
    String base = earlier == null ? "" : Files.readString(earlier);
    Suite suite = new Suite(options);
    Set<String> only =
        Set.of(
            options
                .get("--only", "kernels,steps,layers,fit,lines,openmp,memory,shares")
                .split(","));
    if (only.contains("kernels")) {
      suite.kernels();
    }
    if (only.contains("steps")) {
      suite.steps();
    }
    if (only.contains("layers")) {
      suite.layers();
    }
    if (only.contains("fit")) {
      suite.jmh(FitBenchmark.class, FITS, Child.VECTOR, "vector", Map.of());
      suite.jmh(FitBenchmark.class, FITS, List.of(), "scalar", Map.of());
      suite.report.atMost("a fit on Cora, ms", 600, suite.report.best(FITS, "fit", "vector"));
    }
    if (only.contains("lines")) {
      suite.jmh(LineGraphBenchmark.class, LINES, Child.VECTOR, VECTOR, Map.of());
    }
    if (only.contains("openmp")) {
      suite.openMp();
    }
    if (only.contains("memory")) {
      suite.child(MemoryRun.class, Map.of());
    }
    if (only.contains("shares")) {
      suite.child(SharesRun.class, Map.of());
    }
    suite.report.publish(options.path("--markdown"), options.path("--json"));
    if (earlier != null) {
      List<String> fallen = suite.report.fallenSince(base);
      fallen.forEach(System.err::println);
      System.exit(fallen.isEmpty() ? 0 : 1);
    }
  }

  private void kernels() throws RunnerException, IOException, InterruptedException {
    List<String> sizes =
        quick
            ? List.of("49216x16", "13264x16", "13264x7")
            : List.of("49216x16", "13264x16", "13264x7", "988031x16", "13264x512", "2484941x64");
    jmh(KernelBenchmark.class, KERNELS, Child.VECTOR, VECTOR, Map.of("size", sizes));
    twin(sizes);
    jmh(
        KernelBenchmark.class,
        KERNELS,
        Child.VECTOR,
        BOTH,
        Map.of("size", sizes, "threads", List.of("2")));
    jmh(KernelBenchmark.class, KERNELS, List.of(), SCALAR, Map.of("size", sizes));
    for (String size : sizes) {
      OptionalDouble c = report.best(KERNELS, size, C);
      report.peerRatioAtLeast(
          size + ": C / vector, times", 1, c, report.best(KERNELS, size, VECTOR));
      report.ratioAtLeast(size + ": C / scalar, times", 0.5, c, report.best(KERNELS, size, SCALAR));
    }
    for (String size : List.of("988031x16", "2484941x64")) {
      report.ratioAtLeast(
          size + ": 1 thread / 2 threads, times",
          1.6,
          report.best(KERNELS, size, VECTOR),
          report.best(KERNELS, size, BOTH));
    }
  }

  private void twin(List<String> sizes) throws IOException, InterruptedException {
    if (!options.has("--twin")) {
      return;
    }
    Child.run(
        List.of(options.get("--twin", "")),
        Map.of(),
        line -> {
          String[] parts = line.split(" ");
          if (sizes.contains(parts[0])) {
            double aligned = Double.parseDouble(parts[1]);
            double unaligned = Double.parseDouble(parts[2]);
            report.add(new Figure(KERNELS, parts[0], C, aligned, aligned, "us"));
            report.add(new Figure(KERNELS, parts[0], UNALIGNED_C, unaligned, unaligned, "us"));
          }
        });
  }

  private void steps() throws IOException {
    String graphs = options.get("--graphs", quick ? "cora" : "cora,citeseer,pubmed");
    for (String graph : graphs.toUpperCase(Locale.ROOT).split(",")) {
      steps(graph, 1);
      steps(graph, 2);
      compareSteps(graph);
    }
    report.atMost("q on Cora, vector, us", 1_000, report.best(STEPS, "CORA q", "vector.*"));
    report.atMost("q on Cora, scalar, us", 2_500, report.best(STEPS, "CORA q", SCALAR));
    report.ratioAtLeast(
        "PUBMED qSoft: 1 thread / 2 threads, times",
        1.6,
        report.best(STEPS, "PUBMED qSoft", VECTOR),
        report.best(STEPS, "PUBMED qSoft", BOTH));
  }

  /** Our steps, with vectors and without, and PyTorch's, by turns. */
  private void steps(String graph, int threads) throws IOException {
    String suffix = threads == 1 ? ", 1 thread" : ", " + threads + " threads";
    try (Turns turns = new Turns(threads)) {
      turns.add("vector" + suffix, Child.java(Child.VECTOR, StepServer.class, graph));
      if (threads == 1) {
        turns.add("scalar" + suffix, Child.java(List.of(), StepServer.class, graph));
      }
      if (options.has("--peer")) {
        List<String> peer = new ArrayList<>(List.of(options.get("--peer", "").split(" ")));
        peer.add(graph.toLowerCase(Locale.ROOT));
        peer.addAll(List.of("--data", System.getProperty(BenchmarkGraph.DATA, "")));
        turns.add(PYTORCH + suffix, peer);
      }
      for (String network : NETWORKS) {
        record(STEPS, graph + " " + network, turns.measure(network, quick ? 4 : 6, 300));
      }
    }
    if (options.has("--peer") && options.has("--dense") && threads == 1) {
      dense(graph);
    }
  }

  private void dense(String graph) throws IOException {
    try (Turns turns = new Turns(1)) {
      List<String> peer = new ArrayList<>(List.of(options.get("--peer", "").split(" ")));
      peer.add(graph.toLowerCase(Locale.ROOT));
      peer.addAll(List.of("--data", System.getProperty(BenchmarkGraph.DATA, "")));
      turns.add("dense " + PYTORCH + ", 1 thread", peer);
      record(STEPS, graph + " q", turns.measure("dense", 1, 3_000));
    }
  }

  /** Steps of other layers, one thread. */
  private void layers() throws IOException {
    try (Turns turns = new Turns(1)) {
      turns.add(VECTOR, Child.java(Child.VECTOR, StepServer.class, "CORA"));
      for (String network : TrainingStep.LAYERS) {
        record(LAYERS, network, turns.measure(network, quick ? 4 : 6, 300));
      }
    }
    double attention = report.best(LAYERS, TrainingStep.ATTENTION, VECTOR).getAsDouble();
    double convolutions = report.best(LAYERS, TrainingStep.CONVOLUTIONS, VECTOR).getAsDouble();
    report.atMost(
        "attention against convolutions of as many units, times",
        3,
        OptionalDouble.of(attention / convolutions));
  }

  private void record(String section, String name, Map<String, double[]> times) {
    times.forEach(
        (variant, sorted) ->
            report.add(
                new Figure(
                    section,
                    name,
                    variant,
                    1000 * sorted[0],
                    1000 * sorted[sorted.length / 2],
                    "us")));
  }

  private void compareSteps(String graph) {
    for (String network : NETWORKS) {
      String name = graph + " " + network;
      OptionalDouble ours = report.best(STEPS, name, "vector.*");
      report.peerRatioAtLeast(
          name + ": PyTorch / ours, times", 3, report.best(STEPS, name, PYTORCH + ".*"), ours);
      report.ratioAtLeast(
          name + ": dense PyTorch / ours, times",
          50,
          report.best(STEPS, name, "dense PyTorch.*"),
          ours);
    }
  }

  /** An epoch beside a busy process, with OpenMP left alone and with one thread asked for. */
  private void openMp() throws IOException, InterruptedException {
    Process busy = new ProcessBuilder(Child.java(List.of(), BusyRun.class)).inheritIO().start();
    try {
      for (String threads : List.of("", "1")) {
        child(
            EpochRun.class,
            Map.of("OMP_NUM_THREADS", threads),
            threads.isEmpty() ? "OMP_NUM_THREADS unset" : "OMP_NUM_THREADS=1");
      }
    } finally {
      busy.destroyForcibly();
    }
    String section = "Beside a busy process: Cora, a whole fit per epoch";
    double unset = report.best(section, "epoch", ".*unset").getAsDouble();
    double one = report.best(section, "epoch", ".*=1").getAsDouble();
    report.atMost(
        "epoch beside a busy process, OMP_NUM_THREADS unset against 1, times",
        1.5,
        OptionalDouble.of(unset / one));
  }

  private void child(Class<?> main, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Child.run(
        Child.java(Child.VECTOR, main, arguments),
        environment,
        line -> {
          Figure figure = Figure.parse(line);
          if (figure != null) {
            report.add(figure);
          }
        });
  }

  /** Runs a benchmark class in forks with the given flags; one thread unless asked otherwise. */
  private void jmh(
      Class<?> benchmark,
      String section,
      List<String> flags,
      String variant,
      Map<String, List<String>> parameters)
      throws RunnerException {
    System.out.println("measuring " + section + ", " + variant);
    List<String> all = new ArrayList<>(Child.flags());
    all.addAll(flags);
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .include(benchmark.getName() + "\\.")
            .verbosity(VerboseMode.SILENT)
            .jvmArgs(all.toArray(String[]::new));
    if (benchmark != FitBenchmark.class) {
      builder.param("threads", parameters.getOrDefault("threads", List.of("1")).get(0));
    }
    parameters.forEach((name, values) -> builder.param(name, values.toArray(String[]::new)));
    if (quick && benchmark != FitBenchmark.class) {
      builder.warmupTime(TimeValue.milliseconds(700)).measurementTime(TimeValue.milliseconds(700));
    }
    for (RunResult result : new Runner(builder.build()).run()) {
      Statistics statistics = result.getPrimaryResult().getStatistics();
      report.add(
          new Figure(
              section,
              name(result),
              variant,
              statistics.getMin(),
              statistics.getPercentile(50),
              result.getPrimaryResult().getScoreUnit().replaceAll("/op", "")));
    }
  }

  /** The graph, size or kind of adjacency, and the method where a class has several. */
  private static String name(RunResult result) {
    String benchmark = result.getParams().getBenchmark();
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    List<String> parts = new ArrayList<>();
    for (String parameter : List.of("graph", "size", "adjacency")) {
      String value = result.getParams().getParam(parameter);
      if (value != null) {
        parts.add(value);
      }
    }
    if (!benchmark.contains("KernelBenchmark")) {
      parts.add(method);
    }
    return String.join(" ", parts);
  }
}
