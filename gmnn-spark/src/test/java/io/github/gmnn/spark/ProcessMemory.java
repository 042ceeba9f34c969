package io.github.gmnn.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** How much memory this process took at most. */
final class ProcessMemory {
  private ProcessMemory() {}

  static String describe() {
    return String.format(
        Locale.ROOT,
        "%d: resident at most %s, heap of at most %d MB",
        ProcessHandle.current().pid(),
        resident(),
        Runtime.getRuntime().maxMemory() >> 20);
  }

  private static String resident() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .findFirst()
          .map(line -> line.replaceAll("\\D", ""))
          .map(kilobytes -> Long.parseLong(kilobytes) / 1024 + " MB")
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
