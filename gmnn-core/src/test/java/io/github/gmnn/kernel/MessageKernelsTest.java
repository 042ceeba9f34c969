package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels in use, where possible those with vectors, beside the plain ones. */
class MessageKernelsTest {
  private static final int NODES = 150;

  @Test
  void vectorsAreUsedWhereSparseKernelsUseThem() {
    boolean vectors = MessageKernels.BEST.getClass() != MessageKernels.class;
    assertThat(vectors).isEqualTo(KernelProvider.name().startsWith("vector"));
    assertThat(MessageKernels.BEST.width(17)).isEqualTo(vectors ? 24 : 17);
  }

  /** One node that receives two messages and sends them, all by hand. */
  @Test
  void messagesAreComputedAsWrittenDown() {
    EdgeRows edges =
        new EdgeRows(
            new int[] {0, 2},
            new int[] {0, 0},
            null,
            1,
            new float[] {2, -4},
            null,
            new float[] {1, 3},
            new float[] {0.25f});
    float[] u = new float[5];
    u[0] = 1; // of the number
    u[4] = 0.5f; // what messages begin with
    float[] z = {1};
    float[] out = {10};
    new MessageKernels().forward(edges, u, z, out, 1, 0, 1);
    assertThat(out).containsExactly(10 + 0.25f * 3.5f); // ReLU(1 + 0.5 + 2), ReLU(1 + 0.5 - 4)
    float[] products = new float[2];
    new MessageKernels().products(edges, u, z, new float[] {2}, 1, products, 1, 0, 1);
    assertThat(products).containsExactly(7, 0);

    float[] dz = {9};
    float[] sums = new float[6];
    MessageKernels.Scored scored =
        new MessageKernels.Scored(new float[] {10}, new float[] {0.1f, 7});
    new MessageKernels().backward(edges, u, z, new float[] {8}, null, scored, dz, sums, 0, 1, 0, 1);
    assertThat(dz).containsExactly(0.25f * 8 + 1); // the second message is 0 and so is its slope
    assertThat(sums).containsExactly(6, 0, 0, 0, 3, 0.1f * 3.5f);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void bestAndPlainKernelsAgree(long seed) {
    Random random = new Random(seed);
    int units = 1 + random.nextInt(40);
    int width = MessageKernels.BEST.width(units);
    EdgeRows edges = edges(random);
    int types = edges.types() == null ? 1 : 3;
    float[] u = floats((EdgeRows.rowsOfNumbers(edges.numbers()) + types) * width, random);
    Arrays.fill(u, edges.numbers() * width, edges.firstBegin(width), 0f);
    float[] z = floats(NODES * width, random);
    float[] outer = floats(NODES * width, random);
    int count = edges.others().length;
    int from = random.nextInt(40);
    int to = NODES - random.nextInt(40);

    float[] out = floats(NODES * width, random);
    float[] plainOut = out.clone();
    MessageKernels.BEST.forward(edges, u, z, out, width, from, to);
    new MessageKernels().forward(edges, u, z, plainOut, width, from, to);
    assertClose(out, plainOut);

    int perNode = random.nextBoolean() ? width : 0;
    float[] products = new float[count];
    float[] plainProducts = new float[count];
    MessageKernels.BEST.products(edges, u, z, outer, perNode, products, width, from, to);
    new MessageKernels().products(edges, u, z, outer, perNode, plainProducts, width, from, to);
    assertClose(products, plainProducts);

    boolean[] wanted = random.nextBoolean() ? null : new boolean[NODES];
    for (int i = 0; wanted != null && i < NODES; i++) {
      wanted[i] = random.nextBoolean();
    }
    MessageKernels.Scored scored =
        random.nextBoolean()
            ? null
            : new MessageKernels.Scored(floats(width, random), floats(count, random));
    float[] dz = floats(NODES * width, random);
    float[] plainDz = dz.clone();
    float[] sums = floats(7 + u.length + width, random);
    float[] plainSums = sums.clone();
    MessageKernels.BEST.backward(edges, u, z, outer, wanted, scored, dz, sums, 7, width, from, to);
    new MessageKernels()
        .backward(edges, u, z, outer, wanted, scored, plainDz, plainSums, 7, width, from, to);
    assertClose(dz, plainDz);
    if (scored == null) {
      Arrays.fill(sums, 7 + u.length, sums.length, 0f);
      Arrays.fill(plainSums, 7 + u.length, sums.length, 0f);
    }
    int unused = 7 + edges.numbers() * width;
    Arrays.fill(sums, unused, Math.max(unused, 7 + edges.firstBegin(width)), 0f);
    Arrays.fill(plainSums, unused, Math.max(unused, 7 + edges.firstBegin(width)), 0f);
    assertClose(sums, plainSums);
  }

  private static EdgeRows edges(Random random) {
    int[] pointers = new int[NODES + 1];
    for (int node = 0; node < NODES; node++) {
      pointers[node + 1] = pointers[node] + (random.nextInt(4) == 0 ? 0 : random.nextInt(9));
    }
    int count = pointers[NODES];
    int numbers = 1 + random.nextInt(7);
    int[] order = random.ints(0, count).distinct().limit(count).toArray();
    return new EdgeRows(
        pointers,
        random.ints(count, 0, NODES).toArray(),
        random.nextBoolean() ? null : order,
        numbers,
        floats(count * numbers, random),
        random.nextBoolean() ? null : random.ints(count, 0, 3).toArray(),
        random.nextBoolean() ? null : floats(count, random),
        floats(NODES, random));
  }

  private static float[] floats(int count, Random random) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = 2 * random.nextFloat() - 1;
    }
    return values;
  }

  /** Up to the order of summation. */
  private static void assertClose(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-3f));
    }
  }
}
