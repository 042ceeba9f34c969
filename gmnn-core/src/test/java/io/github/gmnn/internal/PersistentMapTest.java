package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PersistentMapTest {
  /** A key whose hash says nothing. */
  private record Colliding(int name) {
    @Override
    public int hashCode() {
      return 5;
    }
  }

  @Test
  void keysThatCollideAreToldApart() {
    PersistentMap<Colliding> map = PersistentMap.empty();
    for (int i = 0; i < 20; i++) {
      map = map.with(new Colliding(i), i);
    }
    PersistentMap<Colliding> changed = map.with(new Colliding(7), -1);
    for (int i = 0; i < 20; i++) {
      assertThat(map.get(new Colliding(i), 99)).isEqualTo(i);
      assertThat(changed.get(new Colliding(i), 99)).isEqualTo(i == 7 ? -1 : i);
    }
    assertThat(map.get(new Colliding(20), 99)).isEqualTo(99);
    assertThat(map.get("another", 99)).isEqualTo(99);
  }
}
