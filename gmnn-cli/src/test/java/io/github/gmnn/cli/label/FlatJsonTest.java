package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatJsonTest {
  @Test
  void textsAndNumbersAreRead() {
    assertThat(FlatJson.read(" {\"node\": 17, \"label\": \"\\u0061\\\"\"} "))
        .isEqualTo(Map.of("node", "17", "label", "a\""));
    assertThat(FlatJson.read("{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "7",
        "{",
        "{\"a\":}",
        "{\"a\":null}",
        "{\"a\":{}}",
        "{\"a\":[1]}",
        "{\"a\":1}{}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1",
        "{'a':1}"
      })
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> FlatJson.read(text));
  }

  @Test
  void whatIsQuotedOfTheTextSteersNoTerminal() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlatJson.read("{\"a\":label\u001b[2J}"))
        .withMessageContaining("label\\u001b")
        .withMessageNotContaining("\u001b");
  }

  @Test
  void whatIsWrittenIsOneLine() {
    assertThat(FlatJson.write(Map.of("a", "x\ny"))).isEqualTo("{\"a\":\"x\\ny\"}");
  }
}
