package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COMPONENTS.md names the jars that the command line ships, and those that it loads. */
class ComponentsTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| (yes|no) \\|.*");
  private static final Pattern JAR =
      Pattern.compile("(.+?)-([0-9][^/]*?)(-(linux|macosx|windows)-[^/]*)?\\.jar");
  private static final Pattern SOURCE = Pattern.compile(" source: \\S*?([^/\\s]+\\.jar)");

  /** What only tests have on their class path. */
  private static final Pattern OF_TESTS =
      Pattern.compile(
          "(junit|opentest4j|apiguardian|assertj|byte-buddy|archunit|surefire|jqwik|h2).*");

  private record Row(String version, String licence, boolean loaded) {}

  private static Map<String, Row> listed() throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("COMPONENTS.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(
            row.group(1),
            new Row(row.group(2).strip(), row.group(3).strip(), row.group(4).equals("yes")));
      }
    }
    return rows;
  }

  /** Names of jars and their versions; our own are no components. */
  private static Map<String, String> jars(Stream<String> files) {
    Map<String, String> jars = new TreeMap<>();
    files.forEach(
        file -> {
          Matcher jar = JAR.matcher(Path.of(file).getFileName().toString());
          if (jar.matches()
              && !jar.group(1).startsWith("gmnn-")
              && !OF_TESTS.matcher(jar.group(1)).matches()) {
            jars.put(jar.group(1), jar.group(2));
          }
        });
    return jars;
  }

  private static String[] classPath() {
    return System.getProperty("java.class.path").split(File.pathSeparator);
  }

  @Test
  void everyJarIsListedWithItsVersionAndLicence() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    listed().forEach((name, row) -> versions.put(name, row.version()));
    assertThat(versions).isEqualTo(jars(Stream.of(classPath())));
    assertThat(listed().values()).allMatch(row -> !row.licence().isEmpty());
  }

  /** Describes, trains, writes a page, checks, predicts and embeds. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Path model = folder.resolve("model.gmnn");
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(
        data.resolve("nodes.csv"),
        "id,label,split,size\na,x,train,1\nb,y,train,2\nc,x,valid,3\nd,y,valid,1\ne,x,test,2\n");
    Files.writeString(data.resolve("edges.csv"), "source,target\na,b\nb,c\nc,d\nd,e\n");
    String[][] commands = {
      {"describe", "--data", "" + data},
      {"classify", "--data", "" + data, "--model", "" + model, "--epochs", "3", "--quiet"},
      {"classify", "--data", "" + data, "--report", folder.resolve("page.html") + ""},
      {"check", "" + model},
      {"predict", "--model", "" + model, "--data", "" + data}
    };
    for (String[] command : commands) {
      int code = GmnnCommand.execute(command);
      if (code != 0) {
        System.exit(code);
      }
    }
  }

  @Test
  void theJarsThatAreLoadedAreThoseThatTheListSays(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:off",
                "--add-modules=jdk.incubator.vector",
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                ComponentsTest.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile())
            .start();
    assertThat(process.waitFor()).as(() -> output(folder.resolve("output.txt"))).isZero();
    Set<String> loaded = new TreeSet<>();
    try (Stream<String> lines = Files.lines(log)) {
      loaded.addAll(
          jars(lines
                  .map(SOURCE::matcher)
                  .filter(Matcher::find)
                  .map(found -> found.group(1))
                  .distinct())
              .keySet());
    }
    Set<String> expected =
        listed().entrySet().stream()
            .filter(row -> row.getValue().loaded())
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(loaded).isEqualTo(expected);
  }

  private static String output(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
