package io.github.gmnn.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
  @TempDir private Path folder;

  @Test
  void allPagesAreThereAndNoLinkIsDead() throws IOException {
    Site site = Site.of(Path.of(".."), folder);
    site.write();
    assertThat(Site.deadLinks(folder)).isEmpty();
    assertThat(folder.resolve("index.html")).content().contains("docs/start.html");
    assertThat(folder.resolve("docs/start.html"))
        .content()
        .contains("href=\"../index.html\"", "aria-current=\"page\">Start here</a>")
        .doesNotContain(".md\"", "<script");
  }

  @Test
  void aDeadLinkIsFound() throws IOException {
    Files.writeString(folder.resolve("a.html"), "<a href=\"b.html#x\">b</a> <a href=\"#y\">y</a>");
    assertThat(Site.deadLinks(folder)).containsExactly("a.html: b.html");
  }
}
