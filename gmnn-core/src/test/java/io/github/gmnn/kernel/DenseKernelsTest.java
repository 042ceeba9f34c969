package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.compute.Naive;
import io.github.gmnn.testing.FreshJvm;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Holds every implementation of {@link DenseKernels} to the naive products. */
class DenseKernelsTest {
  @Provide
  Arbitrary<DenseKernels> kernels() {
    return Arbitraries.of(all());
  }

  @Provide
  Arbitrary<Integer> widths() {
    return Naive.widths();
  }

  /**
   * The scalar kernels, their fused twins, those on vectors where there are any, and those in use.
   */
  static List<DenseKernels> all() {
    return VirtualMachine.HAS_FMA
        ? List.of(
            new ScalarDenseKernels(),
            new TwinDenseKernels(),
            KernelProvider.KERNELS.dense(),
            DenseKernels.BEST)
        : List.of(new ScalarDenseKernels());
  }

  @Test
  void vectorKernelsAreAmongTheTestedWhereTheyAreInUse() {
    boolean vectors = !(KernelProvider.KERNELS.dense() instanceof ScalarDenseKernels);
    assertThat(vectors).isEqualTo(KernelProvider.name().startsWith("vector"));
    assertThat(DenseKernels.BEST instanceof LateDenseKernels).isEqualTo(vectors);
  }

  /** They stand in for each other at any moment. */
  @Property(tries = 300)
  void vectorKernelsGiveTheBitsOfTheirTwins(
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll("widths") int k,
      @ForAll("widths") int n,
      @ForAll long seed) {
    assumeTrue(KernelProvider.KERNELS.usesVectors());
    DenseKernels scalar = new TwinDenseKernels();
    DenseKernels vectors = KernelProvider.KERNELS.dense();
    float[] a = Naive.floats(rows * k, seed);
    float[] b = Naive.floats(k * n, seed + 1);
    float[] g = Naive.floats(rows * n, seed + 2);

    float[] expected = new float[rows * n];
    float[] actual = Naive.untouched(rows * n);
    scalar.multiply(a, b, expected, k, n, 0, rows);
    vectors.multiply(a, b, actual, k, n, 0, rows);
    Naive.assertSameBits(actual, expected);

    expected = new float[rows * k];
    actual = Naive.untouched(rows * k);
    scalar.multiplyTransposedRight(g, b, expected, k, n, 0, rows);
    vectors.multiplyTransposedRight(g, b, actual, k, n, 0, rows);
    Naive.assertSameBits(actual, expected);

    expected = b.clone();
    actual = b.clone();
    scalar.multiplyTransposedLeft(a, g, expected, k, n, 0, k, 0, rows);
    vectors.multiplyTransposedLeft(a, g, actual, k, n, 0, k, 0, rows);
    Naive.assertSameBits(actual, expected);

    expected = g.clone();
    actual = g.clone();
    scalar.exp(expected, 0, g.length);
    vectors.exp(actual, 0, g.length);
    Naive.assertSameBits(actual, expected);
    scalar.keepWherePositive(g, 1.25f, g, expected, 0, g.length);
    vectors.keepWherePositive(g, 1.25f, g, actual, 0, g.length);
    Naive.assertSameBits(actual, expected);
  }

  @Property(tries = 300)
  void denseProductsEqualTheNaiveOnes(
      @ForAll("kernels") DenseKernels kernels,
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

    float[] product = Naive.untouched(rows * n);
    kernels.multiply(a, b, product, k, n, 0, rows);
    Naive.assertProduct(wideA, wideB, n, product);

    float[] right = Naive.untouched(rows * k);
    kernels.multiplyTransposedRight(g, b, right, k, n, 0, rows);
    Naive.assertProduct(wideG, Naive.transpose(wideB, n), k, right);

    float[] left = new float[k * n];
    kernels.multiplyTransposedLeft(a, g, left, k, n, 0, k, 0, rows);
    Naive.assertProduct(Naive.transpose(wideA, k), wideG, n, left);
  }

