package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;

/** The pages that commands write, as text and in a browser. */
class ReportPagesTest {
  private static final String HOSTILE = "<script>document.title='x'</script>\"'";

  @TempDir private static Path folder;
  @TempDir private static Path profile;
  private static Chromium started;

  @BeforeAll
  static void writePages() throws IOException {
    Path data = withAHostileName(SmallData.write(folder.resolve("small")));
    Path model = folder.resolve("small.gmnn");
    run(
        "classify",
        "--data",
        data,
        "--pretrain-epochs",
        1, // so few that there are errors to draw
        "--epochs",
        1,
        "--model",
        model,
        "--runs",
        2);
    run("predict", "--data", data, "--model", model);
    run("links", "--data", SmallRatings.write(folder.resolve("market")), "--runs", 1);
    run("embed", "--data", data, "--dimensions", 8, "--epochs", 5, "--out", folder.resolve("out"));
  }

  /** Node 7 has a name that a page must not run. */
  private static Path withAHostileName(Path data) throws IOException {
    for (String file :
        List.of("net.txt", "feature.txt", "label.txt", "train.txt", "dev.txt", "test.txt")) {
      Path path = data.resolve(file);
      String renamed =
          Files.readString(path).replaceAll("(?m)(^|\\t)7(\\t|$)", "$1" + HOSTILE + "$2");
      Files.writeString(path, renamed);
    }
    return data;
  }

  private static Path page(String command) {
    return folder.resolve(command + ".html");
  }

  private static void run(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--quiet", "--report", page((String) words[0])));
    Cli run = Cli.run(all.toArray());
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void pagesSayWhatWasDoneAndHow() throws IOException {
    assertThat(Files.readString(page("classify")))
        .contains(
            "Learning",
            "Confusion",
            "Reliability",
            "most confident errors",
            "least certain nodes",
            "fingerprint of the data",
            "is the mean accuracy of 2 runs on small")
        .contains("<ul class=\"reasons\">", "settings of the fit</summary>")
        .contains("gmnn classify --data " + folder.resolve("small") + " --pretrain-epochs 1");
    assertThat(Files.readString(page("links"))).contains("least certain links", "#setting-4");
    assertThat(Files.readString(page("embed"))).contains("laid out to keep", "topic-1");
    assertThat(Files.readString(page("predict"))).contains(">predicted</th>");
  }

  @Test
  void aPageThatCannotBeWrittenIsSaidBeforeAnyWork() {
    Cli run = Cli.run("demo", "--report", folder);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("expected a file for --report, found a folder");
  }

  @Test
  void aBrowserFindsNoFaultAndAsksForNothing() throws Exception {
    Chromium browser = browser();
    for (String command : List.of("classify", "predict", "links", "embed")) {
      browser.open(page(command));
      assertThat(browser.messages()).as(command).isEmpty();
      assertThat(browser.requests())
          .as(command)
          .allMatch(url -> url.equals(page(command).toUri().toString()) || url.equals("data:,"));
      assertThat(browser.evaluate("document.title").asText()).isEqualTo("gmnn " + command);
      assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
          .as("%s fits the width", command)
          .isTrue();
    }
  }

  @Test
  void aTableThatIsTooWideSaysThatItCanBeMoved() throws Exception {
    Chromium browser = browser();
    browser.open(page("classify"));
    assertThat(hintsAtWidth(browser, 2600)).isZero();
    assertThat(hintsAtWidth(browser, 340)).isPositive();
  }

  private static int hintsAtWidth(Chromium browser, int pixels) throws Exception {
    browser.evaluate(
        "document.querySelector('main').style = 'max-width: none; width: " + pixels + "px'");
    browser.evaluate("dispatchEvent(new Event('resize'))");
    return browser.evaluate("document.querySelectorAll('.hint.shown').length").asInt();
  }

  @Test
  void pointingAtANodeTellsItsLabels() throws Exception {
    Chromium browser = browser();
    browser.open(page("classify"));
    JsonNode middle =
        browser.evaluate(
            "(() => { const mark = document.querySelector('.small [data-tip]');"
                + "mark.scrollIntoView({block: 'center'});"
                + "const box = mark.getBoundingClientRect();"
                + "return {x: box.x + box.width / 2, y: box.y + box.height / 2,"
                + " tip: mark.dataset.tip}; })()");
    assertThat(browser.evaluate("document.getElementById('tip').hidden").asBoolean()).isTrue();
    browser.moveMouse(middle.get("x").asDouble(), middle.get("y").asDouble());
    assertThat(browser.evaluate("document.getElementById('tip').hidden").asBoolean()).isFalse();
    assertThat(browser.evaluate("document.getElementById('tip').textContent").asText())
        .contains(": true label topic-", ", predicted topic-");
  }

  @Test
  void aClickOnAColumnSortsTheTable() throws Exception {
    Chromium browser = browser();
    browser.open(page("links"));
    String column =
        "[...document.querySelector('table.sortable').tBodies[0].rows]"
            + ".map(row => Number(row.cells[2].textContent))";
    String click = "document.querySelectorAll('table.sortable th button')[2].click()";
    browser.evaluate(click);
    List<Double> up = numbers(browser.evaluate(column));
    assertThat(up).hasSizeGreaterThan(3).isSorted();
    browser.evaluate(click);
    assertThat(numbers(browser.evaluate(column)))
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  private static List<Double> numbers(JsonNode array) {
    List<Double> numbers = new ArrayList<>();
    array.forEach(node -> numbers.add(node.asDouble()));
    return numbers;
  }

  private static Chromium browser() throws Exception {
    assumeTrue(
        Chromium.installed().isPresent(),
        "no chromium on the path: install it to test pages in a browser");
    if (started == null) {
      started = Chromium.start(Chromium.installed().get(), profile);
    }
    return started;
  }

  @AfterAll
  static void closeBrowser() {
    if (started != null) {
      started.close();
    }
  }
}
