package io.github.gmnn.cli.label;

import io.github.gmnn.cli.run.PageResource;
import java.nio.charset.StandardCharsets;

/**
 * The page: one document with its style and script inside.
 *
 * @param content the document as UTF-8
 * @param policy what a browser may do with it: run this script, ask this server, and nothing else
 */
record LabelPage(byte[] content, String policy) {
  static LabelPage read() {
    PageResource style = PageResource.style(LabelPage.class, "label.css");
    PageResource script = PageResource.of(LabelPage.class, "label.js");
    String document =
        PageResource.of(LabelPage.class, "label.html")
            .text()
            .replace("{{style}}", style.text())
            .replace("{{script}}", script.text());
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; style-src "
            + style.policyName()
            + "; script-src "
            + script.policyName()
            + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    return new LabelPage(document.getBytes(StandardCharsets.UTF_8), policy);
  }
}
