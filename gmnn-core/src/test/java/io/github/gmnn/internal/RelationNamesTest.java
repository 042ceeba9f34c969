package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelationNamesTest {
  @Test
  void namesAreThereAndDistinct() {
    List<String> names = List.of("knows", "cites");
    assertThat(RelationNames.checkDistinct(names)).isSameAs(names);
    for (List<String> wrong : List.of(List.of("a", "a"), Arrays.asList("a", null))) {
      assertThatIllegalArgumentException().isThrownBy(() -> RelationNames.checkDistinct(wrong));
    }
  }
}
