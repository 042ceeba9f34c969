package io.github.gmnn.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.nd4j.linalg.activations.Activation;

/**
 * Prints what an epoch costs in time of the processor where messages see the numbers on edges,
 * beside one of {@code robust-sage}: {@code EdgeStepRun [NODES [EDGES]]}. Kinds take turns, so that
 * a busy machine is one for all of them; one thread, 16 units, 20 features, 4 numbers on an edge.
 */
final class EdgeStepRun {
  private static final int ROUNDS = 3;
  private static final int FEW = 5;
  private static final int MANY = 25;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private EdgeStepRun() {}

  public static void main(String[] arguments) {
    int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
    int edges = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10 * nodes;
    Graph<Integer> graph = graph(nodes, edges);
    Map<String, GmnnTrainer.Builder> kinds = new LinkedHashMap<>();
    kinds.put("robust-sage", Gmnn.builder().inference(InferenceKinds.robustOwnWeights()));
    kinds.put("edge", Gmnn.builder().inference(InferenceKinds.edges()));
    kinds.put(
        "edge, attention",
        Gmnn.builder()
            .inference(InferenceKinds.edges())
            .inferenceLayers(
                EdgeAwareConvLayer.builder()
                    .attention()
                    .nOut(16)
                    .activation(Activation.RELU)
                    .build(),
                EdgeAwareConvLayer.builder().attention().build()));
    Map<String, double[]> took = new LinkedHashMap<>();
    kinds.keySet().forEach(kind -> took.put(kind, new double[ROUNDS]));
    for (int round = -1; round < ROUNDS; round++) {
      for (String kind : kinds.keySet()) {
        double few = cpu(kinds.get(kind), FEW, graph);
        double epoch = (cpu(kinds.get(kind), MANY, graph) - few) / (MANY - FEW);
        if (round >= 0) {
          took.get(kind)[round] = epoch;
        }
      }
    }
    double first = 0;
    for (Map.Entry<String, double[]> kind : took.entrySet()) {
      Arrays.sort(kind.getValue());
      double median = kind.getValue()[ROUNDS / 2];
      first = first == 0 ? median : first;
      System.out.printf(
          Locale.ROOT, "| %s | %.2f ms | %.1f |%n", kind.getKey(), median, median / first);
    }
  }

  private static double cpu(GmnnTrainer.Builder kind, int epochs, Graph<Integer> graph) {
    GmnnTrainer trainer =
        kind.hiddenUnits(16).pretrainEpochs(epochs).emIterations(0).threads(1).seed(1).build();
    long start = SYSTEM.getProcessCpuTime();
    trainer.fit(graph);
    return (SYSTEM.getProcessCpuTime() - start) / 1e6;
  }

  private static Graph<Integer> graph(int nodes, int edges) {
    SplittableRandom random = new SplittableRandom(1);
    float[] numbers = new float[4 * edges];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat();
    }
    EdgeAttributes attributes =
        EdgeAttributes.builder(
                nodes,
                random.ints(edges, 0, nodes).toArray(),
                random.ints(edges, 0, nodes).toArray())
            .numbers(List.of("a", "b", "c", "d"), numbers)
            .directed()
            .build();
    int width = 20;
    int[] pointers = new int[nodes + 1];
    int[] columns = new int[nodes * width];
    float[] values = new float[columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i % width;
      values[i] = random.nextFloat() + 0.1f;
    }
    Arrays.setAll(pointers, node -> node * width);
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int node = 0; node < nodes; node += 2) {
      labels.put(node, node % 4 == 0 ? "x" : "y");
    }
    return Graph.ofEdges(attributes)
        .withFeatures(CsrMatrix.of(nodes, width, pointers, columns, values))
        .withLabels(labels, List.of());
  }
}
