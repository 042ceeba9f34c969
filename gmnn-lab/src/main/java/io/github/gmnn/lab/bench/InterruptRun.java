package io.github.gmnn.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.search.SettingsSearch;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Interrupts what a caller may wait for at random moments and measures how much time of the
 * processors it takes until it ends: on a busy machine the clock would measure the others.
 */
final class InterruptRun {
  private static final int TIMES = Integer.getInteger("gmnn.interrupts", 10);

  /** Nanoseconds that an operation is let run at most. */
  private static final long MOST = 3_000_000_000L;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private InterruptRun() {}

  /**
   * Interrupts each operation; the arguments are how many nodes the graph has, and how the names of
   * operations begin that are wanted, all unless said.
   */
  public static void main(String[] arguments) throws Exception {
    int nodes = arguments.length == 0 ? 50_000 : Integer.parseInt(arguments[0]);
    Graph<Integer> graph =
        CitationGraphGenerator.builder()
            .nodes(nodes)
            .classes(5)
            .edgesPerNode(5)
            .words(500)
            .wordsPerNode(20)
            .validation(500)
            .build()
            .generate()
            .graph();
    Path folder = Files.createTempDirectory("interrupts");
    Path file = folder.resolve("model");
    GmnnModel<Integer> model = Gmnn.paper().pretrainEpochs(2).emIterations(0).fit(graph);
    model.save(file);
    writeTables(graph, folder);
    Map<String, Callable<?>> operations = new LinkedHashMap<>();
    operations.put("fit, paper", () -> Gmnn.paper().threads(1).fit(graph));
    operations.put("fit, default", () -> Gmnn.builder().threads(1).fit(graph));
    operations.put("fit, auto", () -> Gmnn.auto().threads(1).fit(graph));
    GmnnTrainer paper = Gmnn.paper().threads(1).build();
    operations.put("refit", () -> paper.refit(graph, model));
    operations.put("predict", () -> model.predict(graph));
    operations.put("predict one node", () -> model.on(graph).predict(1));
    operations.put("explain", () -> model.explain(graph, 1));
    operations.put(
        "search",
        () ->
            SettingsSearch.of(Gmnn::paper)
                .choice("dropout", GmnnTrainer.Builder::dropout, 0.1, 0.5)
                .threads(1)
                .run(graph));
    operations.put("embed", () -> GmnnEmbedder.builder().threads(1).build().fit(graph));
    operations.put(
        "embed, neighbors", () -> GmnnEmbedder.neighborPrediction().threads(1).build().fit(graph));
    operations.put("load", () -> GmnnModel.load(file));
    operations.put("read tables", () -> DatasetReader.read(folder));
    String wanted = arguments.length < 2 ? "" : arguments[1];
    for (Map.Entry<String, Callable<?>> operation : operations.entrySet()) {
      if (operation.getKey().startsWith(wanted)) {
        measure(operation.getKey(), operation.getValue());
      }
    }
  }

  private static void writeTables(Graph<Integer> graph, Path folder) throws IOException {
    try (Writer nodes = Files.newBufferedWriter(folder.resolve("nodes.csv"));
        Writer edges = Files.newBufferedWriter(folder.resolve("edges.csv"))) {
      nodes.write("id,label,a,b\n");
      edges.write("source,target\n");
      for (int node = 0; node < graph.nodeCount(); node++) {
        nodes.write(node + "," + (node % 3) + "," + node * 0.5 + ",word" + node % 100 + "\n");
        for (int other = 1; other <= 5; other++) {
          edges.write(node + "," + (node * 31 + other) % graph.nodeCount() + "\n");
        }
      }
    }
  }

  private static void measure(String name, Callable<?> operation) throws InterruptedException {
    Ended whole = run(operation, Long.MAX_VALUE / 4);
    Random random = new Random(1);
    double[] after = new double[TIMES];
    Map<String, Integer> how = new LinkedHashMap<>();
    for (int i = 0; i < TIMES; i++) {
      long moment = (long) (random.nextDouble() * Math.min(whole.cpu(), MOST / 2));
      Ended ended = run(operation, moment);
      after[i] = ended.cpuAfter() / 1e6;
      how.merge(ended.how(), 1, Integer::sum);
    }
    Arrays.sort(after);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f | %.0f | %s |%n",
        name,
        whole.cpu() / 1e6,
        after[TIMES / 2],
        after[TIMES - 1],
        how);
  }

  private record Ended(long cpu, long cpuAfter, String how) {}

  /** Runs an operation, and interrupts it once it has taken some time. */
  private static Ended run(Callable<?> operation, long moment) throws InterruptedException {
    String[] how = {""};
    long start = SYSTEM.getProcessCpuTime();
    Thread caller =
        new Thread(
            () -> {
              try {
                operation.call();
                how[0] = "result";
              } catch (Exception e) {
                how[0] = e.getClass().getSimpleName();
              }
            });
    caller.start();
    while (caller.isAlive() && SYSTEM.getProcessCpuTime() - start < Math.min(moment, MOST)) {
      Thread.sleep(1);
    }
    long interrupted = SYSTEM.getProcessCpuTime();
    caller.interrupt();
    caller.join();
    long end = SYSTEM.getProcessCpuTime();
    return new Ended(end - start, end - interrupted, how[0]);
  }
}
