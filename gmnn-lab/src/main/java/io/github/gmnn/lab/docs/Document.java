package io.github.gmnn.lab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown document.
 *
 * @param file where it is
 * @param text what it says
 */
record Document(Path file, String text) {
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```(\\w*)\n(.*?)^ *```");
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern SPAN = Pattern.compile("`[^`]+`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,4} (.+)$");
  private static final Pattern OTHER_SPELLING =
      Pattern.compile("(?i)\\w*(neighbor|color|labeled|labeling\\b|normalize|behavior)\\w*");

  static Document read(Path file) throws IOException {
    return new Document(file, Files.readString(file));
  }

  /** All documents of a repository, the guides of {@code docs} first. */
  static List<Document> all(Path root) throws IOException {
    List<Document> all = new ArrayList<>(in(root.resolve("docs")));
    all.addAll(in(root));
    all.addAll(in(root.resolve("gmnn-lab/docs")));
    all.add(read(root.resolve("gmnn-examples/README.md")));
    all.add(read(root.resolve("gmnn-cli/COMPONENTS.md")));
    return all;
  }

  static List<Document> in(Path folder) throws IOException {
    List<Document> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        found.add(read(file));
      }
    }
    return found;
  }

  String title() {
    Matcher heading = HEADING.matcher(text);
    return heading.find() ? heading.group(1) : file.getFileName().toString();
  }

  private String prose() {
    return COMMENT.matcher(CODE.matcher(text).replaceAll("")).replaceAll("");
  }

  /** How many words there are outside blocks of code. */
  int words() {
    return (int) Pattern.compile("\\S+").matcher(prose()).results().count();
  }

  /** What headings are called in links. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    headings().forEach(heading -> anchors.add(Markdown.anchor(heading)));
    return anchors;
  }

  List<String> headings() {
    return HEADING
        .matcher(CODE.matcher(text).replaceAll(""))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  /** Where its links and pictures lead. */
  List<String> links() {
    return LINK.matcher(SPAN.matcher(CODE.matcher(text).replaceAll("")).replaceAll("`"))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  /** Links to files or headings that are not there. */
  List<String> deadLinks() throws IOException {
    List<String> dead = new ArrayList<>();
    for (String link : links()) {
      if (link.contains("://")) {
        continue;
      }
      int hash = link.indexOf('#');
      String path = hash < 0 ? link : link.substring(0, hash);
      Path to = path.isEmpty() ? file : file.resolveSibling(path).normalize();
      boolean alive = Files.exists(to);
      if (alive && hash >= 0 && to.toString().endsWith(".md")) {
        alive = read(to).anchors().contains(link.substring(hash + 1));
      }
      if (!alive) {
        dead.add(link);
      }
    }
    return dead;
  }

  /** Words of American spelling outside code: prose is British, and names in code are not. */
  List<String> otherSpellings() {
    String words = SPAN.matcher(prose()).replaceAll("");
    return OTHER_SPELLING
        .matcher(LINK.matcher(words).replaceAll(""))
        .results()
        .map(result -> result.group())
        .toList();
  }

  /** The commands of blocks that name no language; a line that ends in \ goes on. */
  List<String> commands() {
    List<String> commands = new ArrayList<>();
    CODE.matcher(text)
        .results()
        .filter(block -> block.group(1).isEmpty())
        .forEach(
            block ->
                block
                    .group(2)
                    .replaceAll("\\\\\n\\s*", "")
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> line.replaceAll("\\s+#.*$", "").strip())
                    .forEach(commands::add));
    return commands;
  }
}
