package io.github.gmnn.lab.bench;

import io.github.gmnn.graph.Graph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Our side of {@link Turns}: loads a graph and then answers requests on standard input. {@code
 * NETWORK THREADS MILLISECONDS} is answered by the milliseconds of every training step that was
 * made in that time. The first request of a kind is preceded by enough steps for the compiler,
 * which a busy machine may keep waiting for long.
 */
final class StepServer {
  private static final int WARM_UP_STEPS = 2_500;
  private static final long MOST_WARM_UP_NANOS = 20_000_000_000L;

  private StepServer() {}

  public static void main(String[] arguments) throws IOException {
    Graph<?> graph = BenchmarkGraph.valueOf(arguments[0].toUpperCase(Locale.ROOT)).load();
    Map<String, Runnable> made = new HashMap<>();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] request = line.split(" ");
      String key = request[0] + " " + request[1];
      if (!made.containsKey(key)) {
        int threads = Integer.parseInt(request[1]);
        made.put(key, step(new TrainingStep(graph, threads, request[0]), request[0]));
        warmUp(made.get(key));
      }
      System.out.println(times(made.get(key), Long.parseLong(request[2])));
    }
  }

  private static Runnable step(TrainingStep step, String network) {
    return switch (network) {
      case "q" -> step::pretrain;
      case "qSoft" -> step::eStep;
      case "p" -> step::mStep;
      default -> {
        if (!TrainingStep.LAYERS.contains(network)) {
          throw new IllegalArgumentException("no network is called " + network);
        }
        yield step::eStep;
      }
    };
  }

  private static void warmUp(Runnable step) {
    long start = System.nanoTime();
    for (int i = 0; i < WARM_UP_STEPS && System.nanoTime() - start < MOST_WARM_UP_NANOS; i++) {
      step.run();
    }
  }

  private static String times(Runnable step, long millis) {
    StringJoiner times = new StringJoiner(" ");
    long end = System.nanoTime() + millis * 1_000_000;
    do {
      long start = System.nanoTime();
      step.run();
      times.add(String.format(Locale.ROOT, "%.4f", (System.nanoTime() - start) / 1e6));
    } while (System.nanoTime() < end);
    return times.toString();
  }
}
