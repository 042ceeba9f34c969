package io.github.gmnn.lab.docs;

import io.github.gmnn.internal.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Checks the documents: links and the headings they name, words, spelling, and the commands of the
 * guides, which it runs on small generated folders. Prints a table; exit code 1 if something is
 * wrong.
 *
 * <p>{@code docs/check} starts it, and {@code --quick} leaves the commands out.
 */
public final class DocumentCheck {
  /** How many words a guide has at most, outside blocks of code. */
  static final int MOST_WORDS = 1200;

  /** How many guides there are at most. */
  static final int MOST_GUIDES = 16;

  private static final Pattern RUNNABLE =
      Pattern.compile(
          "\\./gmnn (demo|(describe|classify|predict|links|embed) .*"
              + "--data (DIR|NEW|RATINGS|NEWER)\\b.*)");
  private static final int MINUTES = 10;

  private final Path folder;
  private final List<String> faults = new ArrayList<>();

  private DocumentCheck(Path folder) {
    this.folder = folder;
  }

  /**
   * Checks.
   *
   * @param args the root of the repository, and {@code --quick}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    boolean quick = Arrays.asList(args).contains("--quick");
    Path folder = Files.createTempDirectory("docs-check");
    DocumentCheck check = new DocumentCheck(folder);
    if (!quick) {
      check.writeData();
    }
    System.out.print(check.table(Path.of(args[0]), quick));
    check.faults.forEach(System.out::println);
    System.exit(check.faults.isEmpty() ? 0 : 1);
  }

  private String table(Path root, boolean quick) throws IOException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("page", "words", "links", "commands run", "not run here"));
    int guides = 0;
    for (Document document : Document.all(root)) {
      Path name = root.relativize(document.file());
      document.deadLinks().forEach(link -> faults.add(name + ": no such link: " + link));
      if (!name.startsWith("docs")) {
        continue;
      }
      document
          .otherSpellings()
          .forEach(word -> faults.add(name + ": American spelling in prose: " + word));
      guides++;
      if (document.words() > MOST_WORDS) {
        faults.add(name + ": " + document.words() + " words, expected at most " + MOST_WORDS);
      }
      int run = 0;
      for (String command : document.commands()) {
        if (!quick && RUNNABLE.matcher(command).matches()) {
          run++;
          run(name, command);
        }
      }
      rows.add(
          List.of(
              name.getFileName().toString(),
              "" + document.words(),
              "" + document.links().size(),
              "" + run,
              "" + (document.commands().size() - run)));
    }
    if (guides > MOST_GUIDES) {
      faults.add(guides + " guides, expected at most " + MOST_GUIDES);
    }
    return TextTable.markdown(rows);
  }

  /** Runs a command where the files of the commands before it are. */
  private void run(Path page, String command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("--add-modules", "jdk.incubator.vector", "-cp"));
    words.addAll(List.of(System.getProperty("java.class.path"), "io.github.gmnn.cli.Main"));
    String named = command.replaceAll("\\bNEW\\b", "DIR").replaceAll("\\bNEWER\\b", "RATINGS");
    words.addAll(Arrays.asList(named.substring("./gmnn ".length()).split(" +")));
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      faults.add(page + ": still running after " + MINUTES + " minutes: " + command);
    } else if (process.exitValue() != 0) {
      List<String> said = Files.readAllLines(output);
      faults.add(
          page + ": " + command + "\n  " + (said.isEmpty() ? "" : said.get(said.size() - 1)));
    }
  }

  /** Three kinds of customers, who know those of their kind, and ratings among eighty people. */
  private void writeData() throws IOException {
    Random random = new Random(1);
    StringBuilder nodes = new StringBuilder("id,label,split,age,plan\n");
    StringBuilder edges = new StringBuilder("source,target,amount\n");
    String[] splits = {"train", "train", "test", ""}; // for --hold-validation
    for (int i = 0; i < 120; i++) {
      String split = splits[i / 3 % 4];
      nodes.append(i).append(',').append(split.isEmpty() ? "" : "kind" + i % 3).append(',');
      nodes.append(split).append(',').append(20 + 10 * (i % 3) + random.nextInt(15)).append(',');
      nodes.append(random.nextBoolean() ? "gold" : "basic").append('\n');
      int friend = (i + 3 * (1 + random.nextInt(39))) % 120;
      edges.append(i).append(',').append(friend).append(',').append(random.nextInt(100));
      edges.append('\n');
    }
    Files.createDirectories(folder.resolve("DIR"));
    Files.writeString(folder.resolve("DIR/nodes.csv"), nodes);
    Files.writeString(folder.resolve("DIR/edges.csv"), edges);
    StringBuilder ratings = new StringBuilder("source,target,rating,time\n");
    for (int i = 0; i < 900; i++) {
      int target = random.nextInt(80);
      ratings.append(random.nextInt(80)).append(',').append(target).append(',');
      ratings.append(target % 4 == 0 ? -5 : 5).append(',').append(i).append('\n');
    }
    Files.createDirectories(folder.resolve("RATINGS"));
    Files.writeString(folder.resolve("RATINGS/ratings.csv"), ratings);
  }
}
