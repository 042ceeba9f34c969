package io.github.gmnn.cli.label;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.cli.SmallData;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.shade.jackson.databind.JsonNode;

/** The contract of the page's HTTP calls, without a browser. */
class LabelServerTest {
  @TempDir private static Path shared;
  private static Dataset<String> unlabelled;
  private static Dataset<String> labelled;

  @TempDir private Path folder;
  private RunningPage page;

  @BeforeEach
  void start() throws IOException {
    if (unlabelled == null) {
      Path data = SmallData.write(shared.resolve("small"));
      labelled = DatasetReader.read(data);
      for (String file : List.of("label.txt", "train.txt", "dev.txt", "test.txt")) {
        Files.delete(data.resolve(file));
      }
      unlabelled = DatasetReader.read(data);
    }
    restart();
  }

  private void restart() throws IOException {
    if (page != null) {
      page.close();
    }
    page = RunningPage.start(unlabelled, folder.resolve("labels.jsonl"), Map.of());
  }

  @AfterEach
  void stop() throws IOException {
    page.close();
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return texts;
  }

  @Test
  void theStateHasTheFieldsOfTheContract() throws Exception {
    JsonNode state = page.json("/api/state");
    assertThat(names(state))
        .containsExactly(
            "nodes", "classes", "labelled", "validation", "predicted", "revision", "fitMillis");
    assertThat(state.get("nodes").asInt()).isEqualTo(200);
    assertThat(state.get("classes")).isEmpty();
    assertThat(state.get("labelled").asInt()).isZero();
    assertThat(state.get("validation").isNull()).isTrue();
    assertThat(state.get("predicted")).isEmpty();
    assertThat(state.get("revision").asInt()).isZero();
  }

  @Test
  void nodesToLabelHaveTheFieldsOfTheContract() throws Exception {
    JsonNode next = page.json("/api/next?count=3");
    assertThat(next).hasSize(3);
    Set<String> nodes = new HashSet<>();
    for (JsonNode card : next) {
      assertThat(names(card))
          .containsExactly(
              "node", "features", "guess", "probability", "set", "reasons", "neighbors");
      assertThat(card.get("guess").isNull()).isTrue();
      assertThat(card.get("reasons").get(0).get("name").asText()).contains("without a label");
      nodes.add(card.get("node").asText());
    }
    assertThat(nodes).hasSize(3);
    assertThat(page.json("/api/next")).hasSize(1);
  }

  @Test
  void labelsAreLearnedAndTheRevisionGrows() throws Exception {
    page.label("0", "x");
    page.label("1", "y");
    JsonNode state = page.label("2", "x");
    assertThat(state.get("labelled").asInt()).isEqualTo(3);
    assertThat(texts(state.get("classes"))).containsExactly("x", "y");
    page.awaitLearned();
    JsonNode learned = page.json("/api/state");
    assertThat(learned.get("revision").asInt()).isPositive();
    assertThat(
            learned.get("predicted").get("x").asInt() + learned.get("predicted").get("y").asInt())
        .isEqualTo(200);
    JsonNode card = page.json("/api/node?id=7&explain=1");
    assertThat(texts(learned.get("classes"))).contains(card.get("guess").asText());
    assertThat(card.get("probability").asDouble()).isBetween(0.5, 1.0);
    assertThat(texts(card.get("set"))).contains(card.get("guess").asText());
    JsonNode reason = card.get("reasons").get(0);
    assertThat(reason.get("effect").isNumber()).isTrue();
    assertThat(reason.get("against").asText())
        .as("log-odds of the guess against the other class")
        .isEqualTo(card.get("guess").asText().equals("x") ? "y" : "x");
    assertThat(card.get("label").isNull()).isTrue();
    assertThat(page.json("/api/node?id=1").get("label").asText()).isEqualTo("y");
  }

  @Test
  void undoReturnsTheStateWithoutTheLabel() throws Exception {
    page.label("0", "x");
    page.label("1", "y");
    JsonNode state = RunningPage.parse(page.post("/api/undo", ""));
    assertThat(state.get("labelled").asInt()).isEqualTo(1);
    assertThat(texts(state.get("classes"))).containsExactly("x");
    page.post("/api/undo", "");
    HttpResponse<String> none = page.post("/api/undo", "");
    assertThat(none.statusCode()).isEqualTo(409);
    assertThat(RunningPage.parse(none).get("error").asText()).contains("no label");
  }

