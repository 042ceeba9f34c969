package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the start script is for bash")
class StartScriptTest {
  private static final String SCRIPT = Path.of("../gmnn").toAbsolutePath().normalize().toString();

  @TempDir private Path temp;

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(args));
    command.add(0, SCRIPT);
    return startProcess(command);
  }

  private Process startProcess(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectOutput(temp.resolve("stdout").toFile())
            .redirectError(temp.resolve("stderr").toFile());
    builder.environment().put("GMNN_CLASS_PATH", System.getProperty("java.class.path"));
    return builder.start();
  }

  private int run(String... args) throws IOException, InterruptedException {
    Process process = start(args);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private String stderr() throws IOException {
    return Files.readString(temp.resolve("stderr"));
  }

  @Test
  void wrongInputIsOneLineOnStderrAndExitCode2() throws Exception {
    assertThat(run("classify", "--data", "missing")).isEqualTo(2);
    assertThat(stderr())
        .isEqualTo("gmnn: missing: expected a data folder, found nothing of that name\n");
  }

  @Test
  void pathsAreRelativeToTheWorkingDirectory() throws Exception {
    SmallData.write(temp.resolve("small"));
    int code =
        run("classify", "--data", "small", "--json", "out/results.json", "--out", "out", "--quiet");
    assertThat(code).as(stderr()).isZero();
    assertThat(stderr()).isEmpty();
    assertThat(temp.resolve("stdout")).content().contains("| small");
    assertThat(temp.resolve("out/results.json")).isNotEmptyFile();
  }

  /**
   * A tree that was moved, or a JVM that was replaced, must not be told from one without archive.
   */
  @Test
  void archiveOfClassesThatDoesNotFitIsPassedOverInSilence() throws Exception {
    Path target = Files.createDirectories(temp.resolve("tree/gmnn-cli/target"));
    Files.writeString(target.resolve("gmnn-cli.jar"), "older");
    String script =
        """
        source %s
        root=%s
        archive=$(archive_of gmnn-cli "$(java_version)")
        echo garbage >"$archive"
        touch -d '1 minute ago' "$(jar_of gmnn-cli)"
        start gmnn-cli io.github.gmnn.cli.Main --help
        """
            .formatted(
                Path.of("../build-support/start.sh").toAbsolutePath().normalize(),
                temp.resolve("tree"));
    Process process = startProcess(List.of("bash", "-euo", "pipefail", "-c", script));
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(stderr()).isZero();
    assertThat(stderr()).isEmpty();
    assertThat(temp.resolve("stdout")).content().startsWith("Usage:");
  }

  @Test
  void scriptOfTheExamplesHandsOver() throws Exception {
    Path old = Path.of("../gmnn-examples/gmnn").toAbsolutePath().normalize();
    Process process = startProcess(List.of(old.toString(), "classify", "--data", "two words"));
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(stderr())
        .isEqualTo("gmnn: two words: expected a data folder, found nothing of that name\n");
  }

  @Test
  void interruptKeepsFinishedRuns() throws Exception {
    assumeThat(ignoresInterrupt())
        .as("started in the background of a shell, where children can't be interrupted")
        .isFalse();
    SmallData.write(temp.resolve("small"));
    Process process =
        start("classify", "--data", "small", "--runs", "100000", "--json", "results.json");
    try {
      while (process.isAlive() && !stderr().contains("[2/")) {
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(temp.resolve("results.json")).content().contains("\"seed\" : 1");
    assertThat(temp.resolve("stdout")).content().contains(" of 100000 ");
  }

  /** A process hands on to its children which signals they ignore; Linux tells them as bits. */
  private static boolean ignoresInterrupt() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .mapToLong(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).trim(), 16))
        .anyMatch(bits -> (bits & 2) != 0);
  }
}
