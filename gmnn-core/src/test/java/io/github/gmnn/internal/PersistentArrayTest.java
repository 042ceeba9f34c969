package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PersistentArrayTest {
  @Test
  void holdsWhatWasPutAndLeavesOldArraysAsTheyWere() {
    Random random = new Random(3);
    PersistentArray<String> array = PersistentArray.empty();
    PersistentArray<String> half = array;
    Map<Integer, String> expected = new HashMap<>();
    Map<Integer, String> expectedHalf = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      int index = random.nextInt() >>> 1 + random.nextInt(30);
      array = array.with(index, "v" + i);
      expected.put(index, "v" + i);
      if (i == 1_000) {
        half = array;
        expectedHalf = new HashMap<>(expected);
      }
    }
    assertHolds(array, expected);
    assertHolds(half, expectedHalf);
    assertThat(array.get(Integer.MAX_VALUE)).isNull();
    assertThat(PersistentArray.empty().get(0)).isNull();
  }

  private static void assertHolds(PersistentArray<String> array, Map<Integer, String> expected) {
    assertThat(array.count()).isEqualTo(expected.size());
    expected.forEach((index, value) -> assertThat(array.get(index)).isEqualTo(value));
    for (int i = 0; i < 100; i++) {
      assertThat(array.get(i)).isEqualTo(expected.get(i));
    }
  }
}
