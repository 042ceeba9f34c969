package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

class EmbedCommandTest {
  @TempDir private Path temp;

  @Test
  void embeddingsTableAndPictureAreWritten() throws IOException {
    Path data = SmallData.write(temp.resolve("small"));
    Path json = temp.resolve("embed.json");
    Path out = temp.resolve("out");
    Path tsv = temp.resolve("small.tsv");
    Cli run =
        Cli.run(
            "embed",
            "--data",
            data,
            "--dimensions",
            8,
            "--epochs",
            20,
            "--json",
            json,
            "--out",
            out,
            "--embeddings",
            tsv,
            "--neighbors",
            "7");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("task").asText()).isEqualTo("embedding");
    assertThat(entry.get("runs").get(0).fieldNames())
        .toIterable()
        .contains("seed", "probeAccuracy", "peakMegabytes", "trainSeconds");
    assertThat(entry.get("mean").get("probeAccuracy").asDouble()).isBetween(0.4, 1.0);
    assertThat(entry.get("setting").asText()).isEqualTo("principal-components");
    assertThat(run.out().lines().filter(line -> line.startsWith("| 7 "))).hasSize(10);
    assertThat(tsv).content().hasLineCount(200);
    assertThat(out.resolve("embed.md")).isNotEmptyFile();
    assertThat(out.resolve("embed-projection.png")).isNotEmptyFile();
  }

  @Test
  void whatIsTrainedIsWhatTheLibraryTrains() throws IOException {
    Path data = SmallData.write(temp.resolve("mine"));
    Path tsv = temp.resolve("mine.tsv");
    Cli run = Cli.run("embed", "--data", data, "--seed", 3, "--runs", 1, "--embeddings", tsv);
    assertThat(run.code()).as(run.err()).isZero();
    NodeEmbeddings<String> expected =
        GmnnEmbedder.builder().seed(3).fit(DatasetReader.read(data).graph());
    Path ofLibrary = temp.resolve("library.tsv");
    expected.writeTsv(ofLibrary);
    assertThat(tsv).hasSameTextualContentAs(ofLibrary);
  }

  @Test
  void thePapersMethodHasItsName() throws IOException {
    Path data = SmallData.write(temp.resolve("small"));
    Path json = temp.resolve("embed.json");
    Cli run =
        Cli.run(
            "embed",
            "--data",
            data,
            "--method",
            "neighbor-prediction",
            "--dimensions",
            8,
            "--pretrain-epochs",
            10,
            "--epochs",
            5,
            "--json",
            json);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode entry = new ObjectMapper().readTree(json.toFile()).get("results").get(0);
    assertThat(entry.get("setting").asText()).isEqualTo("gmnn");
    assertThat(entry.get("preset").asText()).isEqualTo("small");
    assertThat(entry.get("runs").get(0).has("qAloneProbeAccuracy")).isTrue();
  }

  @Test
  void optionsOfThePapersMethodNeedItsName() throws IOException {
    Path data = SmallData.write(temp.resolve("small"));
    Cli run = Cli.run("embed", "--data", data, "--q-alone");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--q-alone").contains("--method neighbor-prediction");
  }

  @Test
  void missingFolderIsNamed() {
    Cli run = Cli.run("embed", "--data", temp.resolve("missing"));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("missing");
  }

  @Test
  void settingsOutOfRangeAreNamedBeforeAnyTraining() throws IOException {
    Path data = SmallData.write(temp.resolve("small"));
    Cli run = Cli.run("embed", "--data", data, "--dimensions", 0);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("dimensions must be at least 1, got 0");
  }
}