  @Test
  void labelsOutliveTheServer() throws Exception {
    page.label("0", "x");
    page.label("1", "y");
    page.label("2", "y");
    page.post("/api/undo", "");
    restart();
    JsonNode state = page.json("/api/state");
    assertThat(state.get("labelled").asInt()).isEqualTo(2);
    assertThat(texts(state.get("classes"))).containsExactly("x", "y");
    assertThat(page.awaitLearned().get("model").asBoolean()).isTrue();
  }

  @Test
  void labelledAndSkippedNodesAreNotAskedForAgain() throws Exception {
    String first = page.json("/api/next").get(0).get("node").asText();
    page.post("/api/skip", "{\"node\":\"" + first + "\"}");
    String second = page.json("/api/next").get(0).get("node").asText();
    assertThat(second).isNotEqualTo(first);
    page.label(second, "x");
    for (JsonNode card : page.json("/api/next?count=50")) {
      assertThat(card.get("node").asText()).isNotIn(first, second);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/api/state",
        "/api/next",
        "/api/node?id=1",
        "/api/events",
        "/api/predictions.csv",
        "/api/labels.csv",
        "/api/model.gmnn",
        "/api/map",
        "/nothing"
      })
  void withoutTheTokenEverythingIsRefused(String path) throws Exception {
    URI uri = page.uri(path);
    assertThat(page.send(HttpRequest.newBuilder(uri)).statusCode()).isEqualTo(403);
    assertThat(page.send(HttpRequest.newBuilder(uri).header("X-Token", "secret-")).statusCode())
        .isEqualTo(403);
    URI wrong = page.uri(path + (path.contains("?") ? "&" : "?") + "token=other");
    HttpResponse<String> refused = page.send(HttpRequest.newBuilder(wrong));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(RunningPage.parse(refused).get("error").asText()).contains("token");
  }

