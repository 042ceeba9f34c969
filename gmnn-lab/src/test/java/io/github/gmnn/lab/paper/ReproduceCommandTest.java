package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.gmnn.cli.Cli;
import io.github.gmnn.cli.SmallData;
import io.github.gmnn.cli.SmallRatings;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  @EnumSource(
      value = PaperTable.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"UNSUPERVISED", "FACEBOOK", "GRAPHS", "GRAPHS_FEW", "GRAPHS_UNVALIDATED", "REGRET"})
  void everyTableHasRowsWithMeans(PaperTable table) throws IOException {
    JsonNode results = reproduce(table);
    assertThat(results).isNotEmpty();
    for (JsonNode entry : results) {
      assertThat(entry.get("mean").get("accuracy").asDouble()).isBetween(0.2, 1.0);
    }
  }

  @Test
  void wrongInputEndsWithCodeTwoBeforeAnyWork() {
    Cli unknown = Cli.run("reproduce", "nothing", "--data", root);
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("nothing").hasLineCount(1);
    Path none = root.resolve("none");
    Cli missing = Cli.run("reproduce", "all", "--data", none, "--out", root.resolve("new"));
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains(none + ": expected a folder").hasLineCount(1);
    assertThat(root.resolve("new")).doesNotExist();
  }

  private Cli graphs(Object... more) throws IOException {
    for (String split : List.of("s1", "s2", "s3")) {
      SmallData.write(root.resolve("texas").resolve(split));
    }
    List<Object> command =
        new ArrayList<>(
            List.of("reproduce", "graphs", "--data-root", root, "--only", "texas", "--seeds", 1));
    command.addAll(List.of(more));
    Cli run = Cli.run(command.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  @Test
  void graphsAreOneTableOfSetsAndMethods() throws IOException {
    Cli run = graphs("--splits", 2);
    assertThat(run.err()).contains("texas/s1 auto seed 1", "texas/s2 mlp seed 1");
    assertThat(run.err()).doesNotContain("texas/s3");
    assertThat(run.out().lines().filter(line -> line.startsWith("| texas "))).hasSize(3);
    assertThat(run.out())
        .containsPattern(
            "\\| test accuracy \\| label propagation \\| MLP +\\| GCN, paper +\\| GMNN, paper +\\|"
                + " default's q alone, as long +\\| default, q its own teacher +\\| default +\\|"
                + " auto +\\| best published \\| runs \\|")
        .containsPattern("\\| texas +(\\| [0-9.]+ ± [0-9.]+ +){8}\\| +\\| 2 +\\|");
  }

  @Test
  void aChoiceWithoutValidationNodesIsComparedWithItsKinds() {
    Cli run =
        Cli.run("reproduce", "graphs-unvalidated", "--data", root, "--only", "cora", "--runs", 1);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines().findFirst().orElseThrow())
        .contains("default", "appnp", "sage", "linkx");
  }

  @Test
  void graphsWithAFolderGoOnWhereTheyWereInterrupted() throws IOException {
    Path out = root.resolve("graphs");
    Object[] options = {"--splits", 2, "--out", out};
    String table = graphs(options).out();
    assertThat(out.resolve("graphs.md")).hasContent(table);
    Files.delete(out.resolve("runs/unknown/texas-default/graphs-mlp-s2.jsonl"));
    Cli again = graphs(options);
    assertThat(again.err()).contains("texas/s2 mlp seed 1").doesNotContain("s1 ", "gcn");
    assertThat(again.out().lines().limit(3)).isEqualTo(table.lines().limit(3).toList());
  }

  @Test
  void unsupervisedTableHasQAloneBesideGmnn() throws IOException { // its training takes long
    assertThat(PaperTable.UNSUPERVISED.configurations(new PaperData(root, List.of()), List.of(1L)))
        .extracting(Configuration::name, row -> row.published().get("probeAccuracy"))
        .containsExactly(
            tuple("deepwalk", 0.672),
            tuple("dgi", 0.823),
            tuple("q-alone", 0.781),
            tuple("gmnn", 0.828));
  }

  @Test
  void objectTableHasPublishedFigures() throws IOException {
    JsonNode results = reproduce("object");
    assertThat(results.findValuesAsText("setting"))
        .containsExactly(
            "label-propagation",
            "prm",
            "rmn",
            "mln",
            "planetoid",
            "gcn",
            "gat",
            "gmnn",
            "gmnn-attributes-in-p");
    assertThat(results.findValues("published"))
        .extracting(published -> published.get("accuracy").asDouble())
        .containsExactly(0.742, 0.77, 0.713, 0.746, 0.757, 0.815, 0.83, 0.834, 0.837);
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

  private Cli all(Object... more) {
    List<Object> command =
        new ArrayList<>(
            List.of("reproduce", "all", "--data", root, "--out", root.resolve("all"), "--runs", 2));
    command.addAll(List.of(more));
    return Cli.run(command.toArray());
  }

  @Test
  void allMakesAPageAndRunsNothingTwice() throws IOException {
    Cli first = all("--tables", "self-training,convergence,facebook");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err())
        .contains("cora self-training seed 1", "seed 2", "facebook: ", "found none of them");
    Path page = root.resolve("all/results.md");
    assertThat(page)
        .content()
        .contains("| cora | self-training |", "| 82.7 ", "images/convergence-cora.png")
        .contains("at revision unknown, 2")
        .contains("`unsupervised`\n\nNot made.")
        .doesNotContain("{{");
    assertThat(root.resolve("all/images/convergence-cora.png")).isNotEmptyFile();
    String before = Files.readString(page);

    Cli second = all("--tables", "self-training,convergence");
    assertThat(second.err()).doesNotContain("seed");
    assertThat(page).hasContent(before);
  }

  @Test
  void allGoesOnWhereItWasInterrupted() throws IOException {
    all("--tables", "self-training");
    Path row = root.resolve("all/runs/unknown/cora-cora/self-training-self-training.jsonl");
    List<String> lines = Files.readAllLines(row);
    Files.write(row, lines.subList(0, 1));
    Cli again = all("--tables", "self-training");
    assertThat(again.err()).contains("cora self-training seed 2").doesNotContain("seed 1");
    assertThat(Files.readAllLines(row)).hasSize(2);
    assertThat(all("--tables", "self-training").err()).doesNotContain("seed");
  }

  /** Else pages would claim for one table what another one trained. */
  @Test
  void rowsThatShareRunsGiveTheSame() throws IOException {
    Map<String, List<Double>> accuracies = new HashMap<>();
    for (PaperTable table :
        List.of(
            PaperTable.OBJECT,
            PaperTable.BEST,
            PaperTable.APPROXIMATIONS,
            PaperTable.AMORTIZED,
            PaperTable.LEARNING_NETWORK,
            PaperTable.SELF_TRAINING)) {
      for (Configuration row : table.configurations(new PaperData(root, List.of()), List.of(1L))) {
        String runs = table.runsOf(row);
        if (runs.equals("object/gmnn")
            || runs.equals("object/gmnn-attributes-in-p")
            || runs.equals("approximations/max")
            || runs.equals("approximations/mean")) {
          Run run = row.trials().get("").run(1, 1, epoch -> true);
          accuracies
              .computeIfAbsent(runs, r -> new ArrayList<>())
              .add(run.metrics().get("logLoss"));
        }
      }
    }
    assertThat(accuracies.get("object/gmnn")).hasSize(6);
    assertThat(accuracies.values())
        .hasSize(4)
        .allSatisfy(same -> assertThat(same).hasSizeGreaterThan(1).containsOnly(same.get(0)));
  }

  @Test
  void thePageStarsWhatIsFarFromThePublished() throws IOException {
    writeRuns("unknown", "self-training-self-training", 0.82, 0.84);
    writeRuns("unknown", "object-gmnn", 0.9, 0.91);
    Cli run = all("--tables", "self-training");
    assertThat(run.err()).as("trains nothing").doesNotContain("seed");
    assertThat(root.resolve("all/results.md"))
        .content()
        .containsPattern("cora \\| self-training +\\| 83.0 ± 1.4 +\\| 82.7 +\\| \\+0.3 ")
        .containsPattern("cora \\| gmnn +\\| 90.5 ± 0.7 +\\| 83.4 +\\| \\+7.1\\* ")
        .contains("at revision unknown, 2026-01-02, ");
  }

  @Test
  void runsOfAnotherRevisionAreNotShown() throws IOException {
    writeRuns("abc", "self-training-self-training", 0.82, 0.84);
    Cli run = all("--tables", "self-training");
    assertThat(run.err()).contains("cora self-training seed 1");
    assertThat(root.resolve("all/results.md")).content().doesNotContain("83.0 ± 1.4");
  }

  @Test
  void theBestRowIsTheOneThatValidationPrefers() throws IOException {
    writeRuns("unknown", "object-gmnn", 0.8, 0.8);
    writeRuns("unknown", "approximations-max", 0.7, 0.9);
    all("--tables", "best");
    assertThat(root.resolve("all/results.md"))
        .content()
        .containsPattern("\\*\\*[a-z-]+\\*\\* +\\| [0-9. ±]+ +\\| 83.7 ")
        .containsPattern("cora \\| annealing +\\| 80.0 ± 0.0 +\\|  +\\|");
  }

  /** Writes two runs, whose validation accuracy is half of their accuracy. */
  private void writeRuns(String revision, String row, double first, double second)
      throws IOException {
    String line =
        "{\"seed\":%d,\"metrics\":{\"accuracy\":%s,\"validationAccuracy\":%s},\"trainSeconds\":1.0,"
            + "\"q\":[],\"p\":[],\"date\":\"2026-01-02\"}";
    Path folder = Files.createDirectories(root.resolve("all/runs/" + revision + "/cora-cora"));
    Files.write(
        folder.resolve(row + ".jsonl"),
        List.of(
            String.format(line, 1, first, first / 2), String.format(line, 2, second, second / 2)));
  }

  @Test
  void optionsOfAllAreRefusedElsewhere() {
    Cli run = Cli.run("reproduce", "object", "--data", root, "--minutes", 1);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--minutes").hasLineCount(1);
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
