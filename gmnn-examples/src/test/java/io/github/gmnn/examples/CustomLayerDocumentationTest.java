package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/extend.md shows the whole layer, and a layer is short. */
class CustomLayerDocumentationTest {
  private static final Path LAYER =
      Path.of("src/main/java/io/github/gmnn/examples/GraphIsomorphismLayer.java");

  @Test
  void thePageShowsTheWholeFile() throws IOException {
    assertThat(Path.of("../docs/extend.md"))
        .content()
        .contains("```java\n" + Files.readString(LAYER) + "```\n");
  }

  @Test
  void theLayerTakesAtMostSixtyLines() throws IOException {
    assertThat(Files.readAllLines(LAYER)).hasSizeLessThanOrEqualTo(60);
  }
}
