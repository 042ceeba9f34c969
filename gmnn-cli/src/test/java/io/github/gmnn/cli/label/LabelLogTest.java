package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.cli.label.LabelLog.Change;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    for (int length = first; length < whole.length - 1; length++) {
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
  void aLastLineThatLacksOnlyItsEndStays() throws IOException {
    Files.writeString(file(), "{\"node\":\"1\",\"label\":\"x\"}\n{\"node\":\"2\",\"label\":\"y\"}");
    for (int opened = 0; opened < 2; opened++) {
      try (LabelLog log = LabelLog.open(file())) {
        assertThat(log.changes()).startsWith(new Change("1", "x"), new Change("2", "y"));
        log.append(new Change("3", "z"));
      }
    }
    assertThat(Files.readAllLines(file())).hasSize(4);
  }

  /** Who makes the file last must not replace that of who made it first. */
  @Test
  void ofTwoThatMakeTheFileAtOnceOneHasIt() throws Exception {
    for (int round = 0; round < 300; round++) {
      Path file = folder.resolve("labels-" + round);
      CyclicBarrier together = new CyclicBarrier(2);
      Callable<LabelLog> opening =
          () -> {
            together.await();
            try {
              return LabelLog.open(file);
            } catch (IllegalArgumentException otherHasIt) {
              return null;
            }
          };
      FutureTask<LabelLog> other = new FutureTask<>(opening);
      new Thread(other).start();
      List<LabelLog> logs = new ArrayList<>(Arrays.asList(opening.call(), other.get()));
      logs.removeIf(Objects::isNull);
      for (LabelLog log : logs) {
        log.close();
      }
      assertThat(logs).as("round %d", round).hasSize(1);
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

  /** Opens the file that an argument names, and says what becomes of it. */
  public static void main(String[] arguments) throws IOException {
    try (LabelLog log = LabelLog.open(Path.of(arguments[0]))) {
      System.out.println("opened, with " + log.changes().size());
    } catch (IllegalArgumentException e) {
      System.out.println("refused");
    }
  }

  @Test
  void noOtherProcessHasTheFileWhileItIsOpen() throws Exception {
    Files.writeString(file(), "{\"node\":\"1\",\"label\":\"x\"}\n");
    try (LabelLog log = LabelLog.open(file())) {
      assertThat(log.changes()).hasSize(1);
      assertThat(otherProcess()).isEqualTo("refused");
    }
    assertThat(otherProcess()).isEqualTo("opened, with 1");
  }

  private String otherProcess() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LabelLogTest.class.getName(),
                file().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.strip();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a text of somebody's, without an end of line",
        "{\"settings\":{}}",
        "{\"node\":\"1\",\"label\":\"x\"}\nprecious",
        "{\"node\":\"1\",\"label\":\"x\",\"weight\":1}\n",
        "{\"undo\":false}\n",
        "{\"undo\":true,\"node\":\"1\"}\n",
        "{\"node\":\"1\",\"label\":\"\\u001b[2J\"}\n",
        "{\"node\":\"1\",\"label\":\"\\ud800\"}\n",
        "\u0000\u0001"
      })
  void whatIsNoFileOfLabelsIsRefusedAndStaysAsItIs(String text) throws IOException {
    Files.writeString(file(), text);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelLog.open(file()))
        .withMessageContaining("labels.jsonl, line ");
    assertThat(file()).hasContent(text);
  }

  @Test
  void longLabelsLongLinesAndOtherBytesAreRefused() throws IOException {
    for (byte[] content :
        List.of(
            bytes("{\"node\":\"1\",\"label\":\"" + "x".repeat(201) + "\"}\n"),
            bytes(" ".repeat(1 << 20) + "{\"node\":\"1\",\"label\":\"x\"}\n"),
            new byte[] {(byte) 0xff, '\n'})) {
      Files.write(file(), content);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LabelLog.open(file()))
          .withMessageContaining("labels.jsonl, line 1: expected");
      assertThat(file()).hasBinaryContent(content);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceIsRefusedBeforeItIsRead() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelLog.open(Path.of("/dev/zero")))
        .withMessageContaining("expected a regular file");
  }
}
