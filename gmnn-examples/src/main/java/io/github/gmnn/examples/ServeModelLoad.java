package io.github.gmnn.examples;

import com.sun.net.httpserver.HttpServer;
import io.github.gmnn.Gmnn;
import io.github.gmnn.LiveModel;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Locale;

/**
 * Sends {@link ServeModel} requests of all kinds, one after another, and prints how long they took:
 * four of ten are known nodes, four new ones to guess, one is a node to keep, one a label. Takes
 * how many; 2,000 by default.
 */
public final class ServeModelLoad {
  private ServeModelLoad() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int requests = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
    Graph<Integer> graph = CitationGraphGenerator.builder().build().generate().graph();
    try (LiveModel<Integer> live = LiveModel.of(Gmnn.builder().build(), graph)) {
      HttpServer server = ServeModel.start(live, 0);
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      long[] nanos = load(address, graph, requests);
      server.stop(0);
      Arrays.sort(nanos);
      System.out.printf(
          Locale.ROOT,
          "p50 %.2f ms, p99 %.2f ms, model %d%n",
          nanos[requests / 2] / 1e6,
          nanos[requests * 99 / 100] / 1e6,
          live.current().revision());
    }
  }

  static long[] load(String address, Graph<Integer> graph, int requests)
      throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    long[] nanos = new long[requests];
    for (int i = 0; i < requests; i++) {
      int known = i * 37 % graph.nodeCount();
      String around = "neighbors=" + known + "&words=" + i % 50 + "," + (50 + i % 50);
      String request =
          switch (i % 10) {
            case 8 -> "/node?key=" + (graph.nodeCount() + i) + "&" + around;
            case 9 -> "/label?node=" + known + "&label=" + graph.classes().get(i % 2);
            default -> i % 2 == 0 ? "/predict?node=" + known : "/guess?" + around;
          };
      HttpRequest sent = HttpRequest.newBuilder(URI.create(address + request)).build();
      long start = System.nanoTime();
      var response = client.send(sent, BodyHandlers.ofString());
      nanos[i] = System.nanoTime() - start;
      if (response.statusCode() != 200) {
        throw new IllegalStateException(request + ": " + response.body());
      }
    }
    return nanos;
  }
}
