package io.github.gmnn.lab.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Measures several programs in turn, a short while each and several rounds, so that what else
 * happens on the machine happens to all of them. A program answers a line {@code NETWORK THREADS
 * MILLISECONDS} by the times of its steps. All of them are bound to as many processors as they may
 * use threads, where {@code taskset} is at hand.
 */
final class Turns implements AutoCloseable {
  private static final Path TASKSET = Path.of("/usr/bin/taskset");

  private final int threads;
  private final Map<String, Side> sides = new LinkedHashMap<>();

  private record Side(Process process, BufferedWriter requests, BufferedReader answers) {}

  Turns(int threads) {
    this.threads = threads;
  }

  /** Starts a program. */
  void add(String name, List<String> command) throws IOException {
    List<String> bound = new ArrayList<>();
    if (Files.isExecutable(TASKSET)) {
      bound.addAll(List.of(TASKSET.toString(), "-c", "0-" + (threads - 1)));
    }
    bound.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(bound).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("OMP_NUM_THREADS", String.valueOf(threads));
    Process process = builder.start();
    sides.put(
        name,
        new Side(
            process,
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)),
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))));
  }

  /** Returns the sorted times of a network's steps, in milliseconds, for each side in turn. */
  Map<String, double[]> measure(String network, int rounds, int millis) throws IOException {
    Map<String, double[]> times = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Side> side : sides.entrySet()) {
        double[] turn = ask(side.getValue(), network + " " + threads + " " + millis);
        times.merge(side.getKey(), turn, Turns::both);
      }
    }
    times.values().forEach(Arrays::sort);
    return times;
  }

  private static double[] both(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }

  private static double[] ask(Side side, String request) throws IOException {
    side.requests.write(request + "\n");
    side.requests.flush();
    String answer = side.answers.readLine();
    if (answer == null) {
      throw new IOException(
          "no answer to \"" + request + "\" from " + side.process.info().command().orElse("?"));
    }
    return Arrays.stream(answer.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  @Override
  public void close() throws IOException {
    for (Side side : sides.values()) {
      side.requests.close(); // the end of its requests ends the program
      side.answers.close();
    }
  }
}
