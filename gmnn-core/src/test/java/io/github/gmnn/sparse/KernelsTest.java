package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Holds every implementation of {@link Kernels} to the naive products. */
class KernelsTest {
  private static final float UNTOUCHED = 123.5f;

  @Provide
  Arbitrary<Kernels> kernels() {
    return Arbitraries.of(all());
  }

  @Provide
  Arbitrary<Integer> widths() {
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(8, Arbitraries.integers().between(0, 40)),
        net.jqwik.api.Tuple.of(2, Arbitraries.of(48, 63, 64, 65, 72, 100, 130)));
  }

  /** The scalar kernels, and the vector ones where Java was started with their module. */
  private static List<Kernels> all() {
    if (!hasVectorModule()) {
      return List.of(new ScalarKernels());
    }
    try {
      return List.of(new ScalarKernels(), KernelProvider.vectorKernels());
    } catch (ReflectiveOperationException e) {
      return List.of(new ScalarKernels());
    }
  }

  private static boolean hasVectorModule() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  @Test
  void vectorKernelsAreAmongTheTested() {
    assumeTrue(hasVectorModule() && KernelProvider.Environment.current().fma());
    assertThat(all()).extracting(Kernels::name).contains("scalar", "vector-256");
  }

  @Property(tries = 400)
  void gatherSumsWeightedRows(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll @IntRange(max = 12) int perRow,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = Naive.sparse(rows, columns, perRow, seed);
    float[] in = Naive.floats(columns * width, seed + 1);
    float[] out = untouched(rows * width);

    kernels.gather(arrays(matrix), in, out, width, 0, rows);

    Naive.assertProduct(Naive.dense(matrix), Naive.dense(columns, width, in), width, out);
  }

  @Property(tries = 300)
  void gatherOfARangeWritesThatRangeAloneAndTheSameBits(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll("widths") int width,
      @ForAll @IntRange(max = 40) int first,
      @ForAll @IntRange(max = 40) int second,
      @ForAll long seed) {
    int from = Math.min(Math.min(first, second), rows);
    int to = Math.min(Math.max(first, second), rows);
    CsrMatrix matrix = Naive.sparse(rows, columns, 5, seed);
    float[] in = Naive.floats(columns * width, seed + 1);
    float[] whole = new float[rows * width];
    kernels.gather(arrays(matrix), in, whole, width, 0, rows);
    float[] out = untouched(rows * width);

    kernels.gather(arrays(matrix), in, out, width, from, to);

    assertRange(out, whole, from * width, to * width);

    float[] few = untouched(rows * width);
    kernels.gatherFew(arrays(matrix), in, few, width, from, to);
    assertRange(few, whole, from * width, to * width);
  }

  @Test
  void rowsOfThousandsOfEntriesAreSummed() {
    for (Kernels kernels : all()) {
      for (int width : new int[] {1, 3, 6, 7, 10, 16, 40}) {
        CsrMatrix matrix = Naive.sparse(7, 6_000, 4_000, width);
        float[] in = Naive.floats(6_000 * width, 5);
        float[] out = untouched(7 * width);
        kernels.gather(arrays(matrix), in, out, width, 0, 7);
        Naive.assertProduct(Naive.dense(matrix), Naive.dense(6_000, width, in), width, out);
      }
    }
  }

  @Test
  void fiveHundredAndTwelveColumnsAreSummed() {
    for (Kernels kernels : all()) {
      CsrMatrix matrix = Naive.sparse(70, 50, 6, 3);
      float[] in = Naive.floats(50 * 512, 4);
      float[] out = untouched(70 * 512);
      kernels.gather(arrays(matrix), in, out, 512, 0, 70);
      Naive.assertProduct(Naive.dense(matrix), Naive.dense(50, 512, in), 512, out);
    }
  }

  @Test
  void emptyRowsGiveZeros() {
    for (Kernels kernels : all()) {
      for (int width = 0; width <= 70; width++) {
        float[] out = untouched(5 * width);
        CsrMatrix empty = CsrMatrix.of(5, 3, new int[6], new int[0], new float[0]);
        kernels.gather(arrays(empty), new float[3 * width], out, width, 0, 5);
        assertThat(out).containsOnly(new float[width == 0 ? 0 : 1]);
      }
    }
  }

  @Test
  void notANumberStaysInItsRow() {
    for (Kernels kernels : all()) {
      for (int width = 1; width <= 20; width++) {
        float[] in = Naive.floats(9 * width, 1);
        Arrays.fill(in, 4 * width, 5 * width, Float.NaN);
        float[] out = untouched(9 * width);
        kernels.gather(arrays(CsrMatrix.identity(9)), in, out, width, 0, 9);
        Naive.assertSameBits(out, in);
      }
    }
  }

  @Property(tries = 300)
  void scatterAddsWeightedRowsToThoseOfTheColumns(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = Naive.sparse(rows, columns, 5, seed);
    float[] in = Naive.floats(rows * width, seed + 1);
    float[] out = new float[columns * width];

    kernels.scatter(arrays(matrix), in, out, width, 0, rows, 0, columns);

    double[][] transposed = Naive.transpose(Naive.dense(matrix), columns);
    Naive.assertProduct(transposed, Naive.dense(rows, width, in), width, out);
  }

  @Property(tries = 300)
  void scatterInColumnRangesGivesTheSameBits(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns,
      @ForAll @IntRange(max = 40) int split,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = Naive.sparse(rows, columns, 5, seed);
    float[] in = Naive.floats(rows * width, seed + 1);
    float[] start = Naive.floats(columns * width, seed + 2);
    float[] whole = start.clone();
    kernels.scatter(arrays(matrix), in, whole, width, 0, rows, 0, columns);
    float[] out = start.clone();
    int middle = Math.min(split, columns);

    kernels.scatter(arrays(matrix), in, out, width, 0, rows, 0, middle);
    for (int i = middle * width; i < out.length; i++) {
      assertThat(out[i]).isEqualTo(start[i]);
    }
    kernels.scatter(arrays(matrix), in, out, width, 0, rows, middle, columns);

    Naive.assertSameBits(out, whole);
  }

  @Property(tries = 300)
  void productsOfRowsAreTakenAtTheEntriesOfARange(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll @IntRange(max = 40) int first,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix pattern = Naive.sparse(rows, columns, 5, seed);
    float[] a = Naive.floats(rows * width, seed + 1);
    float[] b = Naive.floats(columns * width, seed + 2);
    float[] values = untouched(pattern.nonZeros());
    int from = Math.min(first, rows);

    kernels.products(
        SparseRows.of(pattern.rowPointers(), pattern.columnIndices(), values),
        a,
        b,
        width,
        from,
        rows);

    for (int row = 0; row < rows; row++) {
      for (int e = pattern.rowStart(row); e < pattern.rowEnd(row); e++) {
        double product = 0;
        for (int j = 0; j < width; j++) {
          product += (double) a[row * width + j] * b[pattern.columnIndex(e) * width + j];
        }
        assertThat((double) values[e])
            .isCloseTo(row < from ? UNTOUCHED : product, within(1e-5 * (1 + width)));
      }
    }
  }

  @Property(tries = 300)
  void denseProductsEqualTheNaiveOnes(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(max = 20) int rows,
      @ForAll("widths") int k,
      @ForAll("widths") int n,
      @ForAll long seed) {
    float[] a = Naive.floats(rows * k, seed);
    float[] b = Naive.floats(k * n, seed + 1);
    float[] g = Naive.floats(rows * n, seed + 2);
    double[][] wideA = Naive.dense(rows, k, a);
    double[][] wideB = Naive.dense(k, n, b);
    double[][] wideG = Naive.dense(rows, n, g);

    float[] product = untouched(rows * n);
    kernels.multiply(a, b, product, k, n, 0, rows);
    Naive.assertProduct(wideA, wideB, n, product);

    float[] right = untouched(rows * k);
    kernels.multiplyTransposedRight(g, b, right, k, n, 0, rows);
    Naive.assertProduct(wideG, Naive.transpose(wideB, n), k, right);

    float[] left = new float[k * n];
    kernels.multiplyTransposedLeft(a, g, left, k, n, 0, k, 0, rows);
    Naive.assertProduct(Naive.transpose(wideA, k), wideG, n, left);
  }

  @Test
  void deepProductsEqualTheNaiveOnes() {
    for (Kernels kernels : all()) {
      for (int n : new int[] {1, 7, 8, 23, 50}) {
        int depth = 1_100;
        float[] a = Naive.floats(9 * depth, n);
        float[] b = Naive.floats(depth * n, n + 1);
        float[] out = untouched(9 * n);
        kernels.multiply(a, b, out, depth, n, 0, 9);
        Naive.assertProduct(Naive.dense(9, depth, a), Naive.dense(depth, n, b), n, out);

        float[] left = new float[5 * n];
        float[] tall = Naive.floats(depth * 5, n + 2);
        kernels.multiplyTransposedLeft(tall, b, left, 5, n, 0, 5, 0, depth);
        double[][] wide = Naive.transpose(Naive.dense(depth, 5, tall), 5);
        Naive.assertProduct(wide, Naive.dense(depth, n, b), n, left);

        float[] right = untouched(9 * 3);
        float[] flat = Naive.floats(3 * depth, n + 3);
        kernels.multiplyTransposedRight(a, flat, right, 3, depth, 0, 9);
        double[][] turned = Naive.transpose(Naive.dense(3, depth, flat), depth);
        Naive.assertProduct(Naive.dense(9, depth, a), turned, 3, right);
      }
    }
  }

  @Test
  void tallProductsEqualTheNaiveOnes() {
    int rows = 400;
    int k = 37;
    for (Kernels kernels : all()) {
      for (int n : new int[] {5, 16, 33, 48}) {
        float[] a = Naive.floats(rows * k, n);
        float[] b = Naive.floats(k * n, n + 1);
        float[] out = untouched(rows * n);
        kernels.multiply(a, b, out, k, n, 0, rows);
        Naive.assertProduct(Naive.dense(rows, k, a), Naive.dense(k, n, b), n, out);

        float[] left = new float[rows * n];
        float[] flat = Naive.floats(k * rows, n + 2);
        kernels.multiplyTransposedLeft(flat, b, left, rows, n, 0, rows, 0, k);
        double[][] turned = Naive.transpose(Naive.dense(k, rows, flat), rows);
        Naive.assertProduct(turned, Naive.dense(k, n, b), n, left);
      }
    }
  }

  @Property(tries = 200)
  void denseProductsOfARangeWriteThatRangeAloneAndTheSameBits(
      @ForAll("kernels") Kernels kernels,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll("widths") int k,
      @ForAll("widths") int n,
      @ForAll @IntRange(max = 130) int first,
      @ForAll @IntRange(max = 130) int second,
      @ForAll long seed) {
    float[] a = Naive.floats(rows * k, seed);
    float[] b = Naive.floats(k * n, seed + 1);
    float[] g = Naive.floats(rows * n, seed + 2);
    int from = Math.min(Math.min(first, second), rows);
    int to = Math.min(Math.max(first, second), rows);

    float[] product = new float[rows * n];
    kernels.multiply(a, b, product, k, n, 0, rows);
    float[] part = untouched(rows * n);
    kernels.multiply(a, b, part, k, n, from, to);
    assertRange(part, product, from * n, to * n);

    float[] right = new float[rows * k];
    kernels.multiplyTransposedRight(g, b, right, k, n, 0, rows);
    part = untouched(rows * k);
    kernels.multiplyTransposedRight(g, b, part, k, n, from, to);
    assertRange(part, right, from * k, to * k);

    from = Math.min(Math.min(first, second), k);
    to = Math.min(Math.max(first, second), k);
    float[] left = untouched(k * n);
    kernels.multiplyTransposedLeft(a, g, left, k, n, 0, k, 0, rows);
    part = untouched(k * n);
    kernels.multiplyTransposedLeft(a, g, part, k, n, from, to, 0, rows);
    assertRange(part, left, from * n, to * n);
  }

  @Test
  void compiledKernelsAllocateNothingThatGrows() {
    for (Kernels kernels : all()) {
      for (int width : new int[] {7, 16, 24, 100}) {
        int rows = 200;
        SparseRows matrix = arrays(Naive.sparse(rows, rows, 8, 1));
        float[] in = Naive.floats(rows * width, 2);
        float[] out = new float[rows * width];
        float[] small = Naive.floats(width * width, 3);
        assertNoGarbage(() -> kernels.gather(matrix, in, out, width, 0, rows));
        assertNoGarbage(() -> kernels.scatter(matrix, in, out, width, 0, rows, 0, rows));
        assertNoGarbage(() -> kernels.multiply(in, small, out, width, width, 0, rows));
        assertNoGarbage(() -> kernels.multiplyTransposedRight(in, small, out, width, width, 0, 9));
        assertNoGarbage(
            () -> kernels.multiplyTransposedLeft(in, in, out, width, width, 0, width, 0, rows));
      }
    }
  }

  /** Runs until compiled: before, every vector is an object, thousands of bytes a call. */
  private static void assertNoGarbage(Runnable kernel) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    long least = Long.MAX_VALUE;
    while (least >= 500 && System.nanoTime() < deadline) {
      long before = threads.getCurrentThreadAllocatedBytes();
      kernel.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as("bytes a call").isLessThan(500);
  }

  private static SparseRows arrays(CsrMatrix matrix) {
    return SparseRows.of(matrix.rowPointers(), matrix.columnIndices(), matrix.values());
  }

  private static float[] untouched(int length) {
    float[] result = new float[length];
    Arrays.fill(result, UNTOUCHED);
    return result;
  }

  private static void assertRange(float[] actual, float[] whole, int from, int to) {
    float[] expected = untouched(actual.length);
    System.arraycopy(whole, from, expected, from, to - from);
    Naive.assertSameBits(actual, expected);
  }
}
