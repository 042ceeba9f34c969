package io.github.gmnn.lab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts processes beside this one: fresh JVMs and the peers. */
final class Child {
  static final List<String> VECTOR = List.of("--add-modules", "jdk.incubator.vector");

  private Child() {}

  /**
   * The flags that this JVM's children get beside their own: native access, quiet logs, the data
   * folder.
   */
  static List<String> flags() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
    String data = System.getProperty(BenchmarkGraph.DATA);
    if (data != null) {
      flags.add("-D" + BenchmarkGraph.DATA + "=" + data);
    }
    return flags;
  }

  static List<String> java(List<String> flags, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a command to its end and hands over what it prints, line by line. */
  static void run(List<String> command, Map<String, String> environment, Consumer<String> line)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    environment.forEach(
        (name, value) -> {
          builder.environment().remove(name);
          if (!value.isEmpty()) {
            builder.environment().put(name, value);
          }
        });
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(line);
    }
    if (process.waitFor() != 0) {
      throw new IOException("exit code " + process.exitValue() + " of " + command.get(0));
    }
  }
}
