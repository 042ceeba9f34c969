package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.embedding.NodeEmbeddings;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What of the jars behind the library a whole use of it reaches: of the old copies inside ND4J's
 * jars, Jackson's mapper alone. SECURITY.md states it.
 */
class LoadedJarsTest {
  private static final Pattern SOURCE = Pattern.compile("(\\S+) source: \\S*?([^/\\s]+)\\.jar");

  /** Fits, saves, checks, loads, predicts, resumes and embeds, without an ND4J backend. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Path model = folder.resolve("model");
    Path checkpoint = folder.resolve("checkpoint");
    GmnnTrainer trainer = Gmnn.paper().pretrainEpochs(2).checkpoint(checkpoint, 1).build();
    trainer.fit(GoldenFiles.GRAPH).save(model);
    GmnnModel.Check.of(model);
    GmnnModel.Check.of(checkpoint);
    GmnnModel.load(model).predict(GoldenFiles.GRAPH);
    trainer.resume(checkpoint, GoldenFiles.GRAPH);
    NodeEmbeddings<Object> vectors =
        NodeEmbeddings.of(
            GoldenFiles.GRAPH.keys(), GmnnModel.load(model).predictions().distributions());
    vectors.save(folder.resolve("embeddings"));
    NodeEmbeddings.load(folder.resolve("embeddings"));
  }

  @Test
  void ofOldCopiesInsideJarsTheMapperAloneIsLoaded(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes.log");
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> !jar.matches(".*(nd4j-native|nd4j-presets|openblas|javacpp).*"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:off",
                "-Xlog:class+load:file=" + log,
                "-cp",
                classPath,
                LoadedJarsTest.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();

    Set<String> jars = new TreeSet<>();
    Set<String> shaded = new TreeSet<>();
    try (Stream<String> lines = Files.lines(log)) {
      for (String line : (Iterable<String>) lines::iterator) {
        Matcher found = SOURCE.matcher(line);
        if (found.find()) {
          jars.add(found.group(2).replaceFirst("-[0-9].*", ""));
          String name = found.group(1);
          if (name.startsWith("org.nd4j.shade.")) {
            shaded.add(name.split("\\.")[3]);
          }
        }
      }
    }
    assertThat(shaded).containsExactly("jackson");
    assertThat(jars)
        .contains("jackson", "jackson-core")
        .isSubsetOf(
            "deeplearning4j-nn",
            "gmnn-core", // a jar or a folder of classes, as the build has it
            "jackson",
            "jackson-core",
            "jspecify",
            "nd4j-api",
            "nd4j-common",
            "slf4j-api",
            "slf4j-simple");
  }

  /** Loads two files, and says when the second begins: all that loading needs is there by then. */
  static final class LoadTwo {
    public static void main(String[] arguments) throws IOException {
      GmnnModel.load(Path.of(arguments[0]));
      System.out.println("the second");
      GmnnModel.load(Path.of(arguments[1]));
      System.out.println("done");
    }
  }

  @Test
  void aSecondModelLoadsNoClass(@TempDir Path folder) throws Exception {
    Path model = folder.resolve("model");
    Gmnn.paper().pretrainEpochs(2).fit(GoldenFiles.GRAPH).save(model);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                LoadTwo.class.getName(),
                model.toString(),
                Files.copy(model, folder.resolve("copy")).toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> lines;
    try (BufferedReader out = process.inputReader()) {
      lines = out.lines().toList();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(lines).anyMatch(line -> line.contains("io.github.gmnn.model.Archive "));
    assertThat(lines.subList(lines.indexOf("the second"), lines.indexOf("done")))
        .noneMatch(line -> line.contains("io.github.") || line.contains("org."));
  }
}
