package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.activations.Activation;

/** What docs/custom-layers.md shows is what the build compiles and tests. */
class CustomLayerDocumentationTest {
  private static final Path SOURCES = Path.of("src");
  private static final Path PAGE = Path.of("..", "docs", "custom-layers.md");

  private static List<String> codeBlocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  void theLayerOnThePageIsTheFileOfTheBuild() throws IOException {
    String file =
        Files.readString(
            SOURCES.resolve("main/java/io/github/gmnn/examples/GraphIsomorphismLayer.java"));
    assertThat(codeBlocks()).contains(file);
    assertThat(file.lines().count()).isLessThanOrEqualTo(60);
  }

  @Test
  void theTestOnThePageIsTheFileOfTheBuild() throws IOException {
    String file =
        Files.readString(
            SOURCES.resolve("test/java/io/github/gmnn/examples/GraphIsomorphismLayerTest.java"));
    assertThat(codeBlocks()).contains(file.substring(file.indexOf("class ")));
  }

  @Test
  void aLayerOfOnesOwnIsTrainedSavedAndLoaded(@TempDir Path folder) throws IOException {
    Dataset data =
        CitationGraphGenerator.builder().nodes(400).classes(3).validation(60).build().generate();
    GmnnModel model =
        Gmnn.builder()
            .inferenceLayers(
                GraphIsomorphismLayer.builder().nOut(16).activation(Activation.TANH).build(),
                GraphIsomorphismLayer.builder().build())
            .fit(data.graph());
    assertThat(model.evaluate(data.testLabels()).accuracy()).isGreaterThan(0.5);

    Path file = folder.resolve("model.gmnn");
    model.save(file);
    GmnnModel loaded = GmnnModel.load(file, GraphIsomorphismLayer.class);
    Object node = data.testLabels().keySet().iterator().next();
    assertThat(loaded.predict(node).distribution()).isEqualTo(model.predict(node).distribution());
  }
}
