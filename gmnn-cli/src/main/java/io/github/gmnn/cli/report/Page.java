package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.PageResource;
import java.util.function.Consumer;

/**
 * The frame of a page: style and script inside it, and a policy by which a browser loads nothing
 * from elsewhere and runs no script but that one.
 */
final class Page {
  private Page() {}

  static String of(String title, Consumer<Markup> body) {
    PageResource script = PageResource.of(Page.class, "report.js");
    Markup out = new Markup();
    out.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
    out.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src "
            + script.policyName());
    out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    out.element("title", title);
    out.empty("link", "rel", "icon", "href", "data:,");
    out.verbatim("style", PageResource.of(Page.class, "report.css").text()).close();
    out.open("body").open("main");
    body.accept(out);
    out.close().verbatim("script", script.text()).close().close();
    return "<!DOCTYPE html>\n" + out + "\n";
  }
}
