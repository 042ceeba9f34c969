package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM with the classes of the tests, in a folder; ends when it is closed. */
final class JavaProcess implements AutoCloseable {
  private final Process process;
  private final Path output;
  private final Path errors;

  private JavaProcess(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /**
   * Starts one.
   *
   * @param folder where it runs and what it prints goes
   * @param name what its files there are called
   * @param main its main class
   */
  static JavaProcess start(Path folder, String name, String main, String... arguments)
      throws IOException {
    Path home = Files.createDirectories(folder.resolve("spark"));
    Files.createDirectories(home.resolve("jars"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LocalSessions.flags());
    command.add("-Xmx1g");
    command.add("-cp");
    command.add(LocalSessions.classPath());
    command.add(main);
    command.addAll(List.of(arguments));
    Path output = folder.resolve(name + ".output");
    Path errors = folder.resolve(name + ".errors");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.directory(folder.toFile());
    builder.redirectOutput(output.toFile());
    builder.redirectError(errors.toFile());
    return new JavaProcess(builder.start(), output, errors);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has printed when it has ended, which must be well. */
  String result() throws IOException, InterruptedException {
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(this::errors).isZero();
    return Files.readString(output).strip();
  }

  private String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
