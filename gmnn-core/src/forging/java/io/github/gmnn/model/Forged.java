package io.github.gmnn.model;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Files as somebody with bad intentions makes them: any content, but with checksums and digest that
 * are right, so that what lies behind these is reached. Written without the library's own writer.
 */
public final class Forged {
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private Forged() {}

  /** Starts from the entries of a file. */
  public static Forged from(byte[] file) {
    Forged forged = new Forged();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        forged.entries.put(entry.getName(), in.readAllBytes());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return forged;
  }

  /** A file with nothing but a manifest. */
  public static Forged manifest(String json) {
    return new Forged().with("manifest.json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** Sets the content of an entry. */
  public Forged with(String name, byte[] content) {
    entries.put(name, content);
    return this;
  }

  /** Leaves an entry out. */
  public Forged without(String name) {
    if (entries.remove(name) == null) {
      throw new AssertionError("no entry " + name + " in " + entries.keySet());
    }
    return this;
  }

  /** Replaces the first occurrence of a text in the manifest, which must be there. */
  public Forged replacing(String from, String to) {
    String json = json();
    int start = json.indexOf(from);
    if (start < 0) {
      throw new AssertionError(from + " is not in " + json);
    }
    String changed = json.substring(0, start) + to + json.substring(start + from.length());
    return with("manifest.json", changed.getBytes(StandardCharsets.UTF_8));
  }

  /** The manifest. */
  public String json() {
    return new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
  }

  /** The content of an entry. */
  public byte[] entry(String name) {
    return entries.get(name).clone();
  }

  /** The names of the entries. */
  public String[] names() {
    return entries.keySet().toArray(String[]::new);
  }

  /** The file, with its digest. */
  public byte[] bytes() {
    byte[] zip = zip("sha256:" + "0".repeat(64));
    int digested = zip.length - 71;
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(zip, 0, digested);
      byte[] hex = HexFormat.of().formatHex(sha256.digest()).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(hex, 0, zip, digested + 7, hex.length);
      return zip;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** The file without a digest. */
  public byte[] bytesWithoutDigest() {
    return zip(null);
  }

  private byte[] zip(String comment) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setComment(comment);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        byte[] content = entry.getValue();
        ZipEntry header = new ZipEntry(entry.getKey());
        header.setMethod(ZipEntry.STORED);
        header.setSize(content.length);
        CRC32 crc = new CRC32();
        crc.update(content);
        header.setCrc(crc.getValue());
        zip.putNextEntry(header);
        zip.write(content);
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  /** Little-endian floats, as an entry has them. */
  public static byte[] floats(float... values) {
    byte[] bytes = new byte[4 * values.length];
    for (int i = 0; i < values.length; i++) {
      int bits = Float.floatToRawIntBits(values[i]);
      for (int b = 0; b < 4; b++) {
        bytes[4 * i + b] = (byte) (bits >>> 8 * b);
      }
    }
    return bytes;
  }

  /** The same value over and over. */
  public static byte[] floats(int count, float value) {
    float[] values = new float[count];
    Arrays.fill(values, value);
    return floats(values);
  }
}
