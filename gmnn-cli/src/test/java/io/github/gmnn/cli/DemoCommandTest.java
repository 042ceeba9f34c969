package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class DemoCommandTest {
  @Test
  void gmnnIsAboveGcnAndGcnAboveLabelPropagation(@TempDir Path out) throws IOException {
    Path json = out.resolve("demo.json");
    Cli run = Cli.run("demo", "--out", out, "--json", json);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results.findValuesAsText("setting"))
        .containsExactly("label-propagation", "gcn", "gmnn", "default");
    assertThat(accuracy(results, 1)).isGreaterThan(accuracy(results, 0));
    assertThat(accuracy(results, 2)).isGreaterThan(accuracy(results, 1));
    assertThat(out.resolve("demo.md"))
        .content()
        .contains(percent(results, 0), percent(results, 1), percent(results, 2));
    BufferedImage curves = ImageIO.read(out.resolve("demo-convergence.png").toFile());
    int[] pixels =
        curves.getRGB(0, 0, curves.getWidth(), curves.getHeight(), null, 0, curves.getWidth());
    assertThat(Arrays.stream(pixels).distinct().count())
        .as("colours: background, axes and curves")
        .isGreaterThan(3);
  }

  private static String percent(JsonNode results, int entry) {
    return String.format(Locale.ROOT, "%.1f", 100 * accuracy(results, entry));
  }

  private static double accuracy(JsonNode results, int entry) {
    return results.get(entry).get("mean").get("accuracy").asDouble();
  }
}
