package io.github.gmnn.lab.bench;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.EdgeAttributes;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How long a large graph takes to build with and without types of edges and with four numbers on
 * each, directed, and what it holds.
 *
 * <pre>java -Xmx2g -cp gmnn-lab.jar io.github.gmnn.lab.bench.TypedEdges [edges]</pre>
 */
public final class TypedEdges {
  private static final int TYPES = 45;
  private static final List<String> NUMBERS = List.of("a", "b", "c", "d");

  private TypedEdges() {}

  public static void main(String[] args) {
    int edges = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
    int nodes = Math.max(1, edges / 10);
    SplittableRandom random = new SplittableRandom(1);
    int[] sources = random.ints(edges, 0, nodes).toArray();
    int[] targets = random.ints(edges, 0, nodes).toArray();
    int[] types = random.ints(edges, 0, TYPES).toArray();
    List<String> names = IntStream.range(0, TYPES).mapToObj(t -> "type " + t).toList();
    measure(() -> Graph.ofEdges(nodes, sources, targets, null));
    measure(() -> Graph.ofEdges(nodes, sources, targets, null, names, types));
    float[] numbers = new float[Math.multiplyExact(NUMBERS.size(), edges)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat();
    }
    measure(
        () -> {
          EdgeAttributes attributes =
              EdgeAttributes.builder(nodes, sources, targets)
                  .numbers(NUMBERS, numbers)
                  .directed()
                  .build();
          attributes.sentPointers(); // by their sources, too, as layers and summaries read them
          return Graph.ofEdges(attributes);
        });
    Reference.reachabilityFence(sources);
    Reference.reachabilityFence(targets);
    Reference.reachabilityFence(types);
    Reference.reachabilityFence(numbers);
  }

  private static void measure(Supplier<Graph<Integer>> build) {
    long before = used();
    long start = System.nanoTime();
    Graph<Integer> graph = build.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT, "%s: %.1f s, %d MB%n", graph, seconds, (used() - before) / 1_000_000);
    Reference.reachabilityFence(graph);
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
