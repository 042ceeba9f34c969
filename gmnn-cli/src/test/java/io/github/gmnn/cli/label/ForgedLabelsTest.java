package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.advice.AdviceStrategies;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ForgedSearch;
import io.github.gmnn.model.Mutator;
import io.github.gmnn.model.TextMutator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of labels and requests of the label page that are nearly right: each is refused in one
 * line, the file as it was, or its labels are those of nodes that there are. A search of any length
 * is {@link #main}.
 */
class ForgedLabelsTest {
  private static final int TRIES = 400;

  private static final List<String> WORDS =
      List.of("{", "}", "[", "]", ":", "node", "label", "undo", "time", "\\u0000", "\\ud800", "a");

  private static final String LOG =
      """
      {"node":"a","label":"x","time":"2026-11-18T06:00:00.000Z"}
      {"node":"b","label":"y","time":"2026-11-18T06:00:01.000Z"}
      {"undo":true,"time":"2026-11-18T06:00:02.000Z"}
      {"node":"b","label":"z"}
      """;

  private static final Graph<String> GRAPH =
      Graph.<String>builder()
          .addNode("a", 1)
          .addNode("b", 1)
          .addNode("c", 0)
          .addEdge("a", "b")
          .build();

  @TempDir Path folder;

  /** Learns nothing: what is looked at are the labels. */
  private static final Learner NOTHING = graph -> null;

  private static byte[] forgeLog(Random random) {
    if (random.nextInt(3) == 0) {
      return new TextMutator(random::nextInt, WORDS).mutate(LOG);
    }
    String[] lines = LOG.split("\n");
    int line = random.nextInt(lines.length);
    lines[line] = forgeJson(random, lines[line]);
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String forgeJson(Random random, String json) {
    byte[] bytes = new Mutator(random::nextInt).mutateJson(json.getBytes(StandardCharsets.UTF_8));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static ForgedSearch.Target logs(Path folder) {
    Path file = folder.resolve("labels.jsonl");
    return random -> {
      byte[] forged = forgeLog(random);
      Files.write(file, forged);
      int lines = 0;
      try (LabelLog log = LabelLog.open(file);
          LabelSession session = new LabelSession(GRAPH, Fitted.none(), log, NOTHING)) {
        LabelSession.View view = session.view();
        lines = view.given().size();
        if (!GRAPH.keys().containsAll(view.given().keySet())
            || view.given().values().stream().anyMatch(String::isBlank)) {
          throw new AssertionError(view);
        }
      } catch (IllegalArgumentException e) {
        requireOneLine(e.getMessage());
        if (!e.getMessage().startsWith("the file of labels")
            && !Arrays.equals(Files.readAllBytes(file), forged)) {
          throw new AssertionError("refused, and changed");
        }
        return "refused";
      }
      return lines == 0 ? "read, no labels" : "read";
    };
  }

  private static void requireOneLine(String message) {
    if (message.lines().count() != 1 || message.length() > 1000 || message.contains("\u001b")) {
      throw new AssertionError("a message of one line, not " + message);
    }
  }

  /** Requests to a page that is served, over a connection that stays open. */
  private static ForgedSearch.Target requests(Path folder) throws IOException {
    Labeling.Plan plan =
        new Labeling.Plan(
            new Dataset<>("forged", GRAPH, Map.of()),
            folder.resolve("requests.jsonl"),
            AdviceStrategies.hybrid(),
            0,
            "t",
            Map.of());
    LabelSession session =
        new LabelSession(GRAPH, Fitted.none(), LabelLog.open(plan.labels()), NOTHING);
    LabelServer server = new LabelServer(session, plan);
    HttpClient client = HttpClient.newHttpClient();
    List<String> calls = List.of("/api/label", "/api/undo", "/api/skip");
    return random -> {
      String json = "{\"node\":\"" + GRAPH.key(random.nextInt(3)) + "\",\"label\":\"x\"}";
      byte[] body =
          switch (random.nextInt(4)) {
            case 0 -> new TextMutator(random::nextInt, WORDS).mutate(json);
            case 1 -> json.getBytes(StandardCharsets.UTF_8);
            default -> forgeJson(random, json).getBytes(StandardCharsets.UTF_8);
          };
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(server.address()).resolve(calls.get(random.nextInt(calls.size()))))
              .header("X-Token", "t")
              .POST(HttpRequest.BodyPublishers.ofByteArray(body))
              .build();
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 200) {
          return "done";
        }
        String error = FlatJson.read(answer.body()).get("error");
        requireOneLine(error);
        if (answer.statusCode() >= 500) {
          throw new AssertionError(error);
        }
        return "refused";
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    };
  }

  private static void search(ForgedSearch.Target target, int tries) throws IOException {
    assertThat(ForgedSearch.refused(target, tries)).isBetween(tries / 10, tries - tries / 20);
  }

  @Test
  void filesOfLabelsAreRefusedOrRead() throws IOException {
    search(logs(folder), TRIES);
  }

  @Test
  void requestsAreRefusedOrDone() throws IOException {
    search(requests(folder), TRIES / 4);
  }

  /** Searches: logs or requests, how many seconds, the first seed, how many at least. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("forged");
    ForgedSearch.run(
        arguments[0],
        arguments[0].equals("logs") ? logs(folder) : requests(folder),
        List.of(arguments).subList(1, arguments.length));
  }
}
