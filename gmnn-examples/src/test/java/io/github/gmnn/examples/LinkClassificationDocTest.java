package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LinkClassificationDocTest {
  @Test
  void theExampleInTheDocumentIsTheOneThatIsCompiled() throws IOException {
    String source =
        Files.readString(Path.of("src/main/java/io/github/gmnn/examples/LinkClassification.java"));
    String region =
        source.substring(
            source.indexOf("// docs:start") + "// docs:start".length(),
            source.indexOf("    // docs:end"));
    String document = Files.readString(Path.of("../docs/classify-links.md"));
    assertThat(document).contains("```java" + region.replace("\n    ", "\n") + "```");
  }
}
