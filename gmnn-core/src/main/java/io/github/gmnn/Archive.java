package io.github.gmnn;

import io.github.gmnn.io.ModelFormatException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.nd4j.shade.jackson.core.JsonProcessingException;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * The container of our files: a zip whose first entry is {@code manifest.json} and whose others are
 * raw little-endian arrays. docs/model-file.md describes it.
 *
 * <p>Entries are stored, not compressed, so that what is allocated in reading is bounded by the
 * bytes that the file really has; each is covered by the zip's checksum. Nothing in a file is ever
 * run or written elsewhere.
 */
final class Archive {
  private static final String MANIFEST = "manifest.json";
  private static final int MAX_MANIFEST_BYTES = 64 << 20;
  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_NESTING = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode manifest;
  private final Map<String, byte[]> entries;

  private Archive(JsonNode manifest, Map<String, byte[]> entries) {
    this.manifest = manifest;
    this.entries = entries;
  }

  /** Collects what is to be written. */
  static final class Writer {
    private final ObjectNode manifest = JSON.createObjectNode();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    Writer(String format, int version) {
      manifest.put("format", format);
      manifest.put("version", version);
    }

    ObjectNode manifest() {
      return manifest;
    }

    void put(String name, float[] values) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(4, values.length));
      bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
      entries.put(name, bytes.array());
    }

    void put(String name, byte[] bytes) {
      entries.put(name, bytes);
    }

    /** Writes beside the path and moves into place, so that a reader never sees half a file. */
    void write(Path path) throws IOException {
      Path target = path.toAbsolutePath();
      Path folder = target.getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw new IOException("cannot write " + path + ": the folder does not exist");
      }
      // not a temporary file of the JDK's, which nobody but its owner could read
      Path beside = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
      try {
        try (OutputStream out = Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW)) {
          write(out);
        }
        move(beside, target);
      } finally {
        Files.deleteIfExists(beside);
      }
    }

    private static void move(Path from, Path to) throws IOException {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }

    /** Writes to a stream, which is left open. */
    void write(OutputStream out) throws IOException {
      ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out, 1 << 16));
      store(zip, MANIFEST, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        store(zip, entry.getKey(), entry.getValue());
      }
      zip.finish();
      zip.flush();
    }

    private static void store(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
      ZipEntry entry = new ZipEntry(name);
      entry.setMethod(ZipEntry.STORED);
      entry.setTime(0); // equal models give equal files
      entry.setSize(bytes.length);
      CRC32 crc = new CRC32();
      crc.update(bytes);
      entry.setCrc(crc.getValue());
      zip.putNextEntry(entry);
      zip.write(bytes);
      zip.closeEntry();
    }
  }

  static Archive read(Path path, String format, int version) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return read(in, format, version);
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  /** Reads a whole archive of the given format, of this or an earlier version. */
  static Archive read(InputStream in, String format, int version) throws IOException {
    ZipInputStream zip = new ZipInputStream(new BufferedInputStream(in, 1 << 16));
    try {
      ZipEntry first = zip.getNextEntry();
      if (first == null || !first.getName().equals(MANIFEST)) {
        throw new ModelFormatException(
            "expected a zip that begins with "
                + MANIFEST
                + ", found "
                + (first == null ? "no zip entry" : "another entry first"));
      }
      JsonNode manifest = parse(content(zip, first, MAX_MANIFEST_BYTES));
      checkFormat(manifest, format, version);
      Map<String, byte[]> entries = new LinkedHashMap<>();
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entries.size() == MAX_ENTRIES || entries.containsKey(entry.getName())) {
          throw new ModelFormatException("too many entries, or one that stands twice");
        }
        entries.put(entry.getName(), content(zip, entry, Integer.MAX_VALUE - 8));
      }
      return new Archive(manifest, entries);
    } catch (ZipException | EOFException e) {
      throw new ModelFormatException("the file is damaged or cut off: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) { // a malformed name in the zip's directory
      throw new ModelFormatException("the file is damaged: " + e.getMessage(), e);
    }
  }

  private static byte[] content(ZipInputStream zip, ZipEntry entry, int limit) throws IOException {
    if (entry.getMethod() != ZipEntry.STORED || entry.getSize() < 0 || entry.getSize() > limit) {
      throw new ModelFormatException(
          "expected stored entries of at most "
              + limit
              + " bytes, found one of "
              + entry.getSize()
              + " bytes, method "
              + entry.getMethod());
    }
    int size = (int) entry.getSize();
    byte[] bytes = zip.readNBytes(size); // grows with what is really there
    if (bytes.length < size || zip.read() != -1) {
      throw new ModelFormatException(
          "an entry should have " + size + " bytes, the file ends after " + bytes.length);
    }
    return bytes;
  }

  /** Parses JSON whose nesting is checked first: the parser recurses. */
  private static JsonNode parse(byte[] bytes) throws ModelFormatException {
    int depth = 0;
    boolean inString = false;
    for (int i = 0; i < bytes.length; i++) {
      switch (bytes[i]) {
        case '\\' -> i += inString ? 1 : 0;
        case '"' -> inString = !inString;
        case '{', '[' -> depth += inString ? 0 : 1;
        case '}', ']' -> depth -= inString ? 0 : 1;
        default -> {}
      }
      if (depth > MAX_NESTING) {
        throw new ModelFormatException("the manifest is nested deeper than " + MAX_NESTING);
      }
    }
    try {
      JsonNode node = JSON.readTree(bytes);
      if (node == null || !node.isObject()) {
        throw new ModelFormatException("the manifest is no JSON object");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new ModelFormatException("the manifest is no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new ModelFormatException("the manifest cannot be read: " + e.getMessage(), e);
    }
  }

  private static void checkFormat(JsonNode manifest, String format, int version)
      throws ModelFormatException {
    String found = manifest.path("format").asText("none");
    if (!found.equals(format)) {
      throw new ModelFormatException("expected the format " + format + ", found " + found);
    }
    int foundVersion = manifest.path("version").asInt(0);
    if (foundVersion > version) {
      throw new ModelFormatException(
          "the file has version "
              + foundVersion
              + " of the format, this library reads up to "
              + version
              + ": use a newer release of gmnn-core");
    }
    if (foundVersion < 1) {
      throw new ModelFormatException("the manifest names no version of the format");
    }
  }

  JsonNode manifest() {
    return manifest;
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  byte[] bytes(String name) throws ModelFormatException {
    byte[] bytes = entries.get(name);
    if (bytes == null) {
      throw new ModelFormatException("the entry " + name + " is missing");
    }
    return bytes;
  }

  float[] floats(String name) throws ModelFormatException {
    byte[] bytes = bytes(name);
    if (bytes.length % 4 != 0) {
      throw new ModelFormatException(
          "the entry " + name + " has " + bytes.length + " bytes, which is no multiple of 4");
    }
    float[] values = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  float[] floats(String name, long expected) throws ModelFormatException {
    float[] values = floats(name);
    if (values.length != expected) {
      throw new ModelFormatException(
          "the entry " + name + " has " + values.length + " values, expected " + expected);
    }
    return values;
  }
}
