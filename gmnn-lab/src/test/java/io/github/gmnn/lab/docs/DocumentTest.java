package io.github.gmnn.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentTest {
  @TempDir private Path folder;

  private Document document(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return Document.read(folder.resolve(name));
  }

  static List<Document> all() throws IOException {
    return Document.all(Path.of("..").toAbsolutePath().normalize());
  }

  static List<Document> guides() throws IOException {
    return Document.in(Path.of("../docs").toAbsolutePath().normalize());
  }

  @ParameterizedTest
  @MethodSource("all")
  void linksLeadToFilesAndHeadings(Document document) throws IOException {
    assertThat(document.deadLinks()).as(document.file().toString()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("guides")
  void guidesAreShortAndSpeltOneWay(Document guide) {
    String name = guide.file().getFileName().toString();
    assertThat(guide.words()).as(name).isLessThanOrEqualTo(DocumentCheck.MOST_WORDS);
    assertThat(guide.otherSpellings()).as(name).isEmpty();
  }

  @Test
  void guidesAreFew() throws IOException {
    assertThat(guides()).hasSizeLessThanOrEqualTo(DocumentCheck.MOST_GUIDES);
  }

  @Test
  void aLinkToAFileOrAHeadingThatIsNotThereIsDead() throws IOException {
    document("there.md", "# There\n## One, two\n");
    Document page =
        document(
            "page.md",
            "[a](there.md) [b](there.md#one-two) [c](#page) [d](https://x.example/)\n# Page\n"
                + "[e](gone.md) [f](there.md#three) [g](#other) `[h](code.md)`\n"
                + "```\n[i](block.md)\n```\n");
    assertThat(page.deadLinks()).containsExactly("gone.md", "there.md#three", "#other");
  }

  @Test
  void wordsInBlocksOfCodeDoNotCount() throws IOException {
    assertThat(document("page.md", "# One\ntwo `three`\n```\nfour five\n```\nfour\n").words())
        .isEqualTo(5); // the mark of the heading is one
  }

  @Test
  void proseIsBritishAndCodeIsNot() throws IOException {
    Document page =
        document("page.md", "A neighbor of `neighbors(x)`.\n```\nlabeled\n```\n[x](colors.md)\n");
    assertThat(page.otherSpellings()).containsExactly("neighbor");
  }

  @Test
  void commandsAreThoseOfBlocksWithoutALanguage() throws IOException {
    Document page =
        document("page.md", "```\n./gmnn a \\\n  --b   # why\n\nmvn c\n```\n```text\nno\n```\n");
    assertThat(page.commands()).containsExactly("./gmnn a --b", "mvn c");
  }
}
