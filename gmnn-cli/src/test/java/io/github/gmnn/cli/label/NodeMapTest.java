package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeMapTest {
  @Test
  void theLongerSideFillsTheSquareAndTheOtherIsInItsMiddle() {
    NodeMap map = NodeMap.of(new double[] {-3, 1, 5}, new double[] {7, 9, 11});
    assertThat(map.x()).containsExactly(0, 5_000, 9_999);
    assertThat(map.y()).containsExactly(2_500, 5_000, 7_499);
  }

  @Test
  void nodesAtOnePlaceLieInTheMiddle() {
    NodeMap map = NodeMap.of(new double[] {2, 2}, new double[] {8, 8});
    assertThat(map.x()).containsExactly(5_000, 5_000);
    assertThat(map.y()).containsExactly(5_000, 5_000);
  }
}
