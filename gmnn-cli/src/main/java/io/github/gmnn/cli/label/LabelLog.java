package io.github.gmnn.cli.label;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.model.SafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The file of labels: a line of JSON for each thing that a person did, in the order of time. Lines
 * are only ever added, and a line is on the disk when {@link #append} returns. What a crash left of
 * a line at the end is cut off when the file is opened again; a last line that lacks nothing but
 * its end stays. One process at a time has the file.
 */
final class LabelLog implements Closeable {
  /**
   * A label given, or the last one taken back.
   *
   * @param node the node; empty where a label is taken back
   * @param label its label; empty where one is taken back
   */
  record Change(String node, String label) {
    private static final int LONGEST_LABEL = 200;
    static final Change UNDO = new Change("", "");

    /** A label that a person gives. */
    static Change of(String node, String label) {
      String name = label.strip();
      if (name.isEmpty()
          || name.length() > LONGEST_LABEL
          || name.codePoints().anyMatch(Change::isOdd)) {
        throw new IllegalArgumentException(
            "expected a label of 1 to "
                + LONGEST_LABEL
                + " characters, none of them a control, found "
                + Quote.of(label));
      }
      return new Change(node, name);
    }

    private static boolean isOdd(int character) {
      int type = Character.getType(character);
      return type == Character.CONTROL || type == Character.SURROGATE;
    }
  }

  /** More than the largest request makes, every character of it escaped. */
  private static final int LONGEST_LINE = 1 << 20;

  /** Some millions of labels. */
  private static final int LARGEST_FILE = 1 << 28;

  /** How lines begin that {@link #append} writes. */
  private static final List<String> BEGINNINGS = List.of("{\"node\":\"", "{\"undo\":true");

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
   * @throws IllegalArgumentException if it has a line that is no change, or is open elsewhere; the
   *     file is then as it was
   */
  static LabelLog open(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + ": expected a regular file of labels");
    }
    FileChannel channel = channel(file);
    try {
      LabelLog log = new LabelLog(file, channel);
      log.lock();
      log.read();
      SafeFile.forceFolderOf(file); // the file's name lasts from here on
      return log;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Opens what is there or makes it in place: moved there, it could replace the file that another
   * process has just made, and the labels of that one would go where nobody finds them.
   */
  private static FileChannel channel(Path file) throws IOException {
    try {
      return FileChannel.open(
          file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw SafeFile.cannotWrite(file, e);
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
    byte[] bytes = content();
    int start = 0;
    int number = 1;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String line = decode(ByteBuffer.wrap(bytes, start, i - start), number);
        if (!line.isBlank()) {
          changes.add(parse(line, number));
        }
        start = i + 1;
        number++;
      }
    }
    readLast(bytes, start, number);
  }

  /** Reads what follows the last end of a line: nothing, what a crash left, or an editor. */
  private void readLast(byte[] bytes, int start, int number) throws IOException {
    String rest = new String(bytes, start, bytes.length - start, StandardCharsets.ISO_8859_1);
    if (!isTorn(rest)) {
      throw damaged(number, "expected the beginning of a label", "something else");
    }
    if (rest.endsWith("}")) {
      try {
        changes.add(parse(decode(ByteBuffer.wrap(bytes, start, rest.length()), number), number));
        channel.position(bytes.length);
        write(ByteBuffer.wrap(new byte[] {'\n'})); // whole but for its end: a label not to lose
        return;
      } catch (IllegalArgumentException torn) {
        // within a text
      }
    }
    channel.truncate(start); // a line that a crash cut off was never answered for
    channel.position(start);
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  /** All bytes, by the channel: to open and close the file once more would end its lock. */
  private byte[] content() throws IOException {
    if (channel.size() > LARGEST_FILE) {
      throw new IllegalArgumentException(
          file + ": expected at most " + LARGEST_FILE + " bytes, found " + channel.size());
    }
    ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      continue;
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** Whether a crash may have left this of a line: what is no beginning of one is not ours. */
  private static boolean isTorn(String rest) {
    return rest.chars().allMatch(c -> c == 0) // the length was on the disk before the content
        || BEGINNINGS.stream().anyMatch(b -> rest.startsWith(b) || b.startsWith(rest));
  }

  private IllegalArgumentException damaged(int number, String expected, Object found) {
    return new IllegalArgumentException(
        file + ", line " + number + ": " + expected + ", found " + found);
  }

  private String decode(ByteBuffer line, int number) {
    if (line.remaining() > LONGEST_LINE) {
      throw damaged(number, "expected at most " + LONGEST_LINE + " bytes", line.remaining());
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(line).toString();
    } catch (CharacterCodingException e) {
      throw damaged(number, "expected UTF-8", "other bytes");
    }
  }

  private Change parse(String line, int number) {
    try {
      Map<String, String> fields = FlatJson.read(line);
      fields.remove("time"); // for people
      if (fields.equals(Map.of("undo", "true"))) {
        return Change.UNDO;
      }
      if (!fields.keySet().equals(Set.of("node", "label"))) {
        throw new IllegalArgumentException("expected a node and its label");
      }
      return Change.of(fields.get("node"), fields.get("label"));
    } catch (IllegalArgumentException e) {
      throw damaged(number, e.getMessage(), Quote.of(line));
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
      write(ByteBuffer.wrap(line));
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
