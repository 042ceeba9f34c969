package io.github.gmnn.model;

import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes node keys as tagged values: strings, integers, longs, UUIDs, keys of other types by their
 * {@link KeyFormat}, and links between these.
 */
final class KeyCodec {
  private static final byte STRING = 1;
  private static final byte INTEGER = 2;
  private static final byte LONG = 3;
  private static final byte IDENTIFIER = 4;
  private static final byte LINK = 5;
  private static final byte OTHER = 6;

  /**
   * Links of links of links: deeper line graphs are no use, but a file could overflow the stack.
   */
  private static final int MAX_DEPTH = 8;

  private KeyCodec() {}

  static byte[] encode(List<?> keys, List<KeyFormat<?>> formats) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Object key : keys) {
        encode(key, formats, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a byte array does not fail
    }
    return bytes.toByteArray();
  }

  private static void encode(Object key, List<KeyFormat<?>> formats, DataOutputStream out)
      throws IOException {
    if (key instanceof String text) {
      out.writeByte(STRING);
      write(text, out);
    } else if (key instanceof Integer number) {
      out.writeByte(INTEGER);
      out.writeInt(Integer.reverseBytes(number));
    } else if (key instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(Long.reverseBytes(number));
    } else if (key instanceof UUID identifier) {
      out.writeByte(IDENTIFIER);
      out.writeLong(Long.reverseBytes(identifier.getMostSignificantBits()));
      out.writeLong(Long.reverseBytes(identifier.getLeastSignificantBits()));
    } else if (key instanceof LinkKey<?> link) {
      out.writeByte(LINK);
      encode(link.source(), formats, out);
      encode(link.target(), formats, out);
      out.writeInt(Integer.reverseBytes(link.occurrence()));
    } else {
      KeyFormat<?> format = format(key.getClass().getName(), formats);
      if (format == null) {
        throw new IllegalArgumentException(
            "the key "
                + key
                + " of type "
                + key.getClass().getName()
                + " cannot be saved: use keys of type String, Integer, Long, UUID, or LinkKey of"
                + " these, or name a KeyFormat of the type with the builder's keyFormats");
      }
      out.writeByte(OTHER);
      write(key.getClass().getName(), out);
      write(format.text(key), out);
    }
  }

  private static @Nullable KeyFormat<?> format(String type, List<KeyFormat<?>> formats) {
    for (KeyFormat<?> format : formats) {
      if (format.type().getName().equals(type)) {
        return format;
      }
    }
    return null;
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] utf8 = Json.encode(text);
    out.writeInt(Integer.reverseBytes(utf8.length));
    out.write(utf8);
  }

  static NodeIndex<Object> decode(byte[] bytes, int count, List<KeyFormat<?>> formats)
      throws ModelFormatException {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<Object> keys = new ArrayList<>();
    try {
      while (in.hasRemaining()) {
        keys.add(decode(in, formats, 0));
      }
      if (keys.size() != count) {
        throw new ModelFormatException("expected " + count + " keys, found " + keys.size());
      }
      return NodeIndex.of(keys);
    } catch (BufferUnderflowException e) {
      throw new ModelFormatException("the keys are cut off after " + keys.size(), e);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the keys are damaged: " + e.getMessage(), e);
    }
  }

  private static Object decode(ByteBuffer in, List<KeyFormat<?>> formats, int depth)
      throws ModelFormatException {
    byte tag = in.get();
    switch (tag) {
      case STRING -> {
        return text(in);
      }
      case INTEGER -> {
        return in.getInt();
      }
      case LONG -> {
        return in.getLong();
      }
      case IDENTIFIER -> {
        return new UUID(in.getLong(), in.getLong());
      }
      case LINK -> {
        if (depth == MAX_DEPTH) {
          throw new ModelFormatException("links of links are nested deeper than " + MAX_DEPTH);
        }
        return new LinkKey<>(
            decode(in, formats, depth + 1), decode(in, formats, depth + 1), in.getInt());
      }
      case OTHER -> {
        String type = text(in);
        KeyFormat<?> format = format(type, formats);
        if (format == null) {
          throw new ModelFormatException(
              "the keys are of type " + Quote.printable(type) + ": give load a KeyFormat of it");
        }
        return read(format, text(in));
      }
      default -> throw new ModelFormatException("unknown type of key: " + tag);
    }
  }

  private static Object read(KeyFormat<?> format, String text) throws ModelFormatException {
    try {
      Object key = format.read().apply(text);
      if (key != null) {
        return key;
      }
    } catch (RuntimeException e) { // code of the application on text of a file
      throw new ModelFormatException(
          "the KeyFormat of "
              + format.type().getName()
              + " cannot read a key: "
              + Quote.printable(e.toString()),
          e);
    }
    throw new ModelFormatException(
        "the KeyFormat of " + format.type().getName() + " reads a key as null");
  }

  private static String text(ByteBuffer in) throws ModelFormatException {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new ModelFormatException("a key of " + length + " bytes does not fit the file");
    }
    String text = Json.decode(in.slice(in.position(), length));
    in.position(in.position() + length);
    return text;
  }
}