  @Test
  void deepProductsEqualTheNaiveOnes() {
    for (DenseKernels kernels : all()) {
      for (int n : new int[] {1, 7, 8, 23, 50}) {
        int depth = 1_100;
        float[] a = Naive.floats(9 * depth, n);
        float[] b = Naive.floats(depth * n, n + 1);
        float[] out = Naive.untouched(9 * n);
        kernels.multiply(a, b, out, depth, n, 0, 9);
        Naive.assertProduct(Naive.dense(9, depth, a), Naive.dense(depth, n, b), n, out);

        float[] left = new float[5 * n];
        float[] tall = Naive.floats(depth * 5, n + 2);
        kernels.multiplyTransposedLeft(tall, b, left, 5, n, 0, 5, 0, depth);
        double[][] wide = Naive.transpose(Naive.dense(depth, 5, tall), 5);
        Naive.assertProduct(wide, Naive.dense(depth, n, b), n, left);

        float[] right = Naive.untouched(9 * 3);
        float[] flat = Naive.floats(3 * depth, n + 3);
        kernels.multiplyTransposedRight(a, flat, right, 3, depth, 0, 9);
        double[][] turned = Naive.transpose(Naive.dense(3, depth, flat), depth);
        Naive.assertProduct(Naive.dense(9, depth, a), turned, 3, right);
      }
    }
  }

  @Test
  void tallProductsEqualTheNaiveOnes() {
    int rows = 800;
    int k = 137;
    for (DenseKernels kernels : all()) {
      for (int n : new int[] {5, 16, 33, 48, 150}) {
        float[] a = Naive.floats(rows * k, n);
        float[] b = Naive.floats(k * n, n + 1);
        float[] out = Naive.untouched(rows * n);
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
      @ForAll("kernels") DenseKernels kernels,
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
    float[] part = Naive.untouched(rows * n);
    kernels.multiply(a, b, part, k, n, from, to);
    Naive.assertRange(part, product, from * n, to * n);

    float[] right = new float[rows * k];
    kernels.multiplyTransposedRight(g, b, right, k, n, 0, rows);
    part = Naive.untouched(rows * k);
    kernels.multiplyTransposedRight(g, b, part, k, n, from, to);
    Naive.assertRange(part, right, from * k, to * k);

    from = Math.min(Math.min(first, second), k);
    to = Math.min(Math.max(first, second), k);
    float[] left = Naive.untouched(k * n);
    kernels.multiplyTransposedLeft(a, g, left, k, n, 0, k, 0, rows);
    part = Naive.untouched(k * n);
    kernels.multiplyTransposedLeft(a, g, part, k, n, from, to, 0, rows);
    Naive.assertRange(part, left, from * n, to * n);
  }

  @Property(tries = 200)
  void rowsOfZerosMayBeLeftOutOfATransposedProductForTheSameBits(
      @ForAll("kernels") DenseKernels kernels,
      @ForAll @IntRange(max = 80) int zerosBefore,
      @ForAll @IntRange(min = 1, max = 80) int rows,
      @ForAll @IntRange(max = 20) int zerosAfter,
      @ForAll("widths") int n,
      @ForAll long seed) {
    int k = 3;
    int all = zerosBefore + rows + zerosAfter;
    float[] a = Naive.floats(all * k, seed);
    float[] g = new float[all * n];
    System.arraycopy(Naive.floats(rows * n, seed + 1), 0, g, zerosBefore * n, rows * n);
    float[] whole = new float[k * n];
    kernels.multiplyTransposedLeft(a, g, whole, k, n, 0, k, 0, all);
    float[] part = new float[k * n];
    kernels.multiplyTransposedLeft(a, g, part, k, n, 0, k, zerosBefore, zerosBefore + rows);
    assertThat(part).isEqualTo(whole);
  }

  @Test
  void compiledKernelsAllocateNothingThatGrows() {
    FreshJvm.run(Garbage.class);
  }

  /** Throws if a kernel leaves something to collect. */
  static final class Garbage {
    private Garbage() {}

    public static void main(String[] arguments) {
      for (DenseKernels kernels : all()) {
        for (int width : new int[] {7, 16, 24, 100}) {
          int rows = 200;
          float[] in = Naive.floats(rows * width, 2);
          float[] out = new float[rows * width];
          float[] small = Naive.floats(width * width, 3);
          Naive.assertNoGarbage(() -> kernels.multiply(in, small, out, width, width, 0, rows));
          Naive.assertNoGarbage(
              () -> kernels.multiplyTransposedRight(in, small, out, width, width, 0, 9));
          Naive.assertNoGarbage(
              () -> kernels.multiplyTransposedLeft(in, in, out, width, width, 0, width, 0, rows));
        }
      }
    }
  }
}
