package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeMapTest {
  private static final NodeMap CORNER =
      new NodeMap(new int[] {0, 0, 9_999, 4_000}, new int[] {0, 9_999, 0, 1_000});

  @Test
  void aMapThatWasTurnedIsTurnedBack() {
    NodeMap turned =
        new NodeMap(new int[] {9_999, 0, 9_999, 8_999}, new int[] {0, 0, 9_999, 4_000});
    assertSame(turned.turnedTo(CORNER));
  }

  @Test
  void aMapThatWasMirroredIsMirroredBack() {
    NodeMap mirrored = new NodeMap(CORNER.y(), CORNER.x());
    assertSame(mirrored.turnedTo(CORNER));
  }

  @Test
  void nodesAtOnePlaceStayThere() {
    NodeMap point = new NodeMap(new int[4], new int[4]);
    assertThat(point.turnedTo(CORNER).x()).containsOnly(5_000);
  }

  private static void assertSame(NodeMap map) {
    for (int node = 0; node < 4; node++) {
      assertThat(map.x()[node]).isBetween(CORNER.x()[node] - 1, CORNER.x()[node] + 1);
      assertThat(map.y()[node]).isBetween(CORNER.y()[node] - 1, CORNER.y()[node] + 1);
    }
  }
}
