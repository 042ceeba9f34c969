package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.NeighborLabelLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;

/**
 * Training epochs on the line graph of a large network, untyped and typed: seconds of the best of
 * some epochs, and how much memory the operators and the network hold.
 *
 * <pre>java -Xmx12g --add-modules jdk.incubator.vector -cp gmnn-lab.jar \
 *     io.github.gmnn.lab.bench.TypedLinks [links] [threads]</pre>
 */
public final class TypedLinks {
  private static final int FEATURES = 16;
  private static final int EPOCHS = 5;

  private TypedLinks() {}

  public static void main(String[] args) {
    int links = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int nodes = links / 6;
    Random random = new Random(1);
    int[] sources =
        random.doubles(links).mapToInt(x -> (int) (nodes * Math.pow(x, 2.55))).toArray();
    int[] targets =
        random.doubles(links).mapToInt(x -> (int) (nodes * Math.pow(x, 2.55))).toArray();
    double[] times = random.doubles(links).toArray();
    System.out.println(links + " links, " + threads + " threads");
    measure("untyped, two convolutions", sources, targets, times, threads, untyped());
    measure("typed, two relational convolutions", sources, targets, times, threads, typed());
    measure("typed, labels around (p)", sources, targets, times, threads, labels());
  }

  private static List<Layer> untyped() {
    return List.of(
        GraphConvLayer.builder().nOut(16).activation(Activation.RELU).build(),
        GraphConvLayer.builder().build());
  }

  private static List<Layer> typed() {
    return List.of(
        RelationalConvLayer.builder()
            .inverseRelations(false)
            .nOut(16)
            .activation(Activation.RELU)
            .build(),
        RelationalConvLayer.builder().inverseRelations(false).build());
  }

  private static List<Layer> labels() {
    return List.of(
        NeighborLabelLayer.builder().nOut(16).activation(Activation.RELU).build(),
        LinearLayer.builder().build());
  }

  private static void measure(
      String name, int[] sources, int[] targets, double[] times, int threads, List<Layer> layers) {
    int links = sources.length;
    int nodes = 1 + Math.max(max(sources), max(targets));
    SparseInput input = new SparseInput(features(links));
    DenseMatrix labels = DenseMatrix.zeros(links, 2);
    for (int link = 0; link < links; link++) {
      labels.set(link, link % 2, 1f);
    }
    int[] all = IntStream.range(0, links).toArray();
    Objective objective = new SoftmaxCrossEntropy(Targets.of(labels, all, null));
    long before = usedMegabytes();
    long start = System.nanoTime();
    Adjacency adjacency = Adjacency.ofLinks(nodes, sources, targets, times, 2);
    GraphNetwork network =
        new GraphNetwork(
            new NetworkDefinition(layers, new Adam(0.01), 0),
            adjacency,
            FEATURES,
            2,
            Workers.of(threads));
    network.initialize(RandomStream.of(1));
    double loss = network.step(input, objective, 1, RandomStream.of(1)); // makes the operators
    double first = (System.nanoTime() - start) / 1e9;
    double best = Double.MAX_VALUE;
    for (int epoch = 2; epoch <= EPOCHS; epoch++) {
      start = System.nanoTime();
      loss = network.step(input, objective, epoch, RandomStream.of(epoch));
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    System.out.printf(
        Locale.ROOT,
        "%-36s epoch %.2f s, to the end of the first %.1f s, %d MB, %d line graph edges, loss %.3f%n",
        name,
        best,
        first,
        heldMegabytes(network) - before,
        adjacency.entries() / 2,
        loss);
  }

  private static int max(int[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static CsrMatrix features(int rows) {
    Random random = new Random(2);
    DenseMatrix values = DenseMatrix.zeros(rows, FEATURES);
    for (int i = 0; i < values.data().length; i++) {
      values.data()[i] = (float) random.nextGaussian();
    }
    return CsrMatrix.of(values);
  }

  /** What is held while a network is. */
  private static long heldMegabytes(GraphNetwork network) {
    long held = usedMegabytes();
    Reference.reachabilityFence(network);
    return held;
  }

  /** What is held, garbage and what may be given up left out as far as the collector goes. */
  private static long usedMegabytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
