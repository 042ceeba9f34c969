package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.compute.Naive;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseMatrices;
import io.github.gmnn.testing.FreshJvm;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Holds every implementation of {@link SparseKernels} to the naive products. */
class SparseKernelsTest {
  @Provide
  Arbitrary<SparseKernels> kernels() {
    return Arbitraries.of(all());
  }

  @Provide
  Arbitrary<Integer> widths() {
    return Naive.widths();
  }

  /**
   * The scalar kernels, their fused twins, those on vectors where there are any, and those in use.
   */
  private static List<SparseKernels> all() {
    return VirtualMachine.HAS_FMA
        ? List.of(
            new ScalarSparseKernels(),
            new TwinSparseKernels(),
            KernelProvider.KERNELS.sparse(),
            SparseKernels.BEST)
        : List.of(new ScalarSparseKernels());
  }

  @Test
  void vectorKernelsAreAmongTheTestedWhereTheyAreInUse() {
    boolean vectors = !(KernelProvider.KERNELS.sparse() instanceof ScalarSparseKernels);
    assertThat(vectors).isEqualTo(KernelProvider.name().startsWith("vector"));
    assertThat(SparseKernels.BEST instanceof LateSparseKernels).isEqualTo(vectors);
  }

  /** They stand in for each other at any moment. */
  @Property(tries = 400)
  void vectorKernelsGiveTheBitsOfTheirTwins(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns,
      @ForAll @IntRange(max = 30) int perRow,
      @ForAll("widths") int width,
      @ForAll long seed) {
    assumeTrue(KernelProvider.KERNELS.usesVectors());
    CsrMatrix matrix = SparseMatrices.random(rows, columns, perRow, seed);
    float[] in = Naive.floats(Math.max(rows, columns) * width, seed + 1);
    float[] start = Naive.floats(columns * width, seed + 2);
    float[] gathered = new float[rows * width];
    new TwinSparseKernels().gather(arrays(matrix), in, gathered, width, 0, rows);
    float[] scattered = start.clone();
    new TwinSparseKernels().scatter(arrays(matrix), in, scattered, width, 0, rows, 0, columns);
    SparseKernels vectors = KernelProvider.KERNELS.sparse();

    float[] out = Naive.untouched(rows * width);
    vectors.gather(arrays(matrix), in, out, width, 0, rows);
    Naive.assertSameBits(out, gathered);
    vectors.gatherFew(arrays(matrix), in, out, width, 0, rows);
    Naive.assertSameBits(out, gathered);
    vectors.scatter(arrays(matrix), in, start, width, 0, rows, 0, columns);
    Naive.assertSameBits(start, scattered);
  }

  @Property(tries = 400)
  void gatherSumsWeightedRows(
      @ForAll("kernels") SparseKernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll @IntRange(max = 12) int perRow,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, perRow, seed);
    float[] in = Naive.floats(columns * width, seed + 1);
    float[] out = Naive.untouched(rows * width);

    kernels.gather(arrays(matrix), in, out, width, 0, rows);

