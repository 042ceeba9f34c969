package io.github.gmnn.lab.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders the Markdown that the documents use: headings, paragraphs, lists, tables, fenced code,
 * links, pictures, code, bold and italic text. Of HTML, {@code sub} and {@code sup} are kept and
 * comments are left out; all else is text.
 */
final class Markdown {
  private static final Pattern HEADING = Pattern.compile("(#{1,4}) (.+)");
  private static final Pattern ITEM = Pattern.compile("( *)([-*]|\\d+\\.) (.*)");
  private static final Pattern RULE = Pattern.compile("\\|[ :|-]+\\|?");
  private static final Pattern INLINE =
      Pattern.compile(
          "`([^`]+)`" // code
              + "|(!?)\\[((?:[^\\[\\]]|\\[[^\\]]*\\])*)\\]\\(([^)\\s]+)\\)" // picture or link
              + "|\\*\\*(.+?)\\*\\*"
              + "|\\*([^*\\s][^*]*)\\*"
              + "|(</?(?:sub|sup)>)"
              + "|\\\\([|*_`<>\\[\\]])");

  private final List<String> lines;
  private final UnaryOperator<String> target;
  private final StringBuilder out = new StringBuilder();
  private int next;

  private Markdown(String text, UnaryOperator<String> target) {
    this.lines = text.replaceAll("(?s)<!--.*?-->\n?", "").lines().toList();
    this.target = target;
  }

  /**
   * Renders a document.
   *
   * @param target where a link leads, by what the document says
   */
  static String toHtml(String text, UnaryOperator<String> target) {
    Markdown page = new Markdown(text, target);
    while (page.next < page.lines.size()) {
      page.block();
    }
    return page.out.toString();
  }

  /** The name of a heading in links, as GitHub has it. */
  static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  private void block() {
    String line = lines.get(next);
    Matcher heading = HEADING.matcher(line);
    if (line.isBlank()) {
      next++;
    } else if (line.strip().startsWith("```")) {
      code();
    } else if (heading.matches()) {
      next++;
      int level = heading.group(1).length();
      out.append(
          String.format(
              "<h%d id=\"%s\">%s</h%d>%n",
              level, anchor(heading.group(2)), inline(heading.group(2)), level));
    } else if (line.startsWith("|")) {
      table();
    } else if (ITEM.matcher(line).matches()) {
      list();
    } else {
      paragraph();
    }
  }

  private void code() {
    next++;
    List<String> block = new ArrayList<>();
    while (next < lines.size() && !lines.get(next).strip().equals("```")) {
      block.add(lines.get(next++));
    }
    next++;
    // what is shown of a method need not be indented as deep as it is there
    String text = String.join("\n", block).stripIndent();
    out.append("<pre><code>").append(escaped(text)).append("\n</code></pre>\n");
  }

  private void paragraph() {
    List<String> text = new ArrayList<>();
    while (next < lines.size() && isText(lines.get(next))) {
      text.add(lines.get(next++).strip());
    }
    out.append("<p>").append(inline(String.join("\n", text))).append("</p>\n");
  }

  private static boolean isText(String line) {
    return !line.isBlank()
        && !line.startsWith("|")
        && !line.strip().startsWith("```")
        && !HEADING.matcher(line).matches()
        && !ITEM.matcher(line).matches();
  }

  private void table() {
    out.append("<div class=\"wide\"><table>\n");
    boolean head = next + 1 < lines.size() && RULE.matcher(lines.get(next + 1)).matches();
    List<String> aligned = head ? cells(lines.get(next + 1)) : List.of();
    for (boolean first = true; next < lines.size() && lines.get(next).startsWith("|"); ) {
      String tag = first && head ? "th" : "td";
      out.append("<tr>");
      List<String> cells = cells(lines.get(next++));
      for (int c = 0; c < cells.size(); c++) {
        boolean right = c < aligned.size() && aligned.get(c).endsWith(":");
        out.append('<').append(tag).append(right ? " class=\"n\">" : ">");
        out.append(inline(cells.get(c))).append("</").append(tag).append('>');
      }
      out.append("</tr>\n");
      if (first && head) {
        next++; // the line below the header
      }
      first = false;
    }
    out.append("</table></div>\n");
  }

  /** The cells of a row; bars in code or after a backslash do not part them. */
  private static List<String> cells(String row) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean code = false;
    for (int i = 1; i < row.length(); i++) {
      char c = row.charAt(i);
      code ^= c == '`';
      if (c == '|' && !code && row.charAt(i - 1) != '\\') {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    return cells;
  }

  private void list() {
    Matcher first = ITEM.matcher(lines.get(next));
    first.matches();
    int indent = first.group(1).length();
    String tag = Character.isDigit(first.group(2).charAt(0)) ? "ol" : "ul";
    out.append('<').append(tag).append(">\n");
    while (next < lines.size()) {
      Matcher item = ITEM.matcher(lines.get(next));
      if (!item.matches() || item.group(1).length() < indent) {
        break;
      }
      next++;
      StringBuilder text = new StringBuilder(item.group(3));
      while (next < lines.size() && isText(lines.get(next)) && lines.get(next).startsWith(" ")) {
        text.append('\n').append(lines.get(next++).strip());
      }
      out.append("<li>").append(inline(text.toString()));
      if (next < lines.size()) {
        Matcher below = ITEM.matcher(lines.get(next));
        if (below.matches() && below.group(1).length() > indent) {
          list();
        }
      }
      out.append("</li>\n");
    }
    out.append("</").append(tag).append(">\n");
  }

  private String inline(String text) {
    StringBuilder html = new StringBuilder();
    Matcher found = INLINE.matcher(text);
    int from = 0;
    while (found.find()) {
      html.append(escaped(text.substring(from, found.start())));
      html.append(marked(found));
      from = found.end();
    }
    return html.append(escaped(text.substring(from))).toString();
  }

  private String marked(Matcher found) {
    if (found.group(1) != null) {
      return "<code>" + escaped(found.group(1)) + "</code>";
    }
    if (found.group(4) != null) {
      String address = escaped(target.apply(found.group(4)));
      return found.group(2).isEmpty()
          ? "<a href=\"" + address + "\">" + inline(found.group(3)) + "</a>"
          : "<img src=\"" + address + "\" alt=\"" + escaped(found.group(3)) + "\">";
    }
    if (found.group(5) != null) {
      return "<strong>" + inline(found.group(5)) + "</strong>";
    }
    if (found.group(6) != null) {
      return "<em>" + inline(found.group(6)) + "</em>";
    }
    return found.group(7) == null ? escaped(found.group(8)) : found.group(7);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
