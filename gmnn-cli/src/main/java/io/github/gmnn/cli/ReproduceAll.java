package io.github.gmnn.cli;

import io.github.gmnn.cli.experiments.PaperTable;
import io.github.gmnn.compute.KernelProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes every table and picture of the documents again, each by its own command, into a folder for
 * each, and a page that has all of them. What was made before by the same command of the same
 * revision is not made again, so that an interrupted call can be repeated.
 */
final class ReproduceAll {
  /** Takes hours, so that it comes last. */
  private static final Set<PaperTable> LAST = Set.of(PaperTable.LINKS, PaperTable.UNSUPERVISED);

  private static final String DONE = "done";
  private static final String PAGE = "README.md";

  /** A command and the folder of what it makes. */
  private record Part(String name, List<String> command) {
    static Part of(String name, Object... command) {
      return new Part(name, Stream.of(command).map(Object::toString).toList());
    }
  }

  private final Path out;
  private final List<String> common;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param root the folder with the data sets
   * @param runs runs of each row
   * @param out where everything goes
   * @param common options that all commands take
   */
  ReproduceAll(Path root, int runs, Path out, List<String> common) {
    this.out = out;
    this.common = common;
    parts.add(Part.of("demo", "demo"));
    addTables(root, runs, false);
    parts.add(Part.of("layers", "layers", "--data", root, "--runs", runs));
    Path facebook = root.resolve("facebook");
    if (Files.isDirectory(facebook)) {
      for (String method : List.of("label-propagation", "gcn", "gmnn")) {
        parts.add(
            Part.of(
                "facebook-" + method,
                "classify",
                "--data",
                facebook,
                "--method",
                method,
                "--dropout",
                0.2,
                "--runs",
                method.equals("label-propagation") ? 1 : runs));
      }
    }
    if (Files.isDirectory(root.resolve("cora"))) {
      parts.add(Part.of("embeddings", "embed", "--data", root.resolve("cora")));
    }
    addTables(root, runs, true);
  }

  private void addTables(Path root, int runs, boolean last) {
    for (PaperTable table : PaperTable.values()) {
      if (LAST.contains(table) == last) {
        parts.add(Part.of(table.toString(), "reproduce", table, "--data", root, "--runs", runs));
      }
    }
  }

  /**
   * Makes what is missing.
   *
   * @return the exit code: that of the first command that failed, 0 if none did; data that is not
   *     there is no failure
   */
  int run() throws IOException {
    Files.createDirectories(out);
    for (Part part : parts) {
      Path folder = out.resolve(part.name());
      if (!isDone(part, folder)) {
        int code = make(part, folder);
        if (code != 0 && code != 2) {
          return code;
        }
      }
      Files.writeString(out.resolve(PAGE), page());
    }
    return 0;
  }

  private int make(Part part, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.deleteIfExists(folder.resolve(DONE));
    List<String> args = new ArrayList<>(part.command());
    args.addAll(common);
    args.addAll(List.of("--out", folder.toString()));
    args.addAll(List.of("--json", folder.resolve("results.json").toString()));
    long start = System.nanoTime();
    int code = GmnnCommand.execute(args.toArray(new String[0]));
    if (code == 0) {
      Files.writeString(
          folder.resolve(DONE),
          stamp(part)
              + String.format(
                  Locale.ROOT, "%s, %.0f s%n", LocalDate.now(), (System.nanoTime() - start) / 1e9));
    }
    return code;
  }

  private static boolean isDone(Part part, Path folder) throws IOException {
    Path done = folder.resolve(DONE);
    return Files.exists(done) && Files.readString(done).startsWith(stamp(part));
  }

  private static String stamp(Part part) {
    return revision() + "\n" + String.join(" ", part.command()) + "\n";
  }

  /** Set by the start script, which knows the working copy. */
  private static String revision() {
    return System.getProperty("gmnn.revision", "unknown revision");
  }

  private String page() throws IOException {
    StringBuilder page = new StringBuilder("# What the commands gave\n\n");
    page.append(machine()).append('\n');
    for (Part part : parts) {
      Path folder = out.resolve(part.name());
      Path done = folder.resolve(DONE);
      page.append("\n## ").append(part.name()).append('\n');
      if (!isDone(part, folder)) {
        page.append("Not made.\n");
        continue;
      }
      page.append("`gmnn ").append(String.join(" ", part.command())).append("`, ");
      page.append(Files.readAllLines(done).get(2)).append('\n');
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".md")) {
            page.append('\n').append(Files.readString(file));
          } else if (name.endsWith(".png")) {
            page.append("\n![").append(name).append("](");
            page.append(part.name()).append('/').append(name).append(")\n");
          }
        }
      }
    }
    return page.toString();
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "Revision %s; %s %s, %d processors%s, Java %s, kernels %s.",
        revision(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        processorName(),
        System.getProperty("java.version"),
        KernelProvider.name());
  }

  private static String processorName() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
          .orElse("");
    } catch (IOException e) {
      return ""; // another operating system
    }
  }
}
