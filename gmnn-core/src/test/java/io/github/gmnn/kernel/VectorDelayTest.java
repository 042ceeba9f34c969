package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseMatrices;
import io.github.gmnn.testing.FreshJvm;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VectorDelayTest {
  private final List<String> calls = new ArrayList<>();

  /** Kernels that do nothing but write their name down. */
  private <K> K named(String name, Class<K> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              calls.add(method.getName() + " " + name);
              return null;
            }));
  }

  @Test
  void workIsCountedUntilVectorsAreWorthTheirStart() {
    VectorDelay delay = new VectorDelay();
    assertThat(delay.isOverWith(VectorDelay.WORK - 1)).isFalse();
    assertThat(delay.isOver()).isFalse();
    assertThat(delay.isOverWith(1)).isTrue();
    assertThat(delay.isOver()).isTrue();
  }

  @Test
  void sparseKernelsChangeWhenTheirWorkIsDone() {
    VectorDelay delay = new VectorDelay();
    SparseKernels kernels =
        new LateSparseKernels(
            delay, named("scalar", SparseKernels.class), named("vectors", SparseKernels.class));
    CsrMatrix matrix = SparseMatrices.random(10, 10, 4, 1);
    SparseRows rows = SparseRows.of(matrix.rowPointers(), matrix.columnIndices(), matrix.values());
    long work = 5L * matrix.nonZeros();
    delay.isOverWith(VectorDelay.WORK - 3 * work - 1);
    float[] some = new float[0];
    kernels.gather(rows, some, some, 5, 0, 10);
    kernels.gatherFew(rows, some, some, 5, 0, 10);
    kernels.scatter(rows, some, some, 5, 0, 10, 0, 10);
    kernels.products(rows, some, some, 5, 0, 10);
    kernels.gather(rows, some, some, 5, 4, 4); // nothing to do
    kernels.gather(rows, some, some, 5, 0, 10);
    kernels.gatherFew(rows, some, some, 5, 0, 10);
    kernels.scatter(rows, some, some, 5, 0, 10, 0, 10);
    assertThat(calls)
        .containsExactly(
            "gather scalar",
            "gatherFew scalar",
            "scatter scalar",
            "products vectors",
            "gather scalar",
            "gather vectors",
            "gatherFew vectors",
            "scatter vectors");
  }

  @Test
  void denseKernelsChangeWhenTheirWorkIsDone() {
    VectorDelay delay = new VectorDelay();
    DenseKernels kernels =
        new LateDenseKernels(
            delay, named("scalar", DenseKernels.class), named("vectors", DenseKernels.class));
    // What the six calls of the first round count, and one more.
    delay.isOverWith(
        VectorDelay.WORK - (2 * 3 * 5 + 2 * 3 * 5 + 2 * 3 * 4 + 8 * 9 + 9 + 8 * 9) - 1);
    float[] some = new float[9];
    for (int round = 0; round < 2; round++) {
      kernels.multiply(some, some, some, 2, 3, 1, 6);
      kernels.multiplyTransposedRight(some, some, some, 2, 3, 1, 6);
      kernels.multiplyTransposedLeft(some, some, some, 5, 3, 1, 3, 2, 6);
      kernels.exp(some, 0, 9);
      kernels.keepWherePositive(some, 1f, some, some, 0, 9);
      kernels.adam(some, some, some, 1f, 1f, 1f, 1f, 1f, 1f);
    }
    assertThat(calls.subList(0, 6)).allMatch(call -> call.endsWith(" scalar"));
    assertThat(calls.subList(6, 12)).allMatch(call -> call.endsWith(" vectors"));
    assertThat(calls).hasSize(12);
  }

  @Test
  void smallWorkDoesNotLoadTheVectorModule() {
    FreshJvm.run(SmallWork.class);
  }

  /** Throws if a small product has loaded what a large one needs. */
  static final class SmallWork {
    private SmallWork() {}

    public static void main(String[] arguments) {
      boolean vectors = KernelProvider.name().startsWith("vector");
      multiply();
      ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
      long before = classes.getTotalLoadedClassCount();
      for (long work = 0; work < VectorDelay.WORK; work += 1000 * 256) {
        multiply();
      }
      long loaded = classes.getTotalLoadedClassCount() - before;
      if (loaded > 20 != vectors) {
        throw new AssertionError(loaded + " classes were loaded late, vectors: " + vectors);
      }
    }

    private static void multiply() {
      float[] a = new float[16_000];
      DenseKernels.BEST.multiply(a, new float[256], new float[16_000], 16, 16, 0, 1000);
    }
  }
}
