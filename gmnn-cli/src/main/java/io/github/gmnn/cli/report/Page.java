package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.PageResource;
import java.util.function.Consumer;

/**
 * The frame of a page: style and script inside it, and a policy by which a browser loads nothing
 * from elsewhere and runs no script but that one.
 */
final class Page {
  private Page() {}

  /**
   * Returns the HTML.
   *
   * @param title what the page is called
   * @param subject what it is about
   * @param body writes all that is below the head
   */
  static String of(String title, String subject, Consumer<Markup> body) {
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
    out.verbatim("style", PageResource.style(Page.class, "report.css").text()).close();
    out.open("body").open("header").open("h1").element("span", title, "class", "brand");
    out.text(" ").element("bdi", Markup.shortened(subject)).close().close().open("main");
    body.accept(out);
    out.close().verbatim("script", script.text()).close().close();
    return "<!DOCTYPE html>\n" + out + "\n";
  }
}
