package io.github.gmnn.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where the time of a fit goes: samples of all running threads, told apart by package. */
final class Shares implements AutoCloseable {
  private enum Owner {
    KERNELS("kernels"),
    GLUE("loss, activation, update, EM loop"),
    DL4J("DL4J and ND4J"),
    REST("rest of the JVM");

    private final String text;

    Owner(String text) {
      this.text = text;
    }
  }

  private static final List<String> KERNELS =
      List.of("io.github.gmnn.kernel.", "io.github.gmnn.compute.", "io.github.gmnn.sparse.");

  private static final List<String> SAMPLES =
      List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  private final Recording recording = new Recording();

  Shares() {
    for (String event : SAMPLES) {
      recording.enable(event).withPeriod(Duration.ofMillis(10));
    }
  }

  void start() {
    recording.start();
  }

  /** Ends the recording and prints a figure per owner, in per cent. */
  void print(String name) throws IOException {
    recording.stop();
    Path file = Files.createTempFile("gmnn-lab", ".jfr");
    try {
      recording.dump(file);
      Map<Owner, Integer> counts = new EnumMap<>(Owner.class);
      int total = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (SAMPLES.contains(event.getEventType().getName()) && event.getStackTrace() != null) {
          Owner owner = owner(event.getStackTrace().getFrames());
          if (owner != null) {
            counts.merge(owner, 1, Integer::sum);
            total++;
          }
        }
      }
      for (Owner owner : Owner.values()) {
        double share = 100.0 * counts.getOrDefault(owner, 0) / Math.max(1, total);
        new Figure("Share of a fit's samples", name, owner.text, share, share, "%").print();
      }
    } finally {
      Files.delete(file);
    }
  }

  /** The first frame of someone we know decides; threads that only wait have none. */
  private static Owner owner(List<RecordedFrame> frames) {
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      if (KERNELS.stream().anyMatch(type::startsWith)) {
        return Owner.KERNELS;
      } else if (type.startsWith("io.github.gmnn.lab.bench")) {
        return Owner.REST;
      } else if (type.startsWith("io.github.gmnn")) {
        return Owner.GLUE;
      } else if (type.startsWith("org.deeplearning4j")
          || type.startsWith("org.nd4j")
          || type.startsWith("org.bytedeco")) {
        return Owner.DL4J;
      }
    }
    return null;
  }

  @Override
  public void close() {
    recording.close();
  }
}
