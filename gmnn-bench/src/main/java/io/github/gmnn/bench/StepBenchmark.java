package io.github.gmnn.bench;

import java.util.concurrent.TimeUnit;
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

/** One training step: forward, loss, backward, update. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class StepBenchmark {
  @Param({"CORA", "CITESEER", "PUBMED"})
  private BenchmarkGraph graph;

  @Param({"1", "2"})
  private int threads;

  private TrainingStep step;

  @Setup
  public void attach() {
    step = new TrainingStep(graph.load(), threads);
  }

  @Benchmark
  public double q() {
    return step.pretrain();
  }

  @Benchmark
  public double qSoft() {
    return step.eStep();
  }

  @Benchmark
  public double p() {
    return step.mStep();
  }
}
