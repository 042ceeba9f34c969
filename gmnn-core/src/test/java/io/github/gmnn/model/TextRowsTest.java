package io.github.gmnn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.gmnn.io.Export;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextRowsTest {
  private static Export csv(List<?> keys, boolean spreadsheet) {
    return TextRows.csv(keys, List.of(), (row, cells) -> {}, spreadsheet);
  }

  private static String text(Export export) throws IOException {
    StringWriter out = new StringWriter();
    export.writeTo(out);
    return out.toString();
  }

  @Test
  void cellsAreQuotedWhereTheyWouldMislead() throws IOException {
    assertThat(text(csv(List.of("plain", "a,b", "\"", "two\nlines", " blank", ""), false)))
        .isEqualTo("node\nplain\n\"a,b\"\n\"\"\"\"\n\"two\nlines\"\n\" blank\"\n\n");
  }

  @Test
  void textThatASpreadsheetWouldComputeIsMarkedAndNumbersAreNot() throws IOException {
    assertThat(text(csv(List.of("=1", "+1", "-1", "@a", "\ta", "a=1", -1, -0.5f), true)))
        .isEqualTo("node\n'=1\n'+1\n'-1\n'@a\n'\ta\na=1\n-1\n-0.5\n");
  }

  @Property(tries = 200)
  void everyTextComesBackFromCsv(@ForAll String key) throws IOException {
    String line = text(csv(List.of(key), false)).substring("node\n".length());
    String cell = line.substring(0, line.length() - 1);
    boolean quoted = cell.startsWith("\"");
    String read = quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    assertThat(read).isEqualTo(key);
    if (!quoted) {
      assertThat(cell).doesNotContain(",").doesNotContain("\n").doesNotContain("\r");
    }
  }

  @Test
  void jsonEscapesWhatItMust() throws IOException {
    assertThat(text(TextRows.jsonLines(List.of("\"\n\u001b", 5L), (row, json) -> {})))
        .isEqualTo("{\"node\":\"\\\"\\n\\u001B\"}\n{\"node\":5}\n");
  }

  @Test
  void aStreamOfTheApplicationStaysOpen() throws IOException {
    boolean[] closed = {false};
    StringWriter out =
        new StringWriter() {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    TextRows.jsonLines(List.of(1), (row, json) -> {}).writeTo(out);
    csv(List.of(1), false).writeTo(out);
    assertThat(closed[0]).isFalse();
    assertThat(out).hasToString("{\"node\":1}\nnode\n1\n");
  }

  @Test
  void aFileIsReplacedWhenItIsWhole(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("rows"), "before");
    List<Object> keys = List.of("first", "half a pair: \ud800");
    assertThatIOException()
        .isThrownBy(() -> csv(keys, false).writeTo(file))
        .withMessageContaining("surrogate");
    assertThatIOException()
        .isThrownBy(() -> TextRows.jsonLines(keys, (row, json) -> {}).writeTo(file))
        .withMessageContaining("surrogate");
    assertThat(file).hasContent("before");
    csv(List.of("é"), false).writeTo(file);
    assertThat(file).hasContent("node\né\n");
  }
}
