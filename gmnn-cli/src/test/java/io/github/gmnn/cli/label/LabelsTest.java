package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;

class LabelsTest {
  private final Labels labels =
      new Labels(
          Graph.<String>builder()
              .addNode("1", 1)
              .addNode("2", 1)
              .label("1", "one")
              .label("2", "two")
              .build());

  @Test
  void aClassIsThereAsLongAsANodeHasItOrItWasReplaced() {
    labels.give("1", "x");
    labels.give("2", "x");
    labels.undo();
    assertThat(labels.classes()).containsExactly("one", "two", "x");
    labels.give("1", "y");
    assertThat(labels.classes()).containsExactly("one", "two", "x", "y"); // keys on the page stay
    labels.undo();
    assertThat(labels.classes()).containsExactly("one", "two", "x");
    assertThat(labels.given()).containsOnlyKeys("1").containsValue("x");
    labels.undo();
    assertThat(labels.classes()).containsExactly("one", "two");
    assertThat(labels.canUndo()).isFalse();
  }

  @Test
  void peopleNameAThousandClassesAtMost() {
    for (int i = 0; i < 1_000; i++) {
      labels.requireRoomFor("class " + i);
      labels.give("1", "class " + i);
    }
    labels.requireRoomFor("class 7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> labels.requireRoomFor("one more"))
        .withMessageContaining("at most 1000 classes");
  }
}
