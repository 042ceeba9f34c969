package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeIndexTest {
  @Test
  void theKeysOfAnIndexLeadBackToIt() {
    NodeIndex<String> index = NodeIndex.of(List.of("a", "b"));
    assertThat(NodeIndex.<String>of(index.keys())).isSameAs(index);
    assertThat(index.keys()).containsExactly("a", "b");
    assertThat(index.keys().contains("c")).isFalse();
    assertThatThrownBy(() -> index.keys().add("c"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keysThatAreTheirIndicesAreARange() {
    NodeIndex<Integer> index = NodeIndex.of(List.of(0, 1, 2));
    assertThat(index).isEqualTo(new NodeIndex.Range(3));
    assertThat(index.find(3)).isEqualTo(-1);
    assertThat(index.keys()).containsExactly(0, 1, 2);
  }

  @Test
  void aDuplicateKeyIsNamed() {
    assertThatThrownBy(() -> NodeIndex.of(List.of("a", "b", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a' is a duplicate");
  }
}
