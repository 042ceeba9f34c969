package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderTest {
  @Test
  void equalValuesKeepTheirOrder() {
    assertThat(Order.of(new double[] {2, 1, 2, -3, 1})).containsExactly(3, 1, 4, 0, 2);
    assertThat(Order.of(new double[0])).isEmpty();
  }

  @Test
  void groupsFollowEachOtherWithoutWhatIsInNone() {
    int[] group = {1, 0, -1, 1, 3};
    int[] starts = Order.starts(4, group);
    assertThat(starts).containsExactly(0, 1, 3, 3, 4);
    assertThat(Order.byGroup(new int[] {4, 3, 2, 1, 0}, group, starts)).containsExactly(1, 3, 0, 4);
  }
}
