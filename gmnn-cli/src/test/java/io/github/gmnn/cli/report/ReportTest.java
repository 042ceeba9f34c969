package io.github.gmnn.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final String HOSTILE = "<script>alert(\"node's\")</script>";
  private static final String HOSTILE_CLASS = "\"><img src=x onerror=alert(1)>";

  /** Two triangles, each with one label; a test node of the first says it is of the second. */
  private static TrainingOutcome<String> twoTriangles() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b")
            .addEdge("b", HOSTILE)
            .addEdge("a", HOSTILE)
            .addEdge("x", "y")
            .addEdge("y", "z")
            .addEdge("x", "z")
            .label("a", "plain")
            .label("x", HOSTILE_CLASS)
            .build();
    Map<String, String> test = new LinkedHashMap<>();
    test.put("b", "plain");
    test.put(HOSTILE, HOSTILE_CLASS);
    test.put("y", HOSTILE_CLASS);
    Dataset<String> data = new Dataset<>("two & three", graph, test);
    Predictions<String> predictions = LabelPropagation.create().fit(graph);
    return new TrainingOutcome<>(data, predictions, null);
  }

  private static ExperimentResult result(String name, TrainingOutcome<?> fitted) {
    Configuration configuration =
        new Configuration(
            "two & three",
            "object",
            name,
            "default",
            Map.of(),
            List.of(1L),
            (seed, threads, epochs) -> null);
    Run run = Run.withoutEpochs(1, Map.of("accuracy", 2 / 3.0), 0.5, fitted);
    return new ExperimentResult(configuration, List.of(run), 0.5, 1);
  }

  private static String page(ExperimentResult... results) {
    return Report.page("classify", List.of("classify", "--data", "<my> data"), List.of(results));
  }

  @Test
  void namesOfNodesAndClassesAreTextAndNothingElse() {
    String page = page(result("it's <b>", twoTriangles()));
    assertThat(page)
        .doesNotContain(HOSTILE)
        .doesNotContain("<img")
        .contains("&lt;script&gt;alert(&quot;node&#39;s&quot;)&lt;/script&gt;")
        .contains("<bdi>two &amp; three</bdi>")
        .contains("gmnn classify --data &#39;&lt;my&gt; data&#39;");
    assertThat(page.split("<script", -1)).hasSize(2);
  }

  @Test
  void thePageNamesNothingOutsideIt() {
    String page = page(result("lp", twoTriangles()));
    assertThat(page).doesNotContain("http:", "https:", "://", "@import", "url(", " src=\"");
    assertThat(page).contains("default-src &#39;none&#39;");
  }

  @Test
  void mistakesAreCountedAndDrawn() {
    TrainingOutcome<String> fitted = twoTriangles();
    Measured<String> measured = Measured.of(fitted);
    assertThat(measured.on()).isEqualTo("test");
    int plain = measured.classes().indexOf("plain");
    assertThat(measured.confusion()[plain][plain]).isEqualTo(1);
    assertThat(measured.confusion()[1 - plain][plain]).isEqualTo(1);
    assertThat(measured.confusion()[1 - plain][1 - plain]).isEqualTo(1);
    assertThat(measured.worst(5))
        .singleElement()
        .matches(c -> c.prediction().key().equals(HOSTILE));
    assertThat(page(result("lp", fitted)))
        .contains("True labels of its 2 neighbours: plain (×2).")
        .contains("<title>a: true label plain, predicted plain (1.000)</title>");
  }

  @Test
  void severalSettingsHaveAnIndexThatLeadsToThem() {
    TrainingOutcome<String> fitted = twoTriangles();
    String page = page(result("first", fitted), result("second", fitted));
    assertThat(page)
        .contains("<a href=\"#setting-1\">first</a>", "<a href=\"#setting-2\">second</a>")
        .contains("<section id=\"setting-1\"", "<section id=\"setting-2\"")
        .contains("<h2>two &amp; three, first</h2>", "<h2>two &amp; three, second</h2>");
    assertThat(page.split("6 nodes, 6 edges", -1)).as("the data is described once").hasSize(2);
    assertThat(page).contains("highest accuracy of the 2 settings compared: that of first");
    assertThat(page(result("first", fitted))).doesNotContain("#setting-1");
  }

  @Test
  void withoutLabelsToMeasureWithThereAreOnlyPredictions() {
    TrainingOutcome<String> measured = twoTriangles();
    Dataset<String> unmeasured = new Dataset<>("d", measured.data().graph(), Map.of());
    String page =
        page(result("lp", new TrainingOutcome<>(unmeasured, measured.predictions(), null)));
    assertThat(page)
        .contains("<strong>4</strong>", "it is unknown how many are right")
        .doesNotContain("Confusion", "Reliability", "most confident errors");
  }

  @Test
  void aPageOpensWithOneNumberItsIntervalAndASentence() {
    String page = page(result("lp", twoTriangles()));
    String opening = page.substring(page.indexOf("<main>"), page.indexOf("</section>"));
    assertThat(opening)
        .contains("<strong>66.7 %</strong> <small>20.8 to 93.9 with 95 % certainty</small>")
        .contains("of the 3 test nodes of two &amp; three get their true label. Always saying")
        .contains("would get 66.7 %.")
        .contains("6 nodes, 6 edges, no features; labels of 2 for training");
    assertThat(page.indexOf("gmnn classify --data"))
        .as("the command")
        .isGreaterThan(page.indexOf("Settings"));
  }

  @Test
  void aSingleRunHasNoTableAndSeveralHave() {
    TrainingOutcome<String> fitted = twoTriangles();
    assertThat(page(result("lp", fitted))).doesNotContain("<h2>Runs</h2>");
    ExperimentResult one = result("lp", fitted);
    Run other = Run.withoutEpochs(2, Map.of("accuracy", 1 / 3.0), 0.5, null);
    ExperimentResult two =
        new ExperimentResult(one.configuration(), List.of(one.runs().get(0), other), 1, 1);
    assertThat(page(two))
        .contains("<strong>50.0 %</strong> <small>± 23.6</small>")
        .contains("mean accuracy of 2 runs on two &amp; three")
        .contains("Single runs lie between 33.3 and 66.7 %.")
        .contains("<h2>Runs</h2>", "What follows is from the first run.");
  }

  @Test
  void theMapShowsWhatIsGivenAndWhatIsWrong() {
    String page = page(result("lp", twoTriangles()));
    String map = page.substring(page.indexOf("<h2>The graph</h2>"), page.indexOf("Reliability"));
    assertThat(map.split("mark given", -1)).hasSize(3);
    assertThat(map.split("mark wrong", -1)).hasSize(2);
    assertThat(map).contains("class=\"edge faint\"");
    assertThat(map.substring(map.indexOf("edge faint")).split("M", -1)).hasSizeGreaterThan(6);
  }

  @Test
  void noFinishedRunIsSaid() {
    assertThat(page()).contains("No run was finished.");
  }
}
