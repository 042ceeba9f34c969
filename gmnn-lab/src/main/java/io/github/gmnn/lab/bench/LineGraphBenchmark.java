package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.io.RatingsReader;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A training epoch of q on a line graph, implicit against written out, and one product with each.
 * Without {@code -p ratings=FILE} on a generated network of Bitcoin OTC's size and skew.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class LineGraphBenchmark {
  private static final int NODES = 5_881;
  private static final int LINKS = 35_592;

  @Param({"implicit", "explicit"})
  private String adjacency;

  @Param("128")
  private int hiddenUnits;

  @Param("1")
  private int threads;

  @Param("")
  private String ratings;

  private Graph<?> graph;
  private InferenceGraphNetwork network;
  private Objective objective;
  private Workers workers;
  private DenseMatrix in;
  private DenseMatrix out;
  private int epoch;

  @Setup
  public void attach() throws IOException {
    LineGraph<Object> lines = lines();
    graph = adjacency.equals("implicit") ? lines.graph() : lines.explicitGraph();
    workers = Workers.of(threads);
    network =
        new InferenceGraphNetwork(
            new NetworkDefinition(
                List.of(
                    GraphConvLayer.builder().nOut(hiddenUnits).activation(Activation.RELU).build(),
                    GraphConvLayer.builder().build()),
                new Adam(0.01),
                0),
            graph.adjacency(),
            graph.features(),
            2,
            workers);
    network.initialize(RandomStream.of(1));
    DenseMatrix labels = DenseMatrix.zeros(graph.nodeCount(), 2);
    for (int link = 0; link < graph.nodeCount(); link++) {
      labels.set(link, link % 2, 1f);
    }
    int[] links = IntStream.range(0, graph.nodeCount()).toArray();
    objective = new SoftmaxCrossEntropy(Targets.of(labels, links, null));
    in = DenseMatrix.zeros(graph.nodeCount(), hiddenUnits);
    in.fill(0.1f);
    out = DenseMatrix.zeros(graph.nodeCount(), hiddenUnits);
  }

  private LineGraph<Object> lines() throws IOException {
    LineGraph.Builder<Object> builder = LineGraph.builder();
    if (!ratings.isEmpty()) {
      for (RatingsReader.Rating rating : RatingsReader.read(Path.of(ratings))) {
        builder.addLink(rating.source(), rating.target());
      }
      return builder.build();
    }
    Random random = new Random(1);
    for (int link = 0; link < LINKS; link++) {
      builder.addLink(node(random), node(random));
    }
    return builder.build();
  }

  /** Few nodes have most links: the line graph has about 4.7 million edges. */
  private static int node(Random random) {
    return (int) (NODES * Math.pow(random.nextDouble(), 2.55));
  }

  @Benchmark
  public double epoch() {
    return network.train(objective, 1, RandomStream.of(epoch++));
  }

  @Benchmark
  public DenseMatrix product() {
    graph.adjacency().normalized().apply(in, out, workers);
    return out;
  }
}
