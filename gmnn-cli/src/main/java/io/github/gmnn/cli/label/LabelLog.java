package io.github.gmnn.cli.label;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.model.SafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of labels: a line of JSON for each thing that a person did, in the order of time. Lines
 * are only ever added, and a line is on the disk when {@link #append} returns. What a crash left of
 * a line at the end is cut off when the file is opened again. One process at a time has it.
 */
final class LabelLog implements Closeable {
  /**
   * A label given, or the last one taken back.
   *
   * @param node the node; empty where a label is taken back
   * @param label its label; empty where one is taken back
   */
  record Change(String node, String label) {
    static final Change UNDO = new Change("", "");
  }

  private final Path file;
  private final FileChannel channel;
  private final List<Change> changes = new ArrayList<>();

  private LabelLog(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file, and makes it where there is none.
   *
   * @throws IllegalArgumentException if it has a line that is no change, or is open elsewhere
   */
  static LabelLog open(Path file) throws IOException {
    if (!Files.exists(file)) {
      SafeFile.write(file, out -> {}); // the file's name lasts from here on
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      LabelLog log = new LabelLog(file, channel);
      log.lock();
      log.read();
      return log;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void lock() throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null; // by this process
    }
    if (lock == null) {
      throw new IllegalArgumentException(
          file + ": another gmnn label writes this file: end it, or name another with --labels");
    }
  }

  private void read() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int start = 0;
    int number = 1;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
        if (!line.isBlank()) {
          changes.add(parse(line, number));
        }
        start = i + 1;
        number++;
      }
    }
    channel.truncate(start); // a line that a crash cut off was never answered for
    channel.position(start);
  }

  private Change parse(String line, int number) {
    try {
      Map<String, String> fields = FlatJson.read(line);
      if (fields.containsKey("undo")) {
        return Change.UNDO;
      }
      String node = fields.get("node");
      String label = fields.get("label");
      if (node == null || label == null || label.isBlank()) {
        throw new IllegalArgumentException("expected a node and its label");
      }
      return new Change(node, label);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + ", line " + number + ": " + e.getMessage() + ", found " + Quote.of(line), e);
    }
  }

  /** All changes so far. */
  List<Change> changes() {
    return List.copyOf(changes);
  }

  /** Adds a change; it is on the disk when this returns, and not in the file when it throws. */
  void append(Change change) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (change.equals(Change.UNDO)) {
      fields.put("undo", true);
    } else {
      fields.put("node", change.node());
      fields.put("label", change.label());
    }
    fields.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    byte[] line = (FlatJson.write(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    long before = channel.position();
    try {
      ByteBuffer rest = ByteBuffer.wrap(line);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(false);
    } catch (IOException e) {
      channel.truncate(before);
      channel.position(before);
      throw e;
    }
    changes.add(change);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
