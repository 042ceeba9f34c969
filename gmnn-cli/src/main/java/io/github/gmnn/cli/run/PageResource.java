package io.github.gmnn.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A style, a script or a frame that becomes part of a page.
 *
 * @param text its content
 */
public record PageResource(String text) {
  /** Reads a file beside a class. */
  public static PageResource of(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return new PageResource(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The style of all pages, followed by that of one. */
  public static PageResource style(Class<?> owner, String name) {
    return new PageResource(of(PageResource.class, "page.css").text() + of(owner, name).text());
  }

  /** What a content security policy calls it: {@code 'sha256-...'}. */
  public String policyName() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
