package io.github.gmnn.lab.docs;

import io.github.gmnn.cli.run.PageResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The documents as a site: a folder of HTML that needs no server, no network and no script. It has
 * the guides and notes, the source files that they name, and the Javadoc where that was built.
 *
 * <p>{@code docs/site FOLDER} starts it.
 */
public final class Site {
  private static final Path JAVADOC = Path.of("javadoc");

  /** The guides in the order of the navigation; pages it does not name come after these. */
  private static final List<String> ORDER =
      List.of(
          "start",
          "classify-nodes",
          "classify-links",
          "embeddings",
          "typed-graphs",
          "answers",
          "serving",
          "label-with-people",
          "databases",
          "spark",
          "choose",
          "extend",
          "command-line",
          "model-file",
          "untrusted-files",
          "performance");

  private final Path root;
  private final Path out;
  private final Map<Path, Document> documents = new LinkedHashMap<>();
  private final TreeSet<Path> sources = new TreeSet<>();
  private boolean javadoc;

  private Site(Path root, Path out) {
    this.root = root;
    this.out = out;
  }

  /** Reads the documents of a repository, to write their site into a folder. */
  static Site of(Path root, Path out) throws IOException {
    Site site = new Site(root.toAbsolutePath().normalize(), out);
    for (Document document : Document.all(site.root)) {
      site.documents.put(site.root.relativize(document.file()), document);
    }
    return site;
  }

  /**
   * Writes the site.
   *
   * @param args the root of the repository, and the folder to write to
   */
  public static void main(String[] args) throws IOException {
    Site site = of(Path.of(args[0]), Path.of(args[1]));
    site.write();
    List<String> dead = deadLinks(site.out);
    dead.forEach(System.out::println);
    System.out.printf(
        "%d pages, %d source files%s, %d dead links: %s%n",
        site.documents.size(),
        site.sources.size(),
        site.javadoc ? ", Javadoc" : ", no Javadoc (build it with mvn package)",
        dead.size(),
        site.out.resolve("index.html"));
    System.exit(dead.isEmpty() ? 0 : 1);
  }

  void write() throws IOException {
    Path built = root.resolve("gmnn-core/target/reports/apidocs");
    javadoc = Files.isDirectory(built);
    if (javadoc) {
      copyFolder(built, out.resolve(JAVADOC));
    }
    for (Map.Entry<Path, Document> entry : documents.entrySet()) {
      Path page = page(entry.getKey());
      String body = Markdown.toHtml(entry.getValue().text(), link -> target(entry.getKey(), link));
      write(
          page,
          entry.getValue().title(),
          body.replaceFirst("</h1>\n", "</h1>\n" + contents(entry.getValue())));
    }
    for (Path source : sources) {
      String text = Files.readString(root.resolve(source));
      write(
          page(source),
          source.toString(),
          "<h1>" + source + "</h1>\n<pre><code>" + Markdown.escaped(text) + "</code></pre>\n");
    }
    for (String images : List.of("docs/images", "gmnn-lab/docs/images")) {
      copyFolder(root.resolve(images), out.resolve(images));
    }
  }

  /** Where a file of the repository is in the site. */
  private static Path page(Path file) {
    if (file.equals(Path.of("README.md"))) {
      return Path.of("index.html");
    }
    String name = file.toString();
    return Path.of(name.endsWith(".md") ? name.replaceAll("md$", "html") : name + ".html");
  }

  /** Where a link of a document leads in the site. */
  private String target(Path document, String link) {
    if (link.contains("://") || link.startsWith("#")) {
      return link;
    }
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path file = document.resolveSibling(path).normalize();
    String anchor = hash < 0 ? "" : link.substring(hash);
    if (link.endsWith(".png")) {
      return link;
    }
    if (!documents.containsKey(file) && Files.isRegularFile(root.resolve(file))) {
      sources.add(file);
    }
    return relative(page(document), page(file)) + anchor;
  }

  private static String relative(Path from, Path to) {
    Path folder = from.getParent() == null ? Path.of("") : from.getParent();
    return folder.relativize(to).toString().replace('\\', '/');
  }

  /** Links to the sections of a long page, for below its title. */
  private static String contents(Document document) {
    List<String> sections = document.headings();
    if (sections.size() < 4) {
      return "";
    }
    StringBuilder html = new StringBuilder("<nav class=\"contents\" aria-label=\"On this page\">");
    sections.stream()
        .skip(1)
        .forEach(
            heading ->
                html.append("<a href=\"#")
                    .append(Markdown.anchor(heading))
                    .append("\">")
                    .append(Markdown.escaped(heading.replace("`", "")))
                    .append("</a> "));
    return Matcher.quoteReplacement(html.append("</nav>\n").toString());
  }

  private void write(Path page, String title, String body) throws IOException {
    String html =
        PageResource.of(Site.class, "site.html")
            .text()
            .replace("{{title}}", Markdown.escaped(title.replace("`", "")))
            .replace("{{style}}", PageResource.style(Site.class, "site.css").text())
            .replace("{{home}}", relative(page, Path.of("index.html")))
            .replace("{{navigation}}", navigation(page))
            .replace("{{body}}", body);
    Path file = out.resolve(page);
    Files.createDirectories(file.getParent());
    Files.writeString(file, html);
  }

  private String navigation(Path page) {
    StringBuilder html = new StringBuilder();
    group(html, page, "Guides", named(Path.of("docs"), ORDER));
    group(html, page, "Reference", unnamed(Path.of("docs"), ORDER));
    group(html, page, "Notes", unnamed(Path.of("gmnn-lab/docs"), List.of()));
    group(
        html,
        page,
        "Project",
        documents.keySet().stream()
            .filter(file -> !file.toString().contains("docs") && !file.endsWith("README.md"))
            .toList());
    if (javadoc) {
      html.append("<p><a href=\"")
          .append(relative(page, JAVADOC.resolve("index.html")))
          .append("\">Javadoc</a></p>\n");
    }
    return html.toString();
  }

  private List<Path> named(Path folder, List<String> names) {
    return names.stream()
        .map(name -> folder.resolve(name + ".md"))
        .filter(documents::containsKey)
        .toList();
  }

  private List<Path> unnamed(Path folder, List<String> names) {
    return documents.keySet().stream()
        .filter(file -> folder.equals(file.getParent()))
        .filter(file -> !names.contains(file.getFileName().toString().replace(".md", "")))
        .toList();
  }

  private void group(StringBuilder html, Path page, String name, List<Path> files) {
    html.append("<h2>").append(name).append("</h2>\n<ul>\n");
    for (Path file : files) {
      boolean here = page(file).equals(page);
      html.append("<li><a href=\"")
          .append(relative(page, page(file)))
          .append(here ? "\" aria-current=\"page\">" : "\">")
          .append(Markdown.escaped(documents.get(file).title().replace("`", "")))
          .append("</a></li>\n");
    }
    html.append("</ul>\n");
  }

  private static void copyFolder(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Links of pages, those of the Javadoc apart, to files that the site does not have. */
  static List<String> deadLinks(Path site) throws IOException {
    Pattern link = Pattern.compile("(?:href|src)=\"([^\"#:]+)(?:#[^\"]*)?\"");
    List<String> dead = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file :
          files
              .filter(f -> f.toString().endsWith(".html") && !f.startsWith(site.resolve(JAVADOC)))
              .toList()) {
        Matcher found = link.matcher(Files.readString(file));
        while (found.find()) {
          if (!Files.exists(file.resolveSibling(found.group(1)))) {
            dead.add(site.relativize(file) + ": " + found.group(1));
          }
        }
      }
    }
    return dead;
  }
}