    Naive.assertProduct(SparseMatrices.dense(matrix), Naive.dense(columns, width, in), width, out);
  }

  @Property(tries = 300)
  void gatherOfARangeWritesThatRangeAloneAndTheSameBits(
      @ForAll("kernels") SparseKernels kernels,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll("widths") int width,
      @ForAll @IntRange(max = 40) int first,
      @ForAll @IntRange(max = 40) int second,
      @ForAll long seed) {
    int from = Math.min(Math.min(first, second), rows);
    int to = Math.min(Math.max(first, second), rows);
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 5, seed);
    float[] in = Naive.floats(columns * width, seed + 1);
    float[] whole = new float[rows * width];
    kernels.gather(arrays(matrix), in, whole, width, 0, rows);
    float[] out = Naive.untouched(rows * width);

    kernels.gather(arrays(matrix), in, out, width, from, to);

    Naive.assertRange(out, whole, from * width, to * width);

    float[] few = Naive.untouched(rows * width);
    kernels.gatherFew(arrays(matrix), in, few, width, from, to);
    Naive.assertRange(few, whole, from * width, to * width);
  }

  @Test
  void rowsOfThousandsOfEntriesAreSummed() {
    for (SparseKernels kernels : all()) {
      for (int width : new int[] {1, 3, 6, 7, 10, 16, 40}) {
        CsrMatrix matrix = SparseMatrices.random(7, 6_000, 4_000, width);
        float[] in = Naive.floats(6_000 * width, 5);
        float[] out = Naive.untouched(7 * width);
        kernels.gather(arrays(matrix), in, out, width, 0, 7);
        Naive.assertProduct(
            SparseMatrices.dense(matrix), Naive.dense(6_000, width, in), width, out);
      }
    }
  }

  @Test
  void fiveHundredAndTwelveColumnsAreSummed() {
    for (SparseKernels kernels : all()) {
      CsrMatrix matrix = SparseMatrices.random(70, 50, 6, 3);
      float[] in = Naive.floats(50 * 512, 4);
      float[] out = Naive.untouched(70 * 512);
      kernels.gather(arrays(matrix), in, out, 512, 0, 70);
      Naive.assertProduct(SparseMatrices.dense(matrix), Naive.dense(50, 512, in), 512, out);
    }
  }

  @Test
  void emptyRowsGiveZeros() {
    for (SparseKernels kernels : all()) {
      for (int width = 0; width <= 70; width++) {
        float[] out = Naive.untouched(5 * width);
        CsrMatrix empty = CsrMatrix.of(5, 3, new int[6], new int[0], new float[0]);
        kernels.gather(arrays(empty), new float[3 * width], out, width, 0, 5);
        assertThat(out).containsOnly(new float[width == 0 ? 0 : 1]);
      }
    }
  }

  @Test
  void notANumberStaysInItsRow() {
    for (SparseKernels kernels : all()) {
      for (int width = 1; width <= 20; width++) {
        float[] in = Naive.floats(9 * width, 1);
        Arrays.fill(in, 4 * width, 5 * width, Float.NaN);
        float[] out = Naive.untouched(9 * width);
        kernels.gather(arrays(CsrMatrix.identity(9)), in, out, width, 0, 9);
        Naive.assertSameBits(out, in);
      }
    }
  }

  @Property(tries = 300)
  void scatterAddsWeightedRowsToThoseOfTheColumns(
      @ForAll("kernels") SparseKernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 5, seed);
    float[] in = Naive.floats(rows * width, seed + 1);
    float[] out = new float[columns * width];

    kernels.scatter(arrays(matrix), in, out, width, 0, rows, 0, columns);

    double[][] transposed = Naive.transpose(SparseMatrices.dense(matrix), columns);
    Naive.assertProduct(transposed, Naive.dense(rows, width, in), width, out);
  }

  @Property(tries = 300)
  void scatterInColumnRangesGivesTheSameBits(
      @ForAll("kernels") SparseKernels kernels,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns,
      @ForAll @IntRange(max = 40) int split,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 5, seed);
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
      @ForAll("kernels") SparseKernels kernels,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(max = 40) int columns,
      @ForAll @IntRange(max = 40) int first,
      @ForAll("widths") int width,
      @ForAll long seed) {
    CsrMatrix pattern = SparseMatrices.random(rows, columns, 5, seed);
    float[] a = Naive.floats(rows * width, seed + 1);
    float[] b = Naive.floats(columns * width, seed + 2);
    float[] values = Naive.untouched(pattern.nonZeros());
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
            .isCloseTo(row < from ? Naive.UNTOUCHED : product, within(1e-5 * (1 + width)));
      }
    }
  }

  @Test
  void compiledKernelsAllocateNothing() {
    FreshJvm.run(Garbage.class);
  }

  /** Throws if a kernel leaves something to collect. */
  static final class Garbage {
    private Garbage() {}

    public static void main(String[] arguments) {
      for (SparseKernels kernels : all()) {
        for (int width : new int[] {7, 16, 24, 100}) {
          int rows = 200;
          SparseRows matrix = arrays(SparseMatrices.random(rows, rows, 8, 1));
          float[] in = Naive.floats(rows * width, 2);
          float[] out = new float[rows * width];
          Naive.assertNoGarbage(() -> kernels.gather(matrix, in, out, width, 0, rows));
          Naive.assertNoGarbage(() -> kernels.gatherFew(matrix, in, out, width, 0, 100));
          Naive.assertNoGarbage(() -> kernels.scatter(matrix, in, out, width, 0, rows, 0, rows));
        }
      }
    }
  }

  private static SparseRows arrays(CsrMatrix matrix) {
    return SparseRows.of(matrix.rowPointers(), matrix.columnIndices(), matrix.values());
  }
}
