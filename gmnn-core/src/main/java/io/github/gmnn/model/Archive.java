package io.github.gmnn.model;

import io.github.gmnn.io.ModelFormatException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/**
 * The container of our files: a zip whose first entry is {@code manifest.json}, whose others are
 * raw little-endian arrays, and whose comment, the last bytes of the file, is the digest of every
 * byte before it. docs/model-file.md describes it.
 *
 * <p>Entries are stored, not compressed, so that what is allocated in reading is bounded by the
 * bytes that the file really has. Nothing in a file is ever run or written elsewhere.
 */
final class Archive {
  /** The version that is written. */
  static final int VERSION = 1;

  private static final String MANIFEST = "manifest.json";
  private static final int MAX_ENTRIES = 10_000;
  private static final String PARAMETERS = "Parameters";

  /** The fields of manifests, beside the numbers of arrays. A new one is a new version. */
  private static final Set<String> FIELDS =
      Set.of(
          "format",
          "version",
          "provenance",
          "classes",
          "nodes",
          "embeddingSize",
          "features",
          "predictor",
          "attributesInLearning",
          "temperature",
          "held",
          "thresholds",
          "inference",
          "learning",
          "warnings",
          "history",
          "kind",
          "settings",
          "fingerprint",
          "texts",
          "numbers",
          "states",
          "arrays");

  private static boolean isKnown(String field) {
    return FIELDS.contains(field) || field.endsWith(PARAMETERS);
  }

  /** Equal content gives equal files, whatever the time, and the time zone, of writing. */
  private static final LocalDateTime NO_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final String format;
  private final int version;
  private final Fields manifest;
  private final Map<String, byte[]> entries;

  private Archive(String format, int version, Fields manifest, Map<String, byte[]> entries) {
    this.format = format;
    this.version = version;
    this.manifest = manifest;
    this.entries = entries;
  }

  /** Collects what is to be written. */
  static final class Writer {
    private final ObjectNode manifest = Json.object();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    Writer(String format) {
      manifest.put("format", format);
      manifest.put("version", VERSION);
    }

    ObjectNode manifest() {
      return manifest;
    }

    void put(String name, float[] values) {
      if (values.length > Integer.MAX_VALUE / 4 - 2) {
        throw new IllegalArgumentException(
            name + " has " + values.length + " values, more than a file can hold in one array");
      }
      ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
      bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
      put(name, bytes.array());
    }

    void put(String name, byte[] bytes) {
      entries.put(name, bytes);
    }

    /** Puts arrays as {@code q/0.f32}, {@code q/1.f32}, ...; their number into the manifest. */
    void putArrays(String name, float @Nullable [][] arrays) {
      manifest.put(name + PARAMETERS, arrays == null ? -1 : arrays.length);
      for (int i = 0; arrays != null && i < arrays.length; i++) {
        put(name + "/" + i + ".f32", arrays[i]);
      }
    }

    /** Writes a file, whole or not at all. */
    void write(Path path) throws IOException {
      byte[] json = json(); // what cannot be saved is noticed before anything is written
      SafeFile.write(path, out -> write(json, out));
    }

    /** Writes to a stream, which is left open. */
    void write(OutputStream out) throws IOException {
      write(json(), out);
    }

    private byte[] json() {
      if (entries.size() > MAX_ENTRIES) {
        throw new IllegalArgumentException(
            "the networks have " + entries.size() + " arrays, a file holds " + MAX_ENTRIES);
      }
      return Json.write(manifest, Archive::isKnown);
    }

    private void write(byte[] json, OutputStream out) throws IOException {
      DigestTrailer.Output digesting = new DigestTrailer.Output(out);
      ZipOutputStream zip = new ZipOutputStream(digesting);
      zip.setComment(DigestTrailer.PLACEHOLDER);
      store(zip, MANIFEST, json);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        store(zip, entry.getKey(), entry.getValue());
      }
      zip.finish();
      digesting.finish();
    }

