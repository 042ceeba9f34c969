package io.github.gmnn.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of one fused multiply-add: the yardstick for the kernels. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FmaBenchmark {
  private float a = 1.5f;
  private float b = 2.5f;
  private float c = 3.5f;

  @Benchmark
  public float fma() {
    return Math.fma(a, b, c);
  }
}
