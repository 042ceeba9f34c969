package io.github.gmnn.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** How much memory this process took at most. */
final class ProcessMemory {
  private ProcessMemory() {}

  static String describe() {
    long heap = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      heap += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return String.format(
        Locale.ROOT,
        "%d: heap at most %d of %d MB, resident at most %s",
        ProcessHandle.current().pid(),
        heap >> 20,
        Runtime.getRuntime().maxMemory() >> 20,
        resident());
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
