package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.advice.AdviceStrategies;
import io.github.gmnn.cli.Chromium;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.shade.jackson.databind.JsonNode;

/** The page in a real browser. */
class LabelPageTest {
  private static final String HOSTILE = "<img src=x onerror=\"document.title='hacked'\">'&\u202e";
  private static final String IDLE = "labelPage.idle() && !labelPage.view().learning";
  private static final int NODES = 60;

  @TempDir private static Path profile;
  private static Chromium browser;

  @TempDir private Path folder;
  private RunningPage page;

  @BeforeAll
  static void startBrowser() throws Exception {
    assumeTrue(
        Chromium.installed().isPresent(),
        "no chromium on the path: install it to test pages in a browser");
    browser = Chromium.start(Chromium.installed().get(), profile);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Two groups of nodes, every key and every word of which would do harm as markup. */
  private static Dataset<String> data() {
    Random random = new Random(1);
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < NODES; i++) {
      String topic = i % 2 == 0 ? "<b>even</b>" : "<script>odd()</script>";
      builder.addNode(key(i), Map.of(topic, 1, HOSTILE + random.nextInt(5), 1));
    }
    for (int i = 2; i < NODES; i++) {
      builder.addEdge(key(i), key(i - 2));
    }
    return new Dataset<>(HOSTILE, builder.build(), Map.of());
  }

  private static String key(int i) {
    return HOSTILE + " " + i;
  }

  @BeforeEach
  void open() throws Exception {
    page = RunningPage.start(data(), folder.resolve("labels.jsonl"), Map.of());
    page.awaitLearned();
    browser.open(page.address());
    browser.await(IDLE);
  }

  @AfterEach
  void noFaultAndNothingFromElsewhere() throws Exception {
    if (page == null) {
      return;
    }
    try {
      assertThat(browser.messages()).isEmpty();
      assertThat(browser.requests())
          .allMatch(url -> url.startsWith(page.uri("/").toString()) || url.equals("data:,"));
      assertThat(text("document.title")).isEqualTo("gmnn label");
      browser.open("about:blank"); // lets the server's connections go
    } finally {
      page.close();
    }
  }

  private static String text(String expression) throws Exception {
    return browser.evaluate(expression).asText();
  }

  private static int number(String expression) throws Exception {
    return browser.evaluate(expression).asInt();
  }

  private static String shownNode() throws Exception {
    return text("document.getElementById('node').textContent");
  }

  /** Names a class by keyboard, which labels the node that is shown. */
  private static void nameClass(String name) throws Exception {
    browser.await(IDLE);
    browser.press("n");
    browser.await("document.getElementById('naming').open");
    browser.type(name);
    browser.press("Enter");
    browser.await("labelPage.view().classes.includes(" + FlatJson.write(name) + ")");
    browser.await(IDLE);
  }

  private void nameTwoClasses() throws Exception {
    nameClass("x");
    nameClass(HOSTILE);
    browser.await("labelPage.view().model && " + IDLE);
  }

  @Test
  void aStartWithoutLabelsTellsWhatToDo() throws Exception {
    assertThat(text("document.getElementById('status').textContent"))
        .isEqualTo("Label the first node");
    assertThat(number("document.querySelectorAll('#classes button').length")).isZero();
    assertThat(browser.evaluate("document.getElementById('undo').disabled").asBoolean()).isTrue();
    assertThat(shownNode()).startsWith(HOSTILE);
    assertThat(text("document.getElementById('name').textContent")).isEqualTo(HOSTILE);
  }

  @Test
  void aModelToBeginWithGuessesBeforeAnybodyLabels() throws Exception {
    Graph<String> known =
        data().graph().withLabels(Map.of(key(0), "x", key(1), HOSTILE), List.of());
    GmnnModel<String> model =
        Gmnn.builder()
            .inference(InferenceKinds.convolutions())
            .pretrainEpochs(20)
            .emIterations(0)
            .fit(known);
    page.close();
    page =
        RunningPage.start(
            new Labeling.Plan(
                data(),
                model,
                folder.resolve("begun.jsonl"),
                AdviceStrategies.hybrid(),
                0,
                RunningPage.TOKEN,
                Map.of()));
    page.awaitLearned();
    browser.open(page.address());
    browser.await(IDLE);
    assertThat(browser.evaluate("labelPage.view().model").asBoolean()).isTrue();
    assertThat(number("document.querySelectorAll('#classes button').length")).isEqualTo(2);
    browser.press("1");
    browser.await("labelPage.view().labelled === 1 && " + IDLE);
    JsonNode view = page.awaitLearned();
    assertThat(view.get("counts").get(model.classes().get(0)).asInt()).isEqualTo(1);
    assertThat(view.get("model").asBoolean()).isTrue();
    assertThat(page.json("/api/next").get(0).get("guess").asText()).isIn("x", HOSTILE);
  }

