package io.github.gmnn.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  private static String html(String markdown) {
    return Markdown.toHtml(markdown, UnaryOperator.identity());
  }

  @Test
  void headingsHaveTheNamesThatGitHubGivesThem() {
    assertThat(html("## 4. Check that it *was* worth it"))
        .isEqualToIgnoringNewLines(
            "<h2 id=\"4-check-that-it-was-worth-it\">4. Check that it <em>was</em> worth it</h2>");
    assertThat(Markdown.anchor("OpenMP: cores busy, little done"))
        .isEqualTo("openmp-cores-busy-little-done");
    assertThat(Markdown.anchor("`GmnnModel`")).isEqualTo("gmnnmodel");
  }

  @Test
  void paragraphsHaveCodeLinksPicturesAndEmphasis() {
    assertThat(html("Call `a < b`, see [**the** page](x.md#y)\nand ![alt](i.png)."))
        .isEqualTo(
            "<p>Call <code>a &lt; b</code>, see <a href=\"x.md#y\"><strong>the</strong> page</a>\n"
                + "and <img src=\"i.png\" alt=\"alt\">.</p>\n");
    assertThat(html("2 * 3 * 4 and D<sup>-1</sup> <b>"))
        .isEqualTo("<p>2 * 3 * 4 and D<sup>-1</sup> &lt;b&gt;</p>\n");
  }

  @Test
  void codeIsShownAsItIsAndLessIndented() {
    assertThat(
            html("<!-- compiled: A.java -->\n```java\n    if (a) {\n      b(\"*c*\");\n    }\n```"))
        .isEqualTo("<pre><code>if (a) {\n  b(&quot;*c*&quot;);\n}\n</code></pre>\n");
  }

  @Test
  void listsMayHaveListsInThem() {
    assertThat(html("- one\n  goes on\n  - inner\n- two\n\n1. first").replace("\n", " "))
        .isEqualTo(
            "<ul> <li>one goes on<ul> <li>inner</li> </ul> </li> <li>two</li> </ul> "
                + "<ol> <li>first</li> </ol> ");
  }

  @Test
  void tablesKeepBarsInCodeAndAlignNumbers() {
    assertThat(html("| a | b |\n|---|--:|\n| `x|y` | 3 |"))
        .isEqualToIgnoringNewLines(
            "<div class=\"wide\"><table><tr><th>a</th><th class=\"n\">b</th></tr>"
                + "<tr><td><code>x|y</code></td><td class=\"n\">3</td></tr></table></div>");
  }
}
