package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
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

/**
 * Sparse times dense, at the sizes that training meets: non-zeros x columns. The twin in C is
 * {@code src/main/c/csr_kernel.c}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class KernelBenchmark {
  @Param({"49216x16", "13264x16", "13264x7", "988031x16", "13264x512", "2484941x64"})
  private String size;

  @Param({"1", "2"})
  private int threads;

  private CsrMatrix matrix;
  private DenseMatrix in;
  private DenseMatrix out;
  private Workers workers;

  @Setup
  public void create() {
    int nonZeros = Integer.parseInt(size.substring(0, size.indexOf('x')));
    int width = Integer.parseInt(size.substring(size.indexOf('x') + 1));
    workers = Workers.of(threads);
    matrix =
        switch (nonZeros) {
          case 49_216 -> random(2_708, 1_433, nonZeros);
          case 988_031 -> random(19_717, 500, nonZeros);
          case 2_484_941 -> random(24_186, 24_186, nonZeros);
          default -> random(2_708, 2_708, nonZeros);
        };
    in = DenseMatrix.zeros(matrix.columns(), width);
    RandomStream random = RandomStream.of(2);
    for (int i = 0; i < in.data().length; i++) {
      in.data()[i] = (float) random.nextDouble();
    }
    out = DenseMatrix.zeros(matrix.rows(), width);
  }

  /** Rows of uneven length, as in graphs. */
  private static CsrMatrix random(int rows, int columns, int nonZeros) {
    RandomStream random = RandomStream.of(1);
    int[] pointers = new int[rows + 1];
    for (int e = 0; e < nonZeros; e++) {
      pointers[1 + random.nextInt(rows)]++;
    }
    int[] indices = new int[nonZeros];
    int[] drawnBy = new int[columns];
    for (int row = 0; row < rows; row++) {
      pointers[row + 1] += pointers[row];
      int next = pointers[row];
      while (next < pointers[row + 1]) {
        int column = random.nextInt(columns);
        if (drawnBy[column] != row + 1) {
          drawnBy[column] = row + 1;
          indices[next++] = column;
        }
      }
      Arrays.sort(indices, pointers[row], next);
    }
    float[] values = new float[nonZeros];
    for (int e = 0; e < nonZeros; e++) {
      values[e] = (float) random.nextDouble();
    }
    return CsrMatrix.of(rows, columns, pointers, indices, values);
  }

  @Benchmark
  public DenseMatrix multiply() {
    matrix.apply(in, out, workers);
    return out;
  }
}
