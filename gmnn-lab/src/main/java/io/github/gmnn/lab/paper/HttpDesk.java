package io.github.gmnn.lab.paper;

import com.sun.management.OperatingSystemMXBean;
import io.github.gmnn.advice.AdviceStrategy;
import io.github.gmnn.cli.label.Labeling;
import io.github.gmnn.graph.Dataset;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;

/**
 * Labels are asked for and learned by the server of {@code gmnn label}, as a page or any other
 * program would have it: over HTTP, and with a wait for the revision that has learned a label. The
 * person skips nodes that it does not know.
 */
final class HttpDesk implements LabelingDesk {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "simulated";

  /** Within which the server answers a request, or has learned a label; else it never will. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path labels;
  private final Labeling labeling;
  private final URI address;
  private final Set<String> never;
  private final Thread listening;
  private final List<Double> toRevision = new ArrayList<>();
  private final List<Double> toMap = new ArrayList<>();
  private final List<Double> cpuToMap = new ArrayList<>();
  private final double firstCardMillis;
  private double load;

  // Under the lock of this object:
  private int revision;
  private boolean closed;

  HttpDesk(Dataset<String> data, AdviceStrategy strategy, Set<String> never) throws IOException {
    this.never = never;
    this.labels = Files.createTempFile("gmnn-labeling", ".jsonl");
    long start = System.nanoTime();
    Dataset<String> unlabelled =
        new Dataset<>(data.name(), data.graph().withLabels(Map.of(), List.of()), Map.of());
    this.labeling =
        Labeling.start(new Labeling.Plan(unlabelled, labels, strategy, 0, TOKEN, Map.of()));
    labeling.warmUp(); // as the command does
    this.address = URI.create(labeling.address());
    this.listening = new Thread(this::listen, "gmnn-labeling-events");
    listening.setDaemon(true);
    listening.start();
    json("/api/next?count=1");
    this.firstCardMillis = millisSince(start);
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  /** Of all threads, the person's and those that work in the background too. */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).header("X-Token", TOKEN);
  }

  private String send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.send(request.timeout(LONGEST_WAIT).build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(response.statusCode() + ": " + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private JsonNode json(String path) {
    return parse(send(request(path)));
  }

  private JsonNode post(String path, Map<String, String> body) {
    return parse(send(request(path).POST(HttpRequest.BodyPublishers.ofString(text(body)))));
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Follows the server's events, which have the state at each revision. */
  private void listen() {
    try (BufferedReader events =
        new BufferedReader(
            new InputStreamReader(
                client
                    .send(request("/api/events").build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body(),
                StandardCharsets.UTF_8))) {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        if (line.startsWith("data: ")) {
          int now = parse(line.substring("data: ".length())).get("revision").asInt();
          synchronized (this) {
            revision = Math.max(revision, now);
            notifyAll();
          }
        }
      }
    } catch (IOException e) {
      end(); // the server has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end() {
    closed = true;
    notifyAll();
  }

  private synchronized void awaitRevisionAfter(int before) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (revision <= before && !closed) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IllegalStateException(
            "no revision after " + before + " within " + LONGEST_WAIT.toMinutes() + " minutes");
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  @Override
  public String next() {
    while (true) {
      JsonNode cards = json("/api/next?count=1");
      if (cards.isEmpty()) {
        return null;
      }
      String node = cards.get(0).get("node").asText();
      if (!never.contains(node)) {
        return node;
      }
      post("/api/skip", Map.of("node", node));
    }
  }

  @Override
  public void label(String node, String label) {
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    int before = post("/api/label", Map.of("node", node, "label", label)).get("revision").asInt();
    awaitRevisionAfter(before);
    toRevision.add(millisSince(start));
    json("/api/view");
    send(request("/api/colors"));
    toMap.add(millisSince(start));
    cpuToMap.add((cpuNanos() - cpuStart) / 1e6);
    load = Math.max(load, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  @Override
  public Map<String, String> predictions(Set<String> nodes) {
    Map<String, String> predicted = new LinkedHashMap<>();
    String[] lines = send(request("/api/predictions.csv")).split("\n");
    for (String line : lines) {
      String[] cells = line.split(",", 3);
      if (nodes.contains(cells[0])) {
        predicted.put(cells[0], cells[1]);
      }
    }
    return predicted;
  }

  @Override
  public Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("firstCardMillis", firstCardMillis);
    addQuantiles(figures, "revision", toRevision);
    addQuantiles(figures, "map", toMap);
    addQuantiles(figures, "mapCpu", cpuToMap);
    figures.put("loadAverage", load);
    return figures;
  }

  private static void addQuantiles(Map<String, Double> figures, String name, List<Double> all) {
    double[] sorted = all.stream().mapToDouble(millis -> millis).sorted().toArray();
    figures.put(name + "P50Millis", sorted[sorted.length / 2]);
    figures.put(name + "P99Millis", sorted[Math.min(sorted.length - 1, sorted.length * 99 / 100)]);
  }

  @Override
  public void close() {
    try {
      labeling.close();
      listening.join(1_000);
      Files.deleteIfExists(labels);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
