package io.github.gmnn.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * The frame of a page: style and script inside it, and a policy by which a browser loads nothing
 * from elsewhere and runs no script but that one.
 */
final class Page {
  private Page() {}

  static String of(String title, Consumer<Markup> body) {
    String script = resource("report.js");
    Markup out = new Markup();
    out.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
    out.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-"
            + sha256(script)
            + "'");
    out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    out.element("title", title);
    out.empty("link", "rel", "icon", "href", "data:,");
    out.verbatim("style", resource("report.css")).close();
    out.open("body").open("main");
    body.accept(out);
    out.close().verbatim("script", script).close().close();
    return "<!DOCTYPE html>\n" + out + "\n";
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
