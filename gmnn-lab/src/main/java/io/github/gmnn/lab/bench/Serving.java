package io.github.gmnn.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.GraphPredictor;
import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.LiveModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a model costs that serves: new nodes of standing graphs, changes of graphs, refits, and all
 * of it at once for as long as one likes. What is measured is the first argument: {@code new-node},
 * {@code change}, {@code refit} or {@code soak}.
 */
final class Serving {
  private static final String NEW = "new";
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Serving() {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    Options options = Options.parse(Arrays.copyOfRange(arguments, 1, arguments.length), List.of());
    switch (arguments[0]) {
      case "new-node" -> newNodes(options);
      case "change" -> changes(options);
      case "refit" -> refits(options);
      case "soak" -> soak(options);
      default -> throw new IllegalArgumentException("nothing is called " + arguments[0]);
    }
  }

  private static void newNodes(Options options) throws IOException, InterruptedException {
    Path data = options.path("--data");
    if (data != null) {
      newNodes("Cora", DatasetReader.read(data).graph(), options);
    }
    for (String size : options.get("--sizes", "20000,1000000").split(",")) {
      int nodes = Integer.parseInt(size);
      newNodes(String.format(Locale.ROOT, "%,d nodes", nodes), generated(nodes).graph(), options);
    }
  }

  private static Dataset<Integer> generated(int nodes) {
    return CitationGraphGenerator.builder().nodes(nodes).build().generate();
  }

  @SuppressWarnings("unchecked") // a graph of any keys takes one more of another type
  private static void newNodes(String name, Graph<?> any, Options options)
      throws InterruptedException {
    Graph<Object> graph = (Graph<Object>) any;
    int calls = Integer.parseInt(options.get("--calls", "2000"));
    for (String kind : options.get("--kinds", "gc,robust-sage,robust-appnp").split(",")) {
      GmnnModel<Object> model = shortFit(InferenceKinds.named(kind)).fit(graph);
      GraphPredictor<Object> predictor = model.on(graph);
      for (int threads : new int[] {1, 16}) {
        long[] cpu = new long[calls];
        atOnce(predictor, threads, cpu); // which warms up
        report(name + ", " + kind + ", " + threads + " threads", atOnce(predictor, threads, cpu));
        report("    of processors", cpu);
      }
      long[] rebuilt = new long[Math.min(10, 200_000 / graph.nodeCount() + 2)];
      long[] ofProcessors = new long[rebuilt.length];
      for (int i = 0; i < rebuilt.length; i++) {
        long start = System.nanoTime();
        long startOfProcess = PROCESS.getProcessCpuTime();
        Graph.Builder<Object> builder = graph.toBuilder().addNode(NEW);
        Random random = new Random(i);
        for (int e = 0; e < 3; e++) {
          builder.addEdge(NEW, graph.key(random.nextInt(graph.nodeCount())));
        }
        model.predict(builder.build()).of(NEW);
        rebuilt[i] = System.nanoTime() - start;
        ofProcessors[i] = PROCESS.getProcessCpuTime() - startOfProcess;
      }
      report(name + ", " + kind + ", the graph built again", rebuilt);
      report("    of processors", ofProcessors);
    }
  }

  private static GmnnTrainer.Builder shortFit(InferenceKind kind) {
    return Gmnn.paper().inference(kind).pretrainEpochs(2).emIterations(0);
  }

