package io.github.gmnn.lab.docs;

import io.github.gmnn.internal.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the documents: links and the headings they name, words, spelling, and the commands of the
 * guides, which it runs. Prints a table; exit code 1 if something is wrong.
 *
 * <p>{@code docs/check} starts it. {@code --quick} leaves the commands out; {@code --data DATA}
 * runs those of the published sets too.
 */
public final class DocumentCheck {
  /** How many words a guide has at most, outside blocks of code. */
  static final int MOST_WORDS = 1200;

  /** How many guides there are at most. */
  static final int MOST_GUIDES = 16;

  private final List<String> faults = new ArrayList<>();

  /**
   * Checks.
   *
   * @param args the root of the repository; {@code --quick}, or {@code --data} and a folder of sets
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(args[0]);
    List<String> options = Arrays.asList(args).subList(1, args.length);
    DocumentedCommands commands = null;
    if (!options.contains("--quick")) {
      int data = options.indexOf("--data");
      Path sets = data < 0 ? null : Path.of(options.get(data + 1)).toAbsolutePath();
      commands = DocumentedCommands.in(Files.createTempDirectory("docs-check"), root, sets);
    }
    DocumentCheck check = new DocumentCheck();
    System.out.print(check.table(root, commands));
    check.faults.forEach(System.out::println);
    System.exit(check.faults.isEmpty() ? 0 : 1);
  }

  private String table(Path root, @Nullable DocumentedCommands commands)
      throws IOException, InterruptedException {
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
      int run = commands == null ? 0 : commands.run(document, faults);
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
}
