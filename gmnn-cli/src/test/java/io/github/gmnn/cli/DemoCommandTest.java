package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
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
        .containsExactly("label-propagation", "gcn", "gmnn");
    assertThat(accuracy(results, 1)).isGreaterThan(accuracy(results, 0));
    assertThat(accuracy(results, 2)).isGreaterThan(accuracy(results, 1));
    assertThat(out.resolve("demo.md")).isNotEmptyFile();
    assertThat(out.resolve("demo-convergence.png")).isNotEmptyFile();
  }

  private static double accuracy(JsonNode results, int entry) {
    return results.get(entry).get("mean").get("accuracy").asDouble();
  }
}