  @Test
  void classesAreNamedAndNodesLabelledByKeys() throws Exception {
    nameTwoClasses();
    String node = shownNode();
    browser.press("1");
    browser.await("labelPage.view().labelled === 3");
    assertThat(page.json("/api/view").get("counts").get("x").asInt()).isEqualTo(2);
    browser.await("document.getElementById('node').textContent !== " + FlatJson.write(node));
    browser.await(IDLE);
    browser.press("2");
    browser.await("labelPage.view().labelled === 4");
    assertThat(page.json("/api/view").get("counts").get(HOSTILE).asInt()).isEqualTo(2);
  }

  @Test
  void aClickOnAClassLabelsAndUndoTakesItBack() throws Exception {
    nameTwoClasses();
    browser.click("#classes button:nth-child(2)");
    browser.await("labelPage.view().labelled === 3");
    browser.await(IDLE);
    browser.press("u");
    browser.await("labelPage.view().labelled === 2");
    browser.await(
        "labelPage.view().canUndo && !document.querySelector('#classes button').disabled");
    browser.click("#undo");
    browser.await("labelPage.view().labelled === 1");
    assertThat(page.json("/api/view").get("classes")).hasSize(1);
  }

  @Test
  void aSkippedNodeMakesWay() throws Exception {
    String node = shownNode();
    browser.press("s");
    browser.await("document.getElementById('node').textContent !== " + FlatJson.write(node));
    assertThat(page.json("/api/state").get("labelled").asInt()).isZero();
  }

  @Test
  void theModelsGuessAndTheTablesAreShown() throws Exception {
    nameTwoClasses();
    browser.await("!document.getElementById('guess').hidden");
    assertThat(text("document.getElementById('guess-share').textContent")).endsWith("%");
    browser.await("document.querySelectorAll('#uncertain tr').length === 20");
    assertThat(number("document.querySelectorAll('#counts tr').length")).isEqualTo(2);
    assertThat(text("document.querySelector('#counts tr:nth-child(2) bdi').textContent"))
        .isEqualTo(HOSTILE);
    assertThat(number("document.querySelectorAll('#uncertain img, #card img, #card b').length"))
        .as("names are text")
        .isZero();
    String uncertain = text("document.querySelector('#uncertain bdi').textContent");
    browser.click("#uncertain button");
    browser.await("document.getElementById('node').textContent === " + FlatJson.write(uncertain));
    browser.click("#back");
    browser.await("document.getElementById('chosen').hidden");
  }

  @Test
  void aClickOnTheMapShowsThatNode() throws Exception {
    browser.await("labelPage.map.ready()");
    JsonNode at =
        browser.evaluate(
            "(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                + "const at = labelPage.map.at(7);"
                + "return {x: box.x + at[0], y: box.y + at[1]}; })()");
    browser.clickAt(at.get("x").asDouble(), at.get("y").asDouble());
    browser.await("!document.getElementById('chosen').hidden");
    assertThat(shownNode()).startsWith(HOSTILE);
    nameClass("x");
    browser.await("document.getElementById('chosen').hidden");
  }

  @Test
  void aReloadKeepsEverything() throws Exception {
    nameTwoClasses();
    browser.press("2");
    browser.await("labelPage.view().labelled === 3");
    browser.open(page.address());
    browser.await("labelPage.view() && labelPage.view().labelled === 3");
    assertThat(text("document.querySelector('#classes button:nth-child(2) bdi').textContent"))
        .isEqualTo(HOSTILE);
    browser.await("!document.getElementById('undo').disabled");
  }

  @Test
  void aLabelFromAnotherTabIsSeen() throws Exception {
    nameTwoClasses();
    String node = shownNode();
    page.label(node, "x"); // as another tab would
    browser.await("labelPage.view().labelled === 3");
    browser.await("document.getElementById('node').textContent !== " + FlatJson.write(node));
  }

  @Test
  void aServerThatIsGoneIsSaid() throws Exception {
    nameTwoClasses();
    page.close();
    browser.press("1");
    browser.await("!document.getElementById('banner').hidden");
    assertThat(text("document.getElementById('banner').textContent")).contains("Nothing is lost");
    page = null; // the browser complains of the lost connection, as it should
    browser.open("about:blank");
  }

  @Test
  void thePageFitsAPhone() throws Exception {
    nameTwoClasses();
    browser.resize(390, 844);
    try {
      assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
          .isTrue();
      List<Integer> sizes =
          List.of(
              number("document.querySelector('#classes button').getBoundingClientRect().height"),
              number("document.getElementById('skip').getBoundingClientRect().height"));
      assertThat(sizes).as("large enough for a finger").allMatch(height -> height >= 40);
    } finally {
      browser.resize(1000, 800);
    }
  }
}
