package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.GmnnCommand;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.RunProgress;
import io.github.gmnn.cli.run.Runner;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.kernel.KernelProvider;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import io.github.gmnn.model.SafeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes every table and picture of the documents again: the runs of each row into a folder, and a
 * page of what is there. Runs of the same revision that are there are not run again, so that an
 * interrupted call can be repeated; all that a page shows is of one revision.
 */
final class ReproduceAll {
  private static final String RUNS = "runs";
  private static final String IMAGES = "images";

  private final Path root;
  private final Path out;
  private final PaperData data;
  private final int most;
  private final List<PaperTable> tables;
  private final List<String> settings;
  private final Duration limit;
  private final int threads;
  private final boolean quiet;
  private final PrintWriter err;
  private final RunStore store;
  private final long start = System.nanoTime();

  /**
   * What is wanted.
   *
   * @param root the folder with the data sets
   * @param data those to take
   * @param most runs of a row at most; rows that take long have fewer
   * @param out where everything goes
   * @param tables the tables to make; pictures of other commands too where these are all
   * @param settings the names of the rows to make; all if empty
   * @param limit after that time no more runs are begun; null for none
   * @param threads how many threads to use
   * @param quiet whether to show no progress
   * @param err where it is said which data is missing
   */
  ReproduceAll(
      Path root,
      PaperData data,
      int most,
      Path out,
      List<PaperTable> tables,
      List<String> settings,
      Duration limit,
      int threads,
      boolean quiet,
      PrintWriter err) {
    this.root = root;
    this.data = data;
    this.most = most;
    this.out = out;
    this.tables = tables;
    this.settings = settings;
    this.limit = limit;
    this.threads = threads;
    this.quiet = quiet;
    this.err = err;
    this.store = new RunStore(out.resolve(RUNS), revision());
  }

  /** Runs what is missing, and writes the page. */
  void run() throws IOException {
    if (!Files.isDirectory(root)) {
      throw new IllegalArgumentException(
          root + ": expected a folder with data sets in it, found no such folder");
    }
    Files.createDirectories(out.resolve(IMAGES));
    Map<PaperTable, List<Configuration>> rows = new EnumMap<>(PaperTable.class);
    for (PaperTable table : PaperTable.values()) {
      rows.put(table, rows(table));
    }
    for (PaperTable table : tables) {
      for (Configuration row : rows.get(table)) {
        if (settings.isEmpty() || settings.contains(row.name())) {
          run(table, row);
        }
      }
      write(rows);
    }
    if (tables.size() == PaperTable.values().length && settings.isEmpty()) {
      draw("demo");
      draw("embed", "--data", root.resolve("cora").toString());
    }
    write(rows);
  }

  /**
   * Runs what is missing of one table, with all the runs that are wanted.
   *
   * @return its text, which is written after each row too
   */
  String run(PaperTable table) throws IOException {
    List<Configuration> rows = table.configurations(data, Seeds.from(1, most));
    Files.createDirectories(out);
    String text = "";
    for (Configuration row : rows) {
      run(table, row);
      text = new ResultsPage(store, out).section(table, rows) + "\n";
      SafeFile.write(out.resolve(table + ".md"), text);
    }
    return text;
  }

  private List<Configuration> rows(PaperTable table) throws IOException {
    try {
      return table.configurations(data, Seeds.from(1, most)).stream()
          .map(row -> row.withRuns(Math.min(row.seeds().size(), table.runs(row))))
          .toList();
    } catch (IllegalArgumentException e) {
      if (tables.contains(table)) {
        err.println(table + ": " + e.getMessage());
        err.flush();
      }
      return List.of();
    }
  }

  /** Runs the missing seeds, as many at once as there are threads. */
  private void run(PaperTable table, Configuration row) throws IOException {
    List<Long> seeds = new ArrayList<>(row.seeds());
    seeds.removeAll(store.runs(table, row).stream().map(StoredRun::seed).toList());
    try (RunProgress progress = RunProgress.of(seeds.size(), quiet)) {
      while (!seeds.isEmpty() && !isTimeUp()) {
        List<Long> next = seeds.subList(0, Math.min(threads, seeds.size()));
        ExperimentResult result =
            new Runner(threads, progress).run(List.of(row.withSeeds(List.copyOf(next)))).get(0);
        store.add(table, row, result.runs());
        next.clear();
      }
    }
  }

  private boolean isTimeUp() {
    return limit != null && System.nanoTime() - start > limit.toNanos();
  }

  /** Makes the pictures of a command, unless they are there. */
  private void draw(String command, String... options) throws IOException {
    Path folder = out.resolve(command);
    if (isTimeUp() || Files.exists(folder.resolve(command + ".md"))) {
      return;
    }
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(List.of(options));
    args.addAll(List.of("--out", folder.toString(), "--threads", "" + threads));
    if (quiet) {
      args.add("--quiet");
    }
    if (GmnnCommand.execute(args.toArray(new String[0])) != 0) {
      return; // it has said what is missing
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".png")).toList()) {
        Files.copy(
            file,
            out.resolve(IMAGES).resolve(file.getFileName()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void write(Map<PaperTable, List<Configuration>> rows) throws IOException {
    String page = new ResultsPage(store, out.resolve(IMAGES)).text(machine(), rows);
    SafeFile.write(out.resolve("results.md"), page);
  }

  /**
   * The last change of what trains, and not that of a document; set by the start script, which
   * knows the working copy.
   */
  private static String revision() {
    return System.getProperty("gmnn.revision", "unknown");
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "%s %s%s, Java %s, kernels %s",
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
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
