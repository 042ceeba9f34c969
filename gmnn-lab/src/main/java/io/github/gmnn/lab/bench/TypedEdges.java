package io.github.gmnn.lab.bench;

import io.github.gmnn.graph.Graph;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How long a large graph takes to build with and without types of edges, and what it holds.
 *
 * <pre>java -Xmx3g -cp gmnn-lab.jar io.github.gmnn.lab.bench.TypedEdges [edges]</pre>
 */
public final class TypedEdges {
  private static final int TYPES = 45;

  private TypedEdges() {}

  public static void main(String[] args) {
    int edges = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
    int nodes = Math.max(1, edges / 10);
    SplittableRandom random = new SplittableRandom(1);
    int[] sources = random.ints(edges, 0, nodes).toArray();
    int[] targets = random.ints(edges, 0, nodes).toArray();
    int[] types = random.ints(edges, 0, TYPES).toArray();
    List<String> names = IntStream.range(0, TYPES).mapToObj(t -> "type " + t).toList();
    for (boolean typed : new boolean[] {false, true}) {
      long before = used();
      long start = System.nanoTime();
      Graph<Integer> graph =
          typed
              ? Graph.ofEdges(nodes, sources, targets, null, names, types)
              : Graph.ofEdges(nodes, sources, targets, null);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT, "%s: %.1f s, %d MB%n", graph, seconds, (used() - before) / 1_000_000);
      Reference.reachabilityFence(graph);
    }
    Reference.reachabilityFence(sources);
    Reference.reachabilityFence(targets);
    Reference.reachabilityFence(types);
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