  /** Predicts on so many threads; returns how long each call took. */
  private static long[] atOnce(GraphPredictor<Object> predictor, int threads, long[] cpu)
      throws InterruptedException {
    int calls = cpu.length;
    long[] nanos = new long[calls];
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    AtomicLong next = new AtomicLong();
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = (int) next.getAndIncrement();
                    i < calls;
                    i = (int) next.getAndIncrement()) {
                  Consumer<GraphChange<Object>> arrival = arrival(predictor.graph(), i);
                  long start = System.nanoTime();
                  long startOfThread = clock.getCurrentThreadCpuTime();
                  predictor.predict(NEW, arrival);
                  cpu[i] = clock.getCurrentThreadCpuTime() - startOfThread;
                  nanos[i] = System.nanoTime() - start;
                }
              });
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      thread.join();
    }
    return nanos;
  }

  /** A node with the features of another, and three edges. */
  private static Consumer<GraphChange<Object>> arrival(Graph<Object> graph, int seed) {
    Random random = new Random(seed);
    CsrMatrix features = graph.features();
    int like = random.nextInt(graph.nodeCount());
    int from = features.rowStart(like);
    int to = features.rowEnd(like);
    int[] columns = Arrays.copyOfRange(features.columnIndices(), from, to);
    float[] values = Arrays.copyOfRange(features.values(), from, to);
    return change -> {
      change.addNode(NEW, columns, values);
      for (int e = 0; e < 3; e++) {
        change.addEdge(NEW, graph.key(random.nextInt(graph.nodeCount())));
      }
    };
  }

  private static void report(String what, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    System.out.printf(
        Locale.ROOT,
        "%-50s p50 %8.3f ms  p99 %8.3f ms%n",
        what,
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.99)] / 1e6);
  }

  private static void changes(Options options) {
    for (String size : options.get("--sizes", "10000,100000,1000000").split(",")) {
      int nodes = Integer.parseInt(size);
      Graph<Integer> graph = generated(nodes).graph();
      Random random = new Random(1);
      for (int round = 0; round < 3; round++) {
        long[] nanos = new long[5_000];
        Graph<Integer> grown = graph;
        for (int i = 0; i < nanos.length; i++) {
          int key = nodes + i;
          int first = random.nextInt(nodes);
          int second = random.nextInt(nodes);
          long start = System.nanoTime();
          grown =
              grown.with(
                  change ->
                      change
                          .addNode(key, new int[] {1, 5}, new float[] {1, 1})
                          .addEdge(key, first)
                          .addEdge(key, second));
          nanos[i] = System.nanoTime() - start;
        }
        if (round == 2) {
          report(String.format(Locale.ROOT, "a node more of %,d", nodes), nanos);
          System.out.printf(
              Locale.ROOT,
              "%60s mean %8.3f ms%n",
              "",
              Arrays.stream(nanos).average().orElse(0) / 1e6);
        }
      }
    }
  }

  private static void refits(Options options) throws IOException {
    Path folder = options.path("--data");
    Dataset<String> data = DatasetReader.read(folder);
    Map<String, String> all = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("label_all.txt"))) {
      String[] cells = line.split("\t");
      all.put(cells[0], cells[1]);
    }
    int count = Integer.parseInt(options.get("--labels", "100"));
    int every = Integer.parseInt(options.get("--every", "20"));
    GmnnTrainer trainer = Gmnn.builder().seed(Long.parseLong(options.get("--seed", "1"))).build();
    Graph<String> graph = data.graph();
    List<String> order = new ArrayList<>(graph.keys());
    order.removeAll(graph.labels().keySet());
    order.removeAll(data.testLabels().keySet());
    Collections.shuffle(order, new Random(Long.parseLong(options.get("--seed", "1"))));
    GmnnModel<String> model = trainer.fit(graph);
    GmnnModel<String> first = model;
    List<Long> nanos = new ArrayList<>();
    long ofProcessors = 0;
    System.out.println("labels  refitted  from scratch  first model  validation  (test accuracy)");
    for (int i = 0; i < count; i++) {
      String key = order.get(i);
      graph = graph.with(change -> change.label(key, all.get(key)));
      long start = System.nanoTime();
      long startOfProcess = PROCESS.getProcessCpuTime();
      model = trainer.refit(graph, model);
      ofProcessors += i < count / 4 ? 0 : PROCESS.getProcessCpuTime() - startOfProcess;
      nanos.add(System.nanoTime() - start);
      if ((i + 1) % every == 0) {
        long before = System.nanoTime();
        GmnnModel<String> scratch = trainer.fit(graph);
        System.out.printf(
            Locale.ROOT,
            "%6d  %8.2f  %12.2f  %11.2f  %10.2f / %.2f   fit %.0f ms%n",
            i + 1,
            100 * model.evaluate(data.testLabels()).accuracy(),
            100 * scratch.evaluate(data.testLabels()).accuracy(),
            100 * first.evaluate(data.testLabels()).accuracy(),
            100 * model.evaluate(graph.validationLabels()).accuracy(),
            100 * scratch.evaluate(graph.validationLabels()).accuracy(),
            (System.nanoTime() - before) / 1e6);
      }
    }
    long[] warm = nanos.stream().skip(nanos.size() / 4).mapToLong(n -> n).toArray();
    report("a refit after one more label", warm);
    System.out.printf(
        Locale.ROOT, "%50s mean %8.3f ms%n", "of processors", ofProcessors / 1e6 / warm.length);
  }

  private static void soak(Options options) throws InterruptedException, ExecutionException {
    long seconds = Long.parseLong(options.get("--seconds", "600"));
    Dataset<Integer> data = generated(Integer.parseInt(options.get("--nodes", "5000")));
    GmnnTrainer trainer = Gmnn.builder().inference(InferenceKinds.robustPropagation()).build();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicLong predictions = new AtomicLong();
    AtomicLong updates = new AtomicLong();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    try (LiveModel<Integer> live = LiveModel.of(trainer, data.graph())) {
      live.onUpdate(
          update -> {
            updates.incrementAndGet();
            if (update.failure() != null) {
              failure.set(update.failure());
            }
          });
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        threads.add(new Thread(() -> predictAll(live, data, predictions, failure, end)));
      }
      threads.forEach(Thread::start);
      change(
          live,
          data,
          end,
          seconds,
          () -> predictions.get() + " predictions, " + updates + " models");
      for (Thread thread : threads) {
        thread.join();
      }
    }
    System.out.println(failure.get() == null ? "no error" : "failed: " + failure.get());
  }

  private static void predictAll(
      LiveModel<Integer> live,
      Dataset<Integer> data,
      AtomicLong count,
      AtomicReference<Throwable> failure,
      long end) {
    int nodes = data.graph().nodeCount();
    try {
      for (int i = 0; System.nanoTime() < end; i++) {
        int known = i % nodes;
        live.predict(
            -1,
            change ->
                change.addNode(-1, new int[] {known % 500}, new float[] {1}).addEdge(-1, known));
        live.predict(known);
        count.addAndGet(2);
      }
    } catch (RuntimeException | Error e) {
      failure.set(e);
    }
  }

  /** Nodes come and go again, labels are given and taken away: the graph stays as large. */
  private static void change(
      LiveModel<Integer> live,
      Dataset<Integer> data,
      long end,
      long seconds,
      Supplier<String> state)
      throws InterruptedException, ExecutionException {
    int nodes = data.graph().nodeCount();
    List<Map.Entry<Integer, String>> labels = List.copyOf(data.testLabels().entrySet());
    long next = System.nanoTime();
    for (int i = 0; System.nanoTime() < end; i++) {
      int key = nodes + i;
      Map.Entry<Integer, String> given = labels.get(i % 400);
      boolean take = i / 400 % 2 == 1;
      int turn = i;
      live.submit(
              change -> {
                change.addNode(key, new int[] {turn % 500}, new float[] {1});
                change.addEdge(key, turn % nodes);
                if (turn >= 50) {
                  change.removeNode(key - 50);
                }
                if (take) {
                  change.unlabel(given.getKey());
                } else {
                  change.label(given.getKey(), given.getValue());
                }
              })
          .get();
      if (System.nanoTime() > next) {
        next += seconds * 100_000_000L;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
            Locale.ROOT,
            "%d changes, %s, heap %.1f MB after a collection, %s%n",
            i + 1,
            state.get(),
            (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
            live.graph());
      }
    }
  }
}
