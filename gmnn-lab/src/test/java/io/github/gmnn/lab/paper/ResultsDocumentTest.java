package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page in the documents is one that the command writes. */
class ResultsDocumentTest {
  private static final Path PAGE = Path.of("docs/results.md");

  @Test
  void itsTextIsThatOfTheCommand() throws IOException {
    String template;
    try (InputStream in = ResultsPage.class.getResourceAsStream("results.md")) {
      template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(Files.readString(PAGE))
        .as("made again by gmnn reproduce all")
        .containsSubsequence(List.of(template.split("\\{\\{[a-z-]+}}")));
  }

  @Test
  void everyTableIsMade() throws IOException {
    assertThat(Files.readString(PAGE)).doesNotContain("Not made.");
  }
}
