package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelFormatExceptionTest {
  @Test
  void whatAFileSaysSteersNoTerminal() {
    ModelFormatException thrown =
        new ModelFormatException("a layer named \"\u001b[31mred\nnext row\" is unknown");
    assertThat(thrown.getMessage())
        .doesNotContain("\u001b", "\n")
        .startsWith("a layer named \"")
        .contains("[31mred")
        .endsWith("next row\" is unknown");
  }

  @Test
  void whatAFileSaysFillsNoTerminal() {
    String message = "a name of " + "x".repeat(1_000_000);
    Throwable cause = new IllegalStateException("why");
    ModelFormatException thrown = new ModelFormatException(message, cause);
    assertThat(thrown.getMessage()).hasSize(2_003).startsWith("a name of xxx").endsWith("x...");
    assertThat(thrown).hasCause(cause);
  }
}
