package io.github.gmnn.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the training UI in a browser, where there is one. */
class TrainingUiTest {
  private static final Pattern SCORE_CHART =
      Pattern.compile("(?s)<div id=\"scoreiterchart\".*?<p id=\"hoverdata\">");

  /** A mark of an axis, as the chart writes it into the page beside the canvas. */
  private static final Pattern TICK = Pattern.compile("tickLabel\"[^>]*>([0-9.]+)<");

  @TempDir private Path folder;

  @Test
  void theScoreOfQIsDrawnWhileGmnnTrains() throws Exception {
    Optional<Path> chromium = chromium();
    assumeTrue(chromium.isPresent(), "chromium is not on the path");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Page page = new Page(chromium.orElseThrow(), printed);
    String port = System.setProperty("org.deeplearning4j.ui.port", "0"); // any that is free
    InputStream in = System.in;
    PrintStream out = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setIn(page);
    try {
      TrainingUi.main(new String[0]);
    } finally {
      System.setIn(in);
      System.setOut(out);
      System.clearProperty("org.deeplearning4j.ui.port");
      if (port != null) {
        System.setProperty("org.deeplearning4j.ui.port", port);
      }
    }

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("0 %, pre-training of q, epoch 1 of 100")
        .contains("100 %, E-step ");
    Matcher chart = SCORE_CHART.matcher(page.content);
    assertThat(chart.find()).as(page.content).isTrue();
    assertThat(chart.group()).contains("<canvas class=\"flot-base\"");
    List<Double> ticks =
        TICK.matcher(chart.group()).results().map(tick -> Double.valueOf(tick.group(1))).toList();
    assertThat(ticks).as("marks of the axes").contains(0.0, 100.0); // epochs of q
    assertThat(page.content).contains("MultiLayerNetwork");
  }

  private static Optional<Path> chromium() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(directory -> Path.of(directory, "chromium"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Presses Enter once a browser has opened the page, whose address was printed. */
  private final class Page extends InputStream {
    private final Path browser;
    private final ByteArrayOutputStream printed;
    private String content = "";

    Page(Path browser, ByteArrayOutputStream printed) {
      this.browser = browser;
      this.printed = printed;
    }

    @Override
    public int read() throws IOException {
      String address =
          printed
              .toString(StandardCharsets.UTF_8)
              .replaceAll("(?s)Training is shown at (\\S+).*", "$1");
      Process process =
          new ProcessBuilder(
                  browser.toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--user-data-dir=" + folder.resolve("profile"),
                  "--virtual-time-budget=10000", // of the page's scripts, which poll
                  "--dump-dom",
                  address)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      content = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return '\n';
    }
  }
}
