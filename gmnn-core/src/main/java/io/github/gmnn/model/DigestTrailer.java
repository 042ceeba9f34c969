package io.github.gmnn.model;

import io.github.gmnn.internal.Interrupts;
import io.github.gmnn.io.ModelFormatException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The last bytes of a file: {@code sha256:} and the digest of all bytes before them, in
 * hexadecimal. In a zip they are the archive's comment, so that the file stays a zip.
 */
final class DigestTrailer {
  private static final String PREFIX = "sha256:";
  private static final int LENGTH = PREFIX.length() + 64;

  /** As long as the trailer; what is written in its place while the digest is not known. */
  static final String PLACEHOLDER = PREFIX + "0".repeat(64);

  private DigestTrailer() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  private static byte[] trailer(MessageDigest digest) {
    return (PREFIX + HexFormat.of().formatHex(digest.digest())).getBytes(StandardCharsets.US_ASCII);
  }

  /** Holds back the last bytes that pass, digests all others. */
  private static final class Tail {
    final MessageDigest digest = sha256();
    final byte[] held = new byte[LENGTH];
    int count;

    /** Takes bytes in; {@code out}, if any, gets those that are digested. */
    void add(byte[] bytes, int offset, int length, @Nullable OutputStream out) throws IOException {
      int released = Math.max(0, count + length - LENGTH);
      int fromHeld = Math.min(released, count);
      pass(held, 0, fromHeld, out);
      pass(bytes, offset, released - fromHeld, out);
      System.arraycopy(held, fromHeld, held, 0, count - fromHeld);
      count -= fromHeld;
      int kept = length - (released - fromHeld);
      System.arraycopy(bytes, offset + length - kept, held, count, kept);
      count += kept;
    }

    private void pass(byte[] bytes, int offset, int length, @Nullable OutputStream out)
        throws IOException {
      digest.update(bytes, offset, length);
      if (out != null) {
        out.write(bytes, offset, length);
      }
    }
  }

  /** Writes the digest over the placeholder that its user writes last. */
  static final class Output extends FilterOutputStream {
    private final Tail tail = new Tail();

    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      tail.add(bytes, offset, length, out);
    }

    void finish() throws IOException {
      out.write(trailer(tail.digest));
      out.flush();
    }
  }

  /** Digests what its user reads, and then the rest. */
  static final class Input extends FilterInputStream {
    private final Tail tail = new Tail();

    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Interrupts.checkReading();
      int count = in.read(bytes, offset, length);
      if (count > 0) {
        tail.add(bytes, offset, count, null);
      }
      return count;
    }

    @Override
    public long skip(long count) throws IOException {
      return Math.max(0, read(new byte[(int) Math.min(count, 1 << 13)]));
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    /**
     * Reads to the end and checks the digest.
     *
     * @return whether there is one
     * @throws ModelFormatException if it is another one
     */
    boolean checkRest() throws IOException {
      byte[] buffer = new byte[1 << 13];
      while (read(buffer, 0, buffer.length) >= 0) {
        continue;
      }
      byte[] found = tail.held;
      if (!new String(found, StandardCharsets.ISO_8859_1).startsWith(PREFIX)) {
        return false;
      }
      if (!MessageDigest.isEqual(found, trailer(tail.digest))) {
        throw new ModelFormatException(
            "the file is damaged: its content does not have the digest at its end");
      }
      return true;
    }
  }
}
