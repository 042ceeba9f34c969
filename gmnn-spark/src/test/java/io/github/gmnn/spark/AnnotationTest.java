package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnnotationTest {
  @Test
  void asManySamplesAreUsedAsAreDrawnHoweverTheNameIsWritten() {
    for (String name : new String[] {"multi", "Multi", "MULTI"}) {
      assertThat(new Annotation(name, 0.1, 10).drawn()).as(name).isEqualTo(10);
    }
    assertThat(new Annotation("Single", 0.1, 10).drawn()).isEqualTo(1);
  }
}
