package io.github.gmnn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code gmnn label} at random moments, as a power cut would: {@code -Dgmnn.kills=50} for as
 * many.
 */
class LabelKillTest {
  private static final int KILLS = Integer.getInteger("gmnn.kills", 2);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path folder;

  private Process start() throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.gmnn.cli.Main",
                "label",
                "--data",
                folder.resolve("small").toString(),
                "--labels",
                folder.resolve("labels.jsonl").toString(),
                "--token",
                "t",
                "--no-open"))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static HttpResponse<String> ask(URI address, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path))
            .timeout(Duration.ofMinutes(2))
            .header("X-Token", "t");
    if (body != null) {
      request.POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void noAcknowledgedLabelIsLost() throws Exception {
    Path data = SmallData.write(folder.resolve("small"));
    for (String file : List.of("label.txt", "train.txt", "dev.txt", "test.txt")) {
      Files.delete(data.resolve(file));
    }
    Random random = new Random(1);
    Map<String, String> acknowledged = new LinkedHashMap<>();
    int given = 0;
    for (int kill = 0; kill <= KILLS; kill++) {
      Process process = start();
      try {
        URI address = URI.create(process.inputReader().readLine());
        String kept = ask(address, "/api/labels.csv", null).body();
        for (Map.Entry<String, String> label : acknowledged.entrySet()) {
          assertThat(kept).contains("\n" + label.getKey() + "," + label.getValue() + "\n");
        }
        AtomicBoolean killed = new AtomicBoolean();
        long wait = 20 + random.nextInt(400);
        Thread killer =
            new Thread(
                () -> {
                  sleep(wait);
                  killed.set(true);
                  process.destroyForcibly(); // SIGKILL
                });
        while (!killed.get()) {
          String node = "" + random.nextInt(200);
          String label = "c" + given++;
          acknowledged.remove(node); // either label may be there if this one is not answered
          try {
            String body = "{\"node\":\"" + node + "\",\"label\":\"" + label + "\"}";
            if (ask(address, "/api/label", body).statusCode() == 200) {
              acknowledged.put(node, label);
              if (killer.getState() == Thread.State.NEW) {
                killer.start(); // some time after the first answer
              }
            }
          } catch (IOException e) {
            break; // killed while it answered
          }
        }
        killer.join();
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    assertThat(acknowledged).isNotEmpty();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