    private static void store(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
      ZipEntry entry = new ZipEntry(name);
      entry.setMethod(ZipEntry.STORED);
      entry.setTimeLocal(NO_TIME);
      entry.setSize(bytes.length);
      CRC32 crc = new CRC32();
      crc.update(bytes);
      entry.setCrc(crc.getValue());
      zip.putNextEntry(entry);
      zip.write(bytes);
      zip.closeEntry();
    }
  }

  static Archive read(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // opening a pipe would wait for a writer for ever
      throw new ModelFormatException(path + ": expected a regular file; read others as streams");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return read(in);
    } catch (ModelFormatException e) {
      throw new ModelFormatException(path + ": " + e.getMessage(), e);
    }
  }

  /** Reads a stream to its end and checks it as a whole; the content's meaning is not looked at. */
  static Archive read(InputStream in) throws IOException {
    DigestTrailer.Input digesting = new DigestTrailer.Input(new BufferedInputStream(in, 1 << 16));
    ZipInputStream zip = new ZipInputStream(digesting);
    Map<String, byte[]> entries = new LinkedHashMap<>();
    byte[] manifest;
    try {
      ZipEntry first = zip.getNextEntry();
      if (first == null || !first.getName().equals(MANIFEST)) {
        throw new ModelFormatException(
            "expected a zip that begins with "
                + MANIFEST
                + ", found "
                + (first == null ? "no zip entry" : "another entry first"));
      }
      manifest = content(zip, first, Json.MAX_BYTES);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entries.size() == MAX_ENTRIES || entries.containsKey(entry.getName())) {
          throw new ModelFormatException("too many entries, or two of one name");
        }
        entries.put(entry.getName(), content(zip, entry, Integer.MAX_VALUE - 8));
      }
    } catch (ZipException | EOFException e) {
      throw new ModelFormatException("the file is damaged or cut off: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) { // a malformed name in the zip's directory
      throw new ModelFormatException("the file is damaged: " + e.getMessage(), e);
    }
    boolean whole = digesting.checkRest();
    Fields fields = new Fields(Json.parse(manifest, Archive::isKnown));
    Archive archive = new Archive(fields.text("format"), version(fields), fields, entries);
    if (!whole) { // said after the version: a later one may end otherwise
      throw new ModelFormatException("the file is damaged or cut off: its digest is missing");
    }
    return archive;
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

  private static int version(Fields manifest) throws ModelFormatException {
    long version = manifest.integer64("version");
    if (version > VERSION) {
      throw new ModelFormatException(
          "the file has version "
              + version
              + " of the format, this library reads up to "
              + VERSION
              + ": use a newer release of gmnn-core");
    }
    if (version < 1) {
      throw new ModelFormatException("expected version 1 or more of the format, found " + version);
    }
    return (int) version;
  }

  /** Refuses a file of another format. */
  Archive require(String expected) throws ModelFormatException {
    if (!format.equals(expected)) {
      throw new ModelFormatException(
          "expected the format " + expected + ", found " + Shown.of(format));
    }
    return this;
  }

  String format() {
    return format;
  }

  int version() {
    return version;
  }

  Fields manifest() {
    return manifest;
  }

  /** Takes an entry out, so that its bytes are not held beside what is made of them. */
  byte[] take(String name) throws ModelFormatException {
    byte[] bytes = entries.remove(name);
    if (bytes == null) {
      throw new ModelFormatException("the entry " + name + " is missing");
    }
    return bytes;
  }

  /** Takes out an entry of floats, all of which must be finite. */
  float[] takeFloats(String name) throws ModelFormatException {
    byte[] bytes = take(name);
    if (bytes.length % 4 != 0) {
      throw new ModelFormatException(
          "the entry " + name + " has " + bytes.length + " bytes, which is no multiple of 4");
    }
    float[] values = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new ModelFormatException("the entry " + name + " has the value " + value);
      }
    }
    return values;
  }

  float[] takeFloats(String name, long expected) throws ModelFormatException {
    float[] values = takeFloats(name);
    if (values.length != expected) {
      throw new ModelFormatException(
          "the entry " + name + " has " + values.length + " values, expected " + expected);
    }
    return values;
  }

  /** Takes out what {@link Writer#putArrays} put, possibly null. */
  float @Nullable [][] takeArrays(String name) throws ModelFormatException {
    int count = manifest.integer(name + PARAMETERS, -1);
    if (count < 0) {
      return null;
    }
    List<float[]> arrays = new ArrayList<>(); // as many as there are, whatever the manifest says
    for (int i = 0; i < count; i++) {
      arrays.add(takeFloats(name + "/" + i + ".f32"));
    }
    return arrays.toArray(float[][]::new);
  }

  /** Refuses a file with entries that nobody took: it is not what it says it is. */
  void requireAllTaken() throws ModelFormatException {
    if (!entries.isEmpty()) {
      throw new ModelFormatException(
          "the entry "
              + Shown.of(entries.keySet().iterator().next())
              + " is not one that this file should have");
    }
  }
}
