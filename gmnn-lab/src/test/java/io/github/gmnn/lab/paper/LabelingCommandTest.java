package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.cli.Cli;
import io.github.gmnn.cli.SmallData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class LabelingCommandTest {
  @TempDir private Path root;

  @Test
  void strategiesAreComparedAtFourMarks() throws IOException {
    Path data = SmallData.write(root.resolve("small"));
    Path json = root.resolve("results.json");
    Cli run = Cli.run("labeling", "--data", data, "--runs", 2, "--json", json, "--quiet");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results.findValuesAsText("setting")).containsExactly("hybrid", "random");
    for (JsonNode entry : results) {
      JsonNode mean = entry.get("mean");
      assertThat(mean).hasSize(8);
      assertThat(mean.get("accuracyWith10").asDouble()).isGreaterThan(0.8);
      assertThat(mean.get("accuracyWith20").asDouble())
          .isGreaterThanOrEqualTo(mean.get("accuracyWith2").asDouble());
    }
  }

  @Test
  void peopleLabelOverHttp() throws IOException {
    Path data = SmallData.write(root.resolve("small"));
    Path json = root.resolve("results.json");
    Cli run =
        Cli.run(
            "labeling",
            "--data",
            data,
            "--http",
            "--runs",
            1,
            "--marks",
            "2,10",
            "--strategies",
            "hybrid",
            "--json",
            json,
            "--quiet");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode mean = new ObjectMapper().readTree(json.toFile()).get("results").get(0).get("mean");
    assertThat(mean.get("accuracyWith10").asDouble()).isGreaterThan(0.8);
    assertThat(mean.get("revisionP99Millis").asDouble())
        .isGreaterThanOrEqualTo(mean.get("revisionP50Millis").asDouble())
        .isPositive();
  }

  @Test
  void labelsOfAllNodesMustBeOfThisGraph() throws IOException {
    Path data = SmallData.write(root.resolve("small"));
    Files.writeString(data.resolve("label_all.txt"), "nobody\tx\n");
    Cli run = Cli.run("labeling", "--data", data, "--quiet");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("label_all.txt: expected a node of the graph");
  }
}
