package io.github.gmnn.examples;

import com.sun.net.httpserver.HttpServer;
import io.github.gmnn.Gmnn;
import io.github.gmnn.LiveModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.GraphChange;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Serves a model over HTTP, on the loopback address: {@code GET /predict?node=7}, {@code GET
 * /guess?neighbors=1,2&words=3,5}, {@code POST /node?key=9001&neighbors=1,2&words=3,5}, {@code POST
 * /label?node=7&label=topic-0}. Takes a port, 8080 by default.
 */
public final class ServeModel {
  private ServeModel() {}

  public static void main(String[] args) throws IOException {
    var graph = CitationGraphGenerator.builder().build().generate().graph();
    var live = LiveModel.of(Gmnn.builder().build(), graph);
    live.onUpdate(update -> System.out.println(update.flipped().size() + " nodes flipped"));
    HttpServer server = start(live, args.length > 0 ? Integer.parseInt(args[0]) : 8080);
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Starts a server on a port, or on a free one for 0. */
  static HttpServer start(LiveModel<Integer> live, int port) throws IOException {
    HttpServer server = HttpAnswers.on(port);
    HttpAnswers.to("/predict", server, query -> live.predict(number(query, "node")));
    HttpAnswers.to("/guess", server, query -> live.predict(-1, arrival(-1, query)));
    HttpAnswers.to(
        "/node",
        server,
        query -> {
          int key = number(query, "key");
          live.submit(arrival(key, query));
          return live.predict(key);
        });
    HttpAnswers.to(
        "/label",
        server,
        query -> {
          int node = number(query, "node");
          live.submit(change -> change.label(node, query.getOrDefault("label", "")));
          return "being learned; the model is number " + live.current().revision();
        });
    server.start();
    return server;
  }

  /** A node with its words and its edges. */
  private static Consumer<GraphChange<Integer>> arrival(int key, Map<String, String> query) {
    int[] words = numbers(query.getOrDefault("words", ""));
    float[] counts = new float[words.length];
    Arrays.fill(counts, 1f);
    return change -> {
      change.addNode(key, words, counts);
      for (int neighbor : numbers(query.getOrDefault("neighbors", ""))) {
        change.addEdge(key, neighbor);
      }
    };
  }

  private static int[] numbers(String list) {
    var items = Arrays.stream(list.split(",")).filter(item -> !item.isBlank());
    return items.mapToInt(Integer::parseInt).toArray();
  }

  private static int number(Map<String, String> query, String name) {
    return Integer.parseInt(query.getOrDefault(name, ""));
  }
}
