package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All Java in the documents is compiled: each block stands word for word, but for indentation, in
 * the source file that a comment before it names.
 */
class DocumentedCodeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern SOURCE = Pattern.compile("<!-- compiled: (\\S+) -->");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");

  static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("gmnn-lab/docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
      }
    }
    Collections.sort(found);
    return found;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void javaIsCompiled(Path document) throws IOException {
    List<String> lines = Files.readAllLines(document);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().equals("```java")) {
        int end = i + 1 + stripped(lines.subList(i + 1, lines.size())).indexOf("```");
        Path source = ROOT.resolve(sourceBefore(document, lines, i));
        assertThat(source).exists();
        List<String> block = stripped(lines.subList(i + 1, end));
        assertThat(Collections.indexOfSubList(stripped(Files.readAllLines(source)), block))
            .as("%s, line %d: not found in %s", document, i + 1, source)
            .isNotNegative();
      }
    }
  }

  private static List<String> stripped(List<String> lines) {
    return lines.stream().map(String::strip).toList();
  }

  private static String sourceBefore(Path document, List<String> lines, int block) {
    Matcher matcher = SOURCE.matcher(block == 0 ? "" : lines.get(block - 1));
    assertThat(matcher.matches())
        .as("%s, line %d: expected <!-- compiled: path --> before the block", document, block)
        .isTrue();
    return matcher.group(1);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadToFiles(Path document) throws IOException {
    Matcher links = LINK.matcher(Files.readString(document));
    while (links.find()) {
      if (!links.group(1).contains("://")) {
        assertThat(document.resolveSibling(links.group(1))).exists();
      }
    }
  }

  @Test
  void readmeShowsCode() throws IOException {
    assertThat(ROOT.resolve("README.md")).content().contains("```java");
  }
}