  @Test
  void aLabelWithoutTheTokenChangesNothing() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(page.uri("/api/label"))
            .POST(HttpRequest.BodyPublishers.ofString("{\"node\":\"1\",\"label\":\"x\"}"));
    assertThat(page.send(request).statusCode()).isEqualTo(403);
    assertThat(page.json("/api/state").get("labelled").asInt()).isZero();
  }

  @Test
  void theTokenMayBePartOfTheAddress() throws Exception {
    HttpResponse<String> response =
        page.send(HttpRequest.newBuilder(page.uri("/api/state?token=" + RunningPage.TOKEN)));
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:80,200",
    "localhost:1,200",
    "localhost,200",
    "[::1]:5,200",
    "example.org,403",
    "127.0.0.1.example.org,403",
    "192.168.0.1:80,403",
    "'',403"
  })
  void hostsOtherThanLoopbackAreRefused(String host, int status) throws Exception {
    URI uri = page.uri("/");
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String request =
          "GET /api/state?token="
              + RunningPage.TOKEN
              + " HTTP/1.1\r\nHost: "
              + host
              + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no json|400",
        "[]|400",
        "{}|400",
        "{\"node\":\"1\"}|400",
        "{\"node\":\"1\",\"label\":\" \"}|400",
        "{\"node\":\"1\",\"label\":null}|400",
        "{\"node\":\"1\",\"label\":{}}|400",
        "{\"node\":\"nobody\",\"label\":\"x\"}|404"
      })
  void wrongLabelsAreErrorsInJson(String body, int status) throws Exception {
    HttpResponse<String> response = page.post("/api/label", body);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(RunningPage.parse(response).get("error").asText()).isNotBlank();
    assertThat(page.json("/api/state").get("labelled").asInt()).isZero();
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws Exception {
    String body = "{\"node\":\"1\",\"label\":\"" + "x".repeat(1 << 20) + "\"}";
    HttpResponse<String> response = page.post("/api/label", body);
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(RunningPage.parse(response).get("error").asText()).contains("65536");
  }

  @Test
  void aConnectionGoesOnAfterABodyThatWasTooLarge() throws Exception {
    URI uri = page.uri("/");
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (int size : new int[] {1 << 18, 1, (1 << 16) + 1, 1}) {
        String head =
            "POST /api/undo HTTP/1.1\r\nHost: localhost\r\nX-Token: "
                + RunningPage.TOKEN
                + "\r\nContent-Length: "
                + size
                + "\r\n\r\n";
        socket.getOutputStream().write((head + "x".repeat(size)).getBytes(StandardCharsets.UTF_8));
        assertThat(in.readLine()).startsWith(size > 1 << 16 ? "HTTP/1.1 413" : "HTTP/1.1 409");
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
          if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
            length = Integer.parseInt(line.substring(16));
          }
        }
        assertThat(in.skip(length)).isEqualTo(length);
      }
    }
  }

  @Test
  void wrongQuestionsAreErrorsInJson() throws Exception {
    assertThat(page.get("/api/next?count=0").statusCode()).isEqualTo(400);
    assertThat(page.get("/api/next?count=x").statusCode()).isEqualTo(400);
    assertThat(page.get("/api/node?id=nobody").statusCode()).isEqualTo(404);
    assertThat(page.get("/api/node?index=200").statusCode()).isEqualTo(404);
    assertThat(page.get("/api/node").statusCode()).isEqualTo(400);
    assertThat(page.get("/api/nothing").statusCode()).isEqualTo(404);
    assertThat(page.get("/api/label").statusCode()).isEqualTo(405);
    assertThat(page.post("/api/state", "").statusCode()).isEqualTo(405);
    assertThat(page.post("/api/expert", "").statusCode()).as("no demonstration").isEqualTo(404);
  }

  @Test
  void numbersMayNameNodes() throws Exception {
    assertThat(page.post("/api/label", "{\"node\":17,\"label\":\"x\"}").statusCode())
        .isEqualTo(200);
    assertThat(page.json("/api/node?id=17").get("label").asText()).isEqualTo("x");
  }

  @Test
  void answersAreGuarded() throws Exception {
    HttpResponse<String> response = page.get("/");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(response.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    String namespace = "http://www.w3.org/2000/svg";
    assertThat(response.body().replace(namespace, ""))
        .doesNotContain("{{", "http://", "https://")
        .contains("gmnn label");
  }

  @Test
  void eventsBringTheStateAtEachRevision() throws Exception {
    HttpResponse<Stream<String>> events =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(page.uri("/api/events?token=" + RunningPage.TOKEN)).build(),
                HttpResponse.BodyHandlers.ofLines());
    assertThat(events.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    page.label("0", "x");
    page.label("1", "y");
    String found =
        events
            .body()
            .filter(line -> line.startsWith("data: "))
            .filter(line -> line.contains("\"predicted\":{\"x\""))
            .findFirst()
            .orElseThrow();
    assertThat(found).contains("\"labelled\":2", "\"revision\":");
  }

  @Test
  void exportsComeWithTheModel() throws Exception {
    assertThat(page.get("/api/predictions.csv").statusCode()).isEqualTo(409);
    assertThat(page.get("/api/model.gmnn").statusCode()).isEqualTo(409);
    page.label("0", "x");
    page.label("1", "y");
    page.awaitLearned();
    assertThat(page.get("/api/labels.csv").body()).isEqualTo("node,label\n0,x\n1,y\n");
    assertThat(page.get("/api/predictions.csv").body().lines().count()).isEqualTo(201);
    HttpResponse<byte[]> file =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(page.uri("/api/model.gmnn?token=" + RunningPage.TOKEN))
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
        .contains("model.gmnn");
    assertThat(GmnnModel.load(new ByteArrayInputStream(file.body())).classes())
        .containsExactly("x", "y");
  }

  @Test
  void exportsForSpreadsheetsMarkWhatTheseWouldCompute() throws Exception {
    page.label("0", "=1+1");
    assertThat(page.get("/api/labels.csv").body()).contains("0,=1+1");
    assertThat(page.get("/api/labels.csv?spreadsheet=1").body()).contains("0,'=1+1");
    page.label("1", "y");
    page.awaitLearned();
    assertThat(page.get("/api/predictions.csv?spreadsheet=1").body())
        .contains("'=1+1")
        .doesNotContain(",=1+1");
  }

  @Test
  void theMapHasEveryNodeAndItsClass() throws Exception {
    page.label("0", "x");
    page.label("1", "y");
    page.awaitLearned();
    JsonNode map = page.json("/api/map");
    assertThat(map.get("x")).hasSize(200);
    assertThat(map.get("y")).hasSize(200);
    HttpResponse<byte[]> colors =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(page.uri("/api/colors?token=" + RunningPage.TOKEN)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    assertThat(colors.body()).hasSize(800);
    int second = page.json("/api/node?id=1").get("index").asInt();
    assertThat(colors.body()[4 * second]).as("of the second class").isEqualTo((byte) 1);
    assertThat(colors.body()[4 * second + 3]).as("labelled").isEqualTo((byte) 1);
    assertThat(page.json("/api/uncertain")).hasSize(20);
  }

  @Test
  void labelsOfTheDataAreThereFromTheStartAndAreNotAskedFor() throws Exception {
    page.close();
    page = RunningPage.start(labelled, folder.resolve("labels.jsonl"), Map.of());
    JsonNode state = page.json("/api/state");
    assertThat(state.get("labelled").asInt()).isEqualTo(60);
    JsonNode view = page.awaitLearned();
    assertThat(view.get("validation").get("labels").asInt()).isEqualTo(40);
    assertThat(view.get("validation").get("accuracy").asDouble()).isGreaterThan(0.8);
    for (JsonNode card : page.json("/api/next?count=50")) {
      assertThat(labelled.graph().labels()).doesNotContainKey(card.get("node").asText());
    }
  }

  @Test
  void theExpertOfADemonstrationAnswersByTheTruth() throws Exception {
    page.close();
    Map<String, String> truth = new HashMap<>(labelled.testLabels());
    truth.putAll(labelled.graph().labels());
    page = RunningPage.start(unlabelled, folder.resolve("labels.jsonl"), truth);
    for (int i = 0; i < 12; i++) {
      assertThat(page.post("/api/expert", "{}").statusCode()).isEqualTo(200);
    }
    JsonNode view = page.awaitLearned();
    assertThat(view.get("labelled").asInt()).isEqualTo(12);
    assertThat(view.get("truth").get("labels").asInt()).isEqualTo(188);
    assertThat(view.get("truth").get("accuracy").asDouble()).isGreaterThan(0.6);
  }

  @Test
  void clientsThatSayNothingAreFewAndDoNotStopOthers() throws Exception {
    URI address = URI.create(page.address());
    List<Socket> silent = new ArrayList<>();
    long ofOthers = answeringThreads(); // of servers that other tests have just closed
    try {
      for (int i = 0; i < 400; i++) {
        Socket socket = new Socket("127.0.0.1", address.getPort());
        silent.add(socket);
        try {
          socket.getOutputStream().write('G');
        } catch (IOException e) {
          continue; // one too many, and closed
        }
      }
    } finally {
      long threads = answeringThreads();
      for (Socket socket : silent) {
        socket.close();
      }
      assertThat(threads - ofOthers).isLessThanOrEqualTo(256);
    }
    assertThat(page.get("/api/state").statusCode()).isEqualTo(200);
  }

  private static long answeringThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("gmnn-label-http"))
        .count();
  }

  @Test
  void nodesWithoutFeaturesAreLearnedByTheirNeighboursAndExplained() throws Exception {
    Random random = new Random(1);
    int nodes = 600;
    int groups = 20;
    Graph.Builder<String> builder = Graph.builder();
    for (int i = 0; i < nodes; i++) {
      builder.addNode("n" + i);
    }
    for (int i = 0; i < nodes; i++) { // most friends are from anywhere
      for (int e = 0; e < 12; e++) {
        int any = random.nextInt(nodes);
        builder.addEdge("n" + i, "n" + (e < 7 ? any : any / groups * groups + i % groups));
      }
      if (i < 10 * groups) {
        builder.label("n" + i, "group " + i % groups);
      }
      if (i >= 2 * groups && i < 10 * groups) {
        builder.validationNode("n" + i);
      }
    }
    page.close();
    Dataset<String> friends = new Dataset<>("friends", builder.build(), Map.of());
    page = RunningPage.start(friends, folder.resolve("friends.jsonl"), Map.of());
    page.label("n" + 10 * groups, "group 0");
    page.awaitLearned();
    assertThat(page.json("/api/state").get("validation").get("accuracy").asDouble())
        .isGreaterThan(0.8);
    JsonNode reasons = page.json("/api/node?explain=1&id=n300").get("reasons");
    assertThat(reasons).anyMatch(reason -> reason.get("kind").asText().equals("neighbor"));
  }

  @Test
  void numbersAreShownAsTheTableHasThem() throws Exception {
    Path table = Files.createDirectory(folder.resolve("table"));
    StringBuilder nodes = new StringBuilder("id,age,balance\n");
    for (int i = 0; i < 60; i++) {
      nodes.append("n").append(i).append(",").append(18 + i);
      nodes.append(",").append(1000 - 37.25 * i).append("\n");
    }
    Files.writeString(table.resolve("nodes.csv"), nodes);
    Files.writeString(table.resolve("edges.csv"), "source,target\nn0,n1\n");
    page.close();
    page = RunningPage.start(DatasetReader.read(table), folder.resolve("table.jsonl"), Map.of());
    for (int i = 0; i < 60; i++) {
      JsonNode features = page.json("/api/node?id=n" + i).get("features");
      assertThat(features.get("age").asDouble()).isEqualTo(18 + i);
      assertThat(features.get("balance").asDouble()).isEqualTo(1000 - 37.25 * i);
    }
  }
}
