package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.cli.Cli;
import io.github.gmnn.cli.SmallData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class LayersCommandTest {
  @TempDir private Path root;

  @Test
  void everyArchitectureIsTrainedAloneAndInGmnn() throws IOException {
    SmallData.write(root.resolve("cora"));
    Path json = root.resolve("results.json");
    Cli run =
        Cli.run(
            "layers", "--data", root, "--q", "sage,appnp", "--runs", 1, "--json", json, "--quiet");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results.findValuesAsText("setting"))
        .containsExactly("sage-alone", "sage-gmnn", "appnp-alone", "appnp-gmnn");
    for (JsonNode entry : results) {
      assertThat(entry.get("mean").get("accuracy").asDouble())
          .as(entry.get("setting").asText())
          .isGreaterThan(0.9); // each node's neighbours are of its class
    }
  }

  @Test
  void anyDataFolderWillDo() throws IOException {
    Path data = SmallData.write(root.resolve("mine"));
    Path json = root.resolve("results.json");
    Cli run =
        Cli.run("layers", "--data", data, "--q", "mlp", "--runs", 1, "--json", json, "--quiet");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(new ObjectMapper().readTree(json.toFile()).findValuesAsText("dataset"))
        .containsExactly("mine", "mine");
  }
}
