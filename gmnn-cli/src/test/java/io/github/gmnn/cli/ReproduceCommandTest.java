package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.gmnn.cli.experiments.PaperData;
import io.github.gmnn.cli.experiments.PaperTable;
import io.github.gmnn.cli.run.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class ReproduceCommandTest {
  @TempDir private Path root;

  @BeforeEach
  void writeData() throws IOException {
    SmallData.write(root.resolve("cora"));
    SmallRatings.write(root.resolve("bitcoin_alpha"));
  }

  private JsonNode reproduce(Object table) throws IOException {
    Path json = root.resolve("results.json");
    Path out = root.resolve("out");
    Cli run =
        Cli.run("reproduce", table, "--data", root, "--runs", 2, "--json", json, "--out", out);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(out.resolve(table + ".md")).isNotEmptyFile();
    return new ObjectMapper().readTree(json.toFile()).get("results");
  }

  @ParameterizedTest
  @EnumSource(value = PaperTable.class, mode = EnumSource.Mode.EXCLUDE, names = "UNSUPERVISED")
  void everyTableHasRowsWithMeans(PaperTable table) throws IOException {
    JsonNode results = reproduce(table);
    assertThat(results).isNotEmpty();
    for (JsonNode entry : results) {
      assertThat(entry.get("mean").get("accuracy").asDouble()).isBetween(0.2, 1.0);
    }
  }

  @Test
  void unsupervisedTableHasQAloneBesideGmnn() throws IOException { // its training takes long
    assertThat(PaperTable.UNSUPERVISED.settings(new PaperData(root, List.of()), List.of(1L)))
        .extracting(Setting::name, setting -> setting.published().get("probeAccuracy"))
        .containsExactly(tuple("q-alone", 0.781), tuple("gmnn", 0.828));
  }

  @Test
  void objectTableHasPublishedFigures() throws IOException {
    JsonNode results = reproduce("object");
    assertThat(results.findValuesAsText("setting"))
        .containsExactly("label-propagation", "gcn", "gmnn", "gmnn-attributes-in-p");
    assertThat(results.findValues("published"))
        .extracting(published -> published.get("accuracy").asDouble())
        .containsExactly(0.742, 0.815, 0.834, 0.837);
  }

  @Test
  void convergenceIsDrawn() throws IOException {
    reproduce("convergence");
    assertThat(root.resolve("out/convergence-cora.png")).isNotEmptyFile();
    assertThat(root.resolve("out/convergence-cora.md")).content().hasLineCount(13);
  }

  @Test
  void allNeedsAFolderForWhatItMakes() {
    Cli run = Cli.run("reproduce", "all", "--data", root);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--out").hasLineCount(1);
  }

  @Test
  void allMakesWhatIsMissingAndNothingTwice() throws IOException {
    Path empty = Files.createDirectory(root.resolve("empty"));
    Path out = root.resolve("all");
    Object[] command = {
      "reproduce", "all", "--data", empty, "--runs", 1, "--out", out, "--threads", 2
    };
    Cli first = Cli.run(command);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).contains("generated gmnn seed 1", "expected a folder with cora");
    assertThat(out.resolve("README.md"))
        .content()
        .contains("Revision ", "## demo", "| generated | gmnn", "demo/demo-convergence.png")
        .contains("## object\nNot made.");
    assertThat(out.resolve("demo/results.json")).isNotEmptyFile();
    assertThat(Cli.run(command).err()).doesNotContain("generated gmnn seed 1");
  }

  @Test
  void missingDataIsNamed() throws IOException {
    Path empty = Files.createDirectory(root.resolve("empty"));
    Cli run = Cli.run("reproduce", "object", "--data", empty);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(empty.toString(), "cora");
  }

  @Test
  void unknownTableIsNamed() {
    Cli run = Cli.run("reproduce", "table-2", "--data", root);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("table-2", "--help");
  }
}
