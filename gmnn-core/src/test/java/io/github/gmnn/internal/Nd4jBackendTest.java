package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link BackendTrial} with several class paths, each in a virtual machine of its own. */
class Nd4jBackendTest {
  private static final List<String> NEED_A_BACKEND =
      List.of("layer", "initialization", "activation", "updater", "listener");

  @TempDir private Path folder;

  @Test
  void aFitNeedsNoBackendAndWhatDoesSaysSo() throws Exception {
    Map<String, String> tried = run(entry -> !entry.contains("nd4j-native-1.") && !isNative(entry));

    assertThat(tried).containsEntry("present", "false");
    assertThat(tried)
        .containsEntry("fit, save, load, predict", "even, the same after loading: true");
    assertThat(tried).containsEntry("threads of a prediction", "0");
    assertThat(tried).containsEntry("resume", "odd");
    assertThat(tried).containsEntry("embed", "12");
    assertThat(tried).containsEntry("large product", "right");
    for (String user : NEED_A_BACKEND) {
      assertThat(tried.get(user))
          .as(user)
          .startsWith("java.lang.IllegalStateException: ")
          .contains("none is on the class path: add org.nd4j:nd4j-native");
    }
    assertThat(tried.get("layer")).contains("DL4J's DenseLayer needs");
    assertThat(tried.get("initialization")).contains("initialization WeightInitXavier needs");
    assertThat(tried.get("activation")).contains("activation function swish needs");
    assertThat(tried.get("updater")).contains("the updater Nesterovs with the penalties");
    assertThat(tried.get("listener")).contains("listener ScoreIterationListener needs");
  }

  @Test
  void aBackendJoinsInWhereItIsAskedFor() throws Exception {
    Map<String, String> tried = run(entry -> true);

    assertThat(tried).containsEntry("present", "true");
    assertThat(tried)
        .containsEntry("fit, save, load, predict", "even, the same after loading: true");
    assertThat(tried).containsEntry("large product", "right");
    assertThat(tried).containsEntry("threads of a prediction", "1");
    for (String user : NEED_A_BACKEND) {
      assertThat(tried).containsEntry(user, "[even, odd]");
    }
  }

  @Test
  void aBackendWithoutItsNativeLibrariesIsLeftAloneUntilItIsNeeded() throws Exception {
    Map<String, String> tried = run(entry -> !isNative(entry));

    assertThat(tried).containsEntry("present", "true");
    assertThat(tried)
        .containsEntry("fit, save, load, predict", "even, the same after loading: true");
    assertThat(tried).containsEntry("large product", "right");
    assertThat(tried.get("layer"))
        .contains("DL4J's DenseLayer needs an ND4J backend")
        .contains("does not load");
  }

  /** Whether a jar has the libraries of one platform. */
  private static boolean isNative(String entry) {
    return entry.matches(".*(nd4j-native|openblas|javacpp).*-(linux|macosx|windows)-\\w+\\.jar");
  }

  private Map<String, String> run(Predicate<String> onClassPath)
      throws IOException, InterruptedException {
    List<String> entries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(onClassPath)
            .toList();
    Path output = folder.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-cp", String.join(File.pathSeparator, entries)));
    if (entries.stream().noneMatch(Nd4jBackendTest::isNative)) {
      // else libraries that an earlier run unpacked would be found
      command.add("-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("natives"));
    }
    command.addAll(List.of(BackendTrial.class.getName(), folder.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    String text = process.waitFor() + "\n" + Files.readString(output, StandardCharsets.UTF_8);
    assertThat(text).startsWith("0\n");
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : text.split("\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        lines.putIfAbsent(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    return lines;
  }
}
