package io.github.gmnn.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphsTableTest {
  /** Runs of a method on a split, by their accuracies; the area under the curve is half of each. */
  private static ResultsPage.Row row(
      String dataset, String split, String method, double... accuracies) {
    Configuration configuration =
        new Configuration(
            dataset, "object", method, "default", Map.of(), Map.of(), List.of(), Map.of());
    return new ResultsPage.Row(
        configuration,
        Arrays.stream(accuracies)
            .mapToObj(
                accuracy ->
                    new StoredRun(
                        1,
                        Map.of("accuracy", accuracy, "rocAuc", accuracy / 2),
                        2,
                        List.of(),
                        List.of(),
                        split))
            .toList());
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
        GraphsTable.text(
            List.of(
                row("cora", "s1", "default", 0.80, 0.82),
                row("cora", "s2", "default", 0.84, 0.86)));
    // deviation of 80, 82, 84, 86: 2.58; divided by the root of 4
    assertThat(cells(table, 2))
        .containsExactly(
            "cora", "", "", "", "", "", "", "83.0 ± 1.3", "", "85.5 GCNII, Chen et al. 2020", "4");
  }

  @Test
  void aSingleRunHasNoError() {
    assertThat(cells(GraphsTable.text(List.of(row("texas", "s1", "mlp", 0.7))), 2))
        .contains("70.0");
  }

  @Test
  void minesweeperIsMeasuredByRocAuc() {
    String table = GraphsTable.text(List.of(row("minesweeper", "s1", "auto", 0.8)));
    assertThat(cells(table, 2)).contains("minesweeper (ROC AUC)", "40.0").doesNotContain("80.0");
  }

  @Test
  void secondsStandBelow() {
    String table = GraphsTable.text(List.of(row("texas", "s1", "gmnn", 0.7)));
    assertThat(cells(table, 4).get(0)).isEqualTo("seconds a fit");
    assertThat(cells(table, 6)).containsExactly("texas", "", "", "", "2.00", "", "", "", "");
  }
}
