package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Graph;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Whole fits on Cora by the paper's settings, with all threads. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 4)
public class FitBenchmark {
  private Graph<?> graph;
  private long seed;

  @Setup
  public void load() {
    graph = BenchmarkGraph.CORA.load();
  }

  /** Pre-training and one EM iteration of 100 + 100 epochs, validated in every epoch. */
  @Benchmark
  public GmnnModel<?> fit() {
    return Gmnn.paper().seed(seed++).fit(graph);
  }

  /** Two epochs through the blocked softmax over all nodes, 512 units. */
  @Benchmark
  public NodeEmbeddings<?> embedTwoEpochs() {
    return GmnnEmbedder.neighborPrediction()
        .pretrainEpochs(2)
        .emIterations(0)
        .seed(seed++)
        .fit(graph);
  }
}
