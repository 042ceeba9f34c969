package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.cli.label.LabelLog.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelLogTest {
  private static final Change HOSTILE = new Change("a\n\"b\u2028", "<x>\\,é");

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("labels.jsonl");
  }

  @Test
  void whatWasAppendedIsThereAfterOpeningAgain() throws IOException {
    try (LabelLog log = LabelLog.open(file())) {
      assertThat(log.changes()).isEmpty();
      log.append(HOSTILE);
      log.append(Change.UNDO);
      log.append(new Change("7", "x"));
    }
    assertThat(Files.readAllLines(file())).hasSize(3);
    try (LabelLog log = LabelLog.open(file())) {
      assertThat(log.changes()).containsExactly(HOSTILE, Change.UNDO, new Change("7", "x"));
    }
  }

  @Test
  void aTornLastLineIsCutOffWhereverItWasTorn() throws IOException {
    try (LabelLog log = LabelLog.open(file())) {
      log.append(new Change("1", "x"));
      log.append(HOSTILE);
    }
    byte[] whole = Files.readAllBytes(file());
    int first = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    for (int length = first; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      try (LabelLog log = LabelLog.open(file())) {
        assertThat(log.changes()).containsExactly(new Change("1", "x"));
        log.append(new Change("2", "y"));
      }
      try (LabelLog log = LabelLog.open(file())) {
        assertThat(log.changes()).containsExactly(new Change("1", "x"), new Change("2", "y"));
      }
    }
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    Files.writeString(file(), "{\"node\":\"1\",\"label\":\"x\"}\n{\"node\":\"2\"}\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelLog.open(file()))
        .withMessageContaining("labels.jsonl, line 2: expected a node and its label");
    Files.writeString(file(), "node,label\n", StandardOpenOption.TRUNCATE_EXISTING);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelLog.open(file()))
        .withMessageContaining("line 1");
  }

  @Test
  void oneProcessAtATimeWrites() throws IOException {
    try (LabelLog log = LabelLog.open(file())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LabelLog.open(file()))
          .withMessageContaining("another gmnn label writes this file");
      log.append(new Change("1", "x"));
    }
    LabelLog.open(file()).close();
  }
}
