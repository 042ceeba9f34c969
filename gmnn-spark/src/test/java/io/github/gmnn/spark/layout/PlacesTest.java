package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static void assertFinds(int[] sorted, IntStream numbers) {
    Places places = new Places(sorted);
    numbers.forEach(
        number ->
            assertThat(places.of(number))
                .as("%d", number)
                .isEqualTo(Math.max(-1, Arrays.binarySearch(sorted, number))));
  }

  @Test
  void findsWhatIsThereAndNothingElse() {
    int[] even = IntStream.range(0, 500).map(i -> 100 + 2 * i).toArray();
    assertFinds(even, IntStream.range(0, 1300));
    int[] heaps =
        new Random(3)
            .ints(900, 0, 1 << 30)
            .map(i -> i % 3 == 0 ? i : i >> 20)
            .distinct()
            .sorted()
            .toArray();
    assertFinds(heaps, IntStream.of(heaps));
    assertFinds(heaps, new Random(4).ints(2000, 0, 1 << 30));
    assertFinds(new int[] {0, Integer.MAX_VALUE}, IntStream.of(0, 1, Integer.MAX_VALUE));
    assertFinds(new int[] {7}, IntStream.range(0, 20));
    assertFinds(new int[0], IntStream.of(0, 5));
  }
}
