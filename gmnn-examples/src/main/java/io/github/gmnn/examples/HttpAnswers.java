package io.github.gmnn.examples;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** What {@link ServeModel} needs of HTTP: answers as text to queries of names and values. */
final class HttpAnswers {
  private static final int THREADS = 8;

  private HttpAnswers() {}

  /** Makes a server on the loopback address. */
  static HttpServer on(int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(address, 0);
    server.setExecutor(
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            }));
    return server;
  }

  /** Answers requests to a path; what is no valid argument is a bad request. */
  static void to(String path, HttpServer server, Function<Map<String, String>, ?> answer) {
    server.createContext(
        path,
        exchange -> {
          int status = 200;
          String text;
          try {
            text = answer.apply(query(exchange.getRequestURI().getQuery())) + "\n";
          } catch (IllegalArgumentException e) {
            status = 400;
            text = e.getMessage() + "\n";
          }
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private static Map<String, String> query(String text) {
    Map<String, String> query = new HashMap<>();
    for (String pair : text == null ? new String[0] : text.split("&")) {
      query.put(pair.replaceFirst("=.*", ""), pair.replaceFirst("[^=]*=?", ""));
    }
    return query;
  }
}
