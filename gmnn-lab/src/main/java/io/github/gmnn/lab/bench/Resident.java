package io.github.gmnn.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process as Linux counts it; NaN elsewhere. */
final class Resident {
  private Resident() {}

  static double nowMegabytes() {
    return megabytes("VmRSS:");
  }

  static double peakMegabytes() {
    return megabytes("VmHWM:");
  }

  private static double megabytes(String field) {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return Double.NaN;
    }
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith(field)) {
          return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Double.NaN;
  }
}
