package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors that are processes of their own: what travels is serialised, and one of them is killed
 * in the middle of a fit. Runs in a JVM of its own, because there is one Spark in each.
 */
@Tag("cluster")
class LocalClusterTest {
  @Test
  void aKilledExecutorDoesNotChangeABit(@TempDir Path folder) throws Exception {
    Frames frames = Small.frames();
    long alone = ClusterFit.classifier().fit(frames.vertices(), frames.edges()).checksum();

    assertThat(checksumOfCluster(folder)).isEqualTo("%016x killed".formatted(alone));
  }

  private static String checksumOfCluster(Path folder) throws IOException, InterruptedException {
    Path home = Files.createDirectories(folder.resolve("spark"));
    Files.createDirectories(home.resolve("jars"));
    Path output = folder.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LocalSessions.flags());
    command.add("-cp");
    command.add(LocalSessions.classPath());
    command.add(ClusterFit.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.directory(folder.toFile());
    builder.redirectOutput(output.toFile());
    builder.redirectError(folder.resolve("errors").toFile());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(() -> read(folder.resolve("errors"))).isZero();
    return Files.readString(output).strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
