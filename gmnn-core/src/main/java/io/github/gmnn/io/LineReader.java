package io.github.gmnn.io;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text file line by line: UTF-8 with or without a byte order mark, any of the usual line
 * ends, plain or gzip (told by the first bytes). Holds one line in memory; refuses what is not
 * text, lines and files beyond the caps, and files that expand beyond reason.
 */
final class LineReader implements Closeable {
  static final int MAX_LINE_BYTES = 16 << 20;

  /** Text seldom shrinks to a twentieth; a decompression bomb, to a thousandth. */
  private static final int MAX_EXPANSION = 200;

  /** Expansion is judged from here on: a small file may well be one line repeated. */
  private static final long EXPANSION_JUDGED_FROM = 64L << 20;

  private final Path file;
  private final long maxBytes;
  private final SeekableByteChannel channel;
  private final InputStream in;
  private final boolean compressed;
  private byte[] buffer = new byte[1 << 16];
  private int start;
  private int end;
  private long bytesRead;
  private long line;
  private boolean blankSoFar = true;

  LineReader(Path file, ReaderOptions options) throws IOException {
    this.file = file;
    this.maxBytes = options.maxBytesPerFile();
    if (!Files.isRegularFile(file)) {
      throw DataFormatException.of(
          file, "a file", Files.exists(file) ? "something else" : "nothing of that name", null);
    }
    channel = Files.newByteChannel(file);
    try {
      compressed = startsAsGzip(channel);
      InputStream raw = Channels.newInputStream(channel);
      in = compressed ? new Gunzip(raw) : raw;
      skipByteOrderMark();
    } catch (EOFException | ZipException e) {
      channel.close();
      throw damaged(e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean startsAsGzip(SeekableByteChannel channel) throws IOException {
    ByteBuffer magic = ByteBuffer.allocate(2);
    while (magic.hasRemaining() && channel.read(magic) >= 0) {
      // Reads on: a channel may hand over one byte at a time.
    }
    channel.position(0);
    return !magic.hasRemaining() && magic.get(0) == 0x1f && magic.get(1) == (byte) 0x8b;
  }

  private void skipByteOrderMark() throws IOException {
    while (end < 3 && fill()) {
      // The mark may arrive in pieces.
    }
    if (end >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      start = 3;
    }
  }

  /** Returns the next line that is not blank, or null at the end. */
  @Nullable String next() throws IOException {
    String text = nextRaw();
    while (text != null && text.isBlank()) {
      text = nextRaw();
    }
    if (text != null) {
      blankSoFar = false;
    }
    return text;
  }

  /** Returns the next line, or null at the end. */
  @Nullable String nextRaw() throws IOException {
    int bits = 0;
    int length = 0;
    while (true) {
      while (start + length < end) {
        byte b = buffer[start + length];
        if (b == '\n') {
          return take(length, 1, bits < 0);
        }
        if (b == 0) {
          line++;
          throw error("text", "a NUL byte");
        }
        bits |= b;
        length++;
      }
      if (length > MAX_LINE_BYTES) {
        line++;
        throw error("a line of at most " + MAX_LINE_BYTES + " bytes", "a longer one");
      }
      if (!fill()) {
        return length == 0 ? null : take(length, 0, bits < 0);
      }
    }
  }

  private String take(int length, int terminator, boolean hasNonAscii) throws DataFormatException {
    line++;
    int from = start;
    start += length + terminator;
    int size = length > 0 && buffer[from + length - 1] == '\r' ? length - 1 : length;
    return hasNonAscii
        ? decode(from, size)
        : new String(buffer, from, size, StandardCharsets.ISO_8859_1);
  }

  private String decode(int from, int size) throws DataFormatException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.wrap(buffer, from, size);
    CharBuffer chars = CharBuffer.allocate(size);
    CoderResult result = decoder.decode(bytes, chars, true);
    if (result.isError()) {
      throw error(
          "UTF-8 text",
          String.format(
              "byte 0x%02x at byte %d of the line",
              buffer[bytes.position()], bytes.position() - from + 1));
    }
    return chars.flip().toString();
  }

  /** Reads more bytes behind those in the buffer; returns false at the end. */
  private boolean fill() throws IOException {
    if (end == buffer.length) {
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
      } else {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      }
    }
    int count;
    try {
      count = in.read(buffer, end, buffer.length - end);
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
    if (count < 0) {
      return false;
    }
    end += count;
    bytesRead += count;
    checkSize();
    return true;
  }

  private void checkSize() throws IOException {
    if (bytesRead > maxBytes) {
      throw DataFormatException.of(
          file, "at most " + maxBytes + " bytes" + (compressed ? " unpacked" : ""), "more", null);
    }
    if (compressed
        && bytesRead > EXPANSION_JUDGED_FROM
        && bytesRead / MAX_EXPANSION > channel.position()) {
      throw DataFormatException.of(
          file,
          "text that gzip shrinks to no less than a " + MAX_EXPANSION + "th",
          bytesRead + " bytes out of " + channel.position(),
          null);
    }
  }

  private DataFormatException damaged(IOException cause) {
    return DataFormatException.of(
        file,
        "gzip data",
        "a damaged or cut file ("
            + DataFormatException.visible(String.valueOf(cause.getMessage()))
            + ")",
        cause);
  }

  /** Throws if no line but blank ones was read by the time of the end. */
  void requireContent(String expected) throws DataFormatException {
    if (blankSoFar) {
      throw DataFormatException.of(file, expected, "an empty file", null);
    }
  }

  /** Where the line read last is, for messages; the file before the first one. */
  String position() {
    return line == 0 ? file.toString() : file + ", line " + line;
  }

  /** The number of the line read last, from 1. */
  long line() {
    return line;
  }

  Path file() {
    return file;
  }

  /** An exception about the line read last. */
  DataFormatException error(String expected, String found) {
    return DataFormatException.of(file, line, expected, found);
  }

  /**
   * Bounds a weakness of the JDK's stream, which calls itself at the end of each member: a file of
   * many empty ones would overflow the stack.
   */
  private static final class Gunzip extends GZIPInputStream {
    private static final int MAX_DEPTH = 100;

    private int depth;

    Gunzip(InputStream in) throws IOException {
      super(in, 1 << 16);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (depth == MAX_DEPTH) {
        throw new ZipException("more than " + MAX_DEPTH + " empty members in a row");
      }
      depth++;
      try {
        return super.read(target, offset, length);
      } finally {
        depth--;
      }
    }
  }

  @Override
  public void close() throws IOException {
    // The stream first: it holds an inflater outside the heap.
    try (channel) {
      in.close();
    }
  }
}
