package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the lists of floats and longs too, which grow as this one does. */
class IntListTest {
  private static final int MANY = 1000;

  @Test
  void listsGrowAndKeepTheirOrder() {
    IntList ints = new IntList();
    FloatList floats = new FloatList();
    LongList longs = new LongList();
    for (int i = 0; i < MANY; i++) {
      ints.add(3 * i);
      floats.add(i / 2f);
      longs.add(i + (1L << 40));
    }
    assertThat(ints.toArray()).isEqualTo(IntStream.range(0, MANY).map(i -> 3 * i).toArray());
    assertThat(floats.toArray()).hasSize(MANY).endsWith(499.5f);
    assertThat(floats.get(17)).isEqualTo(8.5f);
    assertThat(longs.size()).isEqualTo(MANY);
    assertThat(longs.array()[MANY - 1]).isEqualTo(MANY - 1 + (1L << 40));
  }

  @Test
  void clearedListsStartAgain() {
    IntList ints = new IntList();
    FloatList floats = new FloatList();
    ints.add(1);
    floats.add(1);
    ints.clear();
    floats.clear();
    ints.add(2);
    assertThat(ints.toArray()).containsExactly(2);
    assertThat(floats.toArray()).isEmpty();
  }

  @Test
  void distinctItemsAscend() {
    IntList list = new IntList();
    for (int item : new int[] {5, -1, 5, 3, -1, 5}) {
      list.add(item);
    }
    assertThat(list.distinct()).containsExactly(-1, 3, 5);
    assertThat(new IntList().distinct()).isEmpty();
  }

  @Test
  void capacityStopsAtTheLargestArray() {
    assertThat(IntList.grown(16)).isEqualTo(40);
    assertThat(IntList.grown(Limits.MAX_NON_ZEROS - 1)).isEqualTo(Limits.MAX_NON_ZEROS);
  }
}
