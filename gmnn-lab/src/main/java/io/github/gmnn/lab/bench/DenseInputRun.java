package io.github.gmnn.lab.bench;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Prints what a layer's products cost whose input has every entry, as a sparse matrix under dropout
 * and as a dense one: {@code DenseInputRun [ROWS [COLUMNS [UNITS]]]}, in milliseconds of this
 * thread, the best of twelve.
 */
final class DenseInputRun {
  private static final int TIMES = 12;

  private DenseInputRun() {}

  public static void main(String[] arguments) {
    int rows = argument(arguments, 0, 22_662);
    int columns = argument(arguments, 1, 300);
    int units = argument(arguments, 2, 64);
    DenseMatrix x = drawn(rows, columns, "x");
    DenseMatrix w = drawn(columns, units, "w");
    DenseMatrix g = drawn(rows, units, "g");
    DenseMatrix out = DenseMatrix.zeros(rows, units);
    DenseMatrix weights = DenseMatrix.zeros(columns, units);
    Workers workers = Workers.sequential();
    SparseInput sparse = new SparseInput(CsrMatrix.of(x));
    for (double rate : new double[] {0, 0.5, 0.8}) {
      RandomStream random = RandomStream.of(1);
      Runnable drop = () -> sparse.drop(rate, random, RowSet.all(rows), workers);
      print("drop " + rate, drop);
      print("  X W", () -> sparse.multiply(w, out, workers));
      print(
          "  drop and X'G",
          () -> {
            drop.run();
            sparse.multiplyTransposed(g, weights, workers);
          });
    }
    print("dense X W", () -> Dense.multiply(x, w, out, workers));
    print("dense X'G", () -> Dense.multiplyTransposedLeft(x, g, weights, workers));
    print("dense G W'", () -> Dense.multiplyTransposedRight(g, w, x, workers));
    DenseMatrix square = drawn(units, units, "square");
    print("hidden H W", () -> Dense.multiply(g, square, out, workers));
    print("hidden H'G", () -> Dense.multiplyTransposedLeft(g, out, square, workers));
  }

  private static int argument(String[] arguments, int index, int otherwise) {
    return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
  }

  private static DenseMatrix drawn(int rows, int columns, String name) {
    RandomStream random = RandomStream.of(1).derive(name);
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = random.nextInt(2_000) / 1_000f - 0.9995f;
    }
    return matrix;
  }

  private static void print(String what, Runnable work) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < TIMES; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      work.run();
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      best = Math.min(best, (end - start) / 1e6);
    }
    System.out.printf(Locale.ROOT, "%-14s %7.2f ms%n", what, best);
  }
}
