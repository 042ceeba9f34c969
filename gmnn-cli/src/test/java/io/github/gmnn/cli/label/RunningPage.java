package io.github.gmnn.cli.label;

import io.github.gmnn.advice.AdviceStrategies;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/** A page that is being served, and a client that asks it without a browser. */
final class RunningPage implements AutoCloseable {
  static final String TOKEN = "secret-1";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Labeling labeling;

  private RunningPage(Labeling labeling) {
    this.labeling = labeling;
  }

  static RunningPage start(Dataset<String> data, Path labels, Map<String, String> truth)
      throws IOException {
    return start(new Labeling.Plan(data, labels, AdviceStrategies.hybrid(), 0, TOKEN, truth));
  }

  static RunningPage start(Labeling.Plan plan) throws IOException {
    return new RunningPage(Labeling.start(plan));
  }

  String address() {
    return labeling.address();
  }

  URI uri(String path) {
    return URI.create(address()).resolve(path);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(uri(path)).header("X-Token", TOKEN));
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("X-Token", TOKEN)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  JsonNode json(String path) throws Exception {
    return parse(get(path));
  }

  static JsonNode parse(HttpResponse<String> response) throws IOException {
    return JSON.readTree(response.body());
  }

  JsonNode label(String node, String label) throws Exception {
    String body = JSON.writeValueAsString(Map.of("node", node, "label", label));
    HttpResponse<String> response = post("/api/label", body);
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
    return parse(response);
  }

  /** Waits until the newest labels are learned and there is a map. */
  JsonNode awaitLearned() throws Exception {
    while (true) {
      JsonNode view = json("/api/view");
      if (!view.get("learning").asBoolean() && view.get("map").asBoolean()) {
        return view;
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() throws IOException {
    labeling.close();
  }
}
