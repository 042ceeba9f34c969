package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphsTableTest {
  /** Runs of a method on a split, by their accuracies; the area under the curve is half of each. */
  private static ResultsPage.Row row(
      String dataset, String split, String method, double... accuracies) {
    Configuration configuration =
        new Configuration(
            dataset,
            "object",
            method,
            "default",
            Map.of(),
            Map.of(),
            List.of(),
            Map.of(split, (seed, threads, epochs) -> null));
    return new ResultsPage.Row(
        configuration,
        IntStream.range(0, accuracies.length)
            .mapToObj(
                i ->
                    new StoredRun(
                        i + 1,
                        Map.of(
                            "accuracy",
                            accuracies[i],
                            "rocAuc",
                            accuracies[i] / 2,
                            "validationAccuracy",
                            1 - accuracies[i]),
                        2,
                        List.of(),
                        List.of(),
                        ""))
            .toList());
  }

  private static String table(PaperTable table, ResultsPage.Row... rows) {
    return new GraphsTable(List.of(rows)).text(table);
  }

  private static List<String> cells(String table, int line) {
    return Arrays.stream(table.lines().toList().get(line).split("\\|"))
        .skip(1)
        .map(String::strip)
        .toList();
  }

  @Test
  void figuresAreMeanAndStandardErrorOverSplitsAndSeeds() {
    String table =
        table(
            PaperTable.GRAPHS,
            row("cora", "s1", "default", 0.80, 0.82),
            row("cora", "s2", "default", 0.84, 0.86));
    // deviation of 80, 82, 84, 86: 2.58; divided by the root of 4
    assertThat(cells(table, 2))
        .containsExactly(
            "cora", "", "", "", "", "", "", "83.0 ± 1.3", "", "85.5 GCNII, Chen et al. 2020", "4");
  }

  @Test
  void aSingleRunHasNoError() {
    assertThat(cells(table(PaperTable.GRAPHS, row("texas", "s1", "mlp", 0.7)), 2)).contains("70.0");
  }

  @Test
  void minesweeperIsMeasuredByRocAuc() {
    String table = table(PaperTable.GRAPHS, row("minesweeper", "s1", "auto", 0.8));
    assertThat(cells(table, 2)).contains("minesweeper (ROC AUC)", "40.0").doesNotContain("80.0");
  }

  @Test
  void secondsStandBelow() {
    String table = table(PaperTable.GRAPHS, row("texas", "s1", "gmnn", 0.7));
    assertThat(cells(table, 7).get(0)).isEqualTo("seconds a fit");
    assertThat(cells(table, 9)).containsExactly("texas", "", "", "", "2.00", "", "", "", "");
  }

  @Test
  void gainsOfEmAreTakenRunByRun() {
    String table =
        table(
            PaperTable.GRAPHS_FEW,
            row("cora", "s1", "default", 0.80, 0.84),
            row("cora", "s1", "longer", 0.79, 0.81),
            row("cora", "s1", "own-teacher", 0.80, 0.83));
    // gains of 1 and 3 points: deviation 1.41, divided by the root of 2
    assertThat(cells(table, 6)).containsExactly("cora", "+2.0 ± 1.0", "+0.5 ± 0.5", "2");
  }

  @Test
  void aRunWithoutItsCounterpartIsNoGain() {
    String table =
        table(
            PaperTable.GRAPHS_FEW,
            row("cora", "s1", "default", 0.80),
            row("cora", "s2", "default", 0.90),
            row("cora", "s1", "longer", 0.79));
    assertThat(cells(table, 6)).containsExactly("cora", "+1.0", "", "1");
  }

  @Test
  void regretIsAgainstTheBestRecipeOnTheSameSplits() {
    String table =
        table(
            PaperTable.REGRET,
            row("cora", "s1", "default", 0.82),
            row("cora", "s2", "default", 0.20), // where no recipe ran
            row("cora", "s1", "auto", 0.84),
            row("cora", "s1", "choice", 0.81),
            row("cora", "s1", "mlp", 0.60),
            row("cora", "s1", "deep", 0.83));
    assertThat(cells(table, 2))
        .containsExactly(
            "cora", "deep", "83.0", "60.0", "81.0", "82.0", "84.0", "2.0", "1.0", "-1.0", "1");
  }

  @Test
  void everyRecipeHasANameOfItsOwn() {
    assertThat(GraphMethod.RECIPES).extracting(GraphMethod::toString).doesNotHaveDuplicates();
  }
}
