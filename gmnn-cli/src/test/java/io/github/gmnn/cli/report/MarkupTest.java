package io.github.gmnn.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  void textAndValuesAreEscaped() {
    Markup out = new Markup();
    out.open("p", "title", "\"><script>alert('x')</script>").text("a < b & c > d").close();
    assertThat(out)
        .hasToString(
            "<p title=\"&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;\">"
                + "a &lt; b &amp; c &gt; d</p>");
  }

  @Test
  void whatUtf8CannotWriteIsReplaced() {
    assertThat(Markup.escaped("a\uD800b\u0000c\u001Bd\n\u00e9\uD83D\uDE00"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\n\u00e9\uD83D\uDE00");
  }

  @Test
  void whatTurnsTextAroundIsReplaced() {
    assertThat(Markup.escaped("a\u202eb\u2066c\u200fd\u05d0"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\u05d0");
  }

  @Test
  void attributesWithoutAValueAreLeftOutAndNumbersAreShort() {
    Markup out = new Markup();
    out.empty("circle", "cx", 1.0 / 3, "cy", 2.0, "r", 3, "class", null);
    assertThat(out).hasToString("<circle cx=\"0.3\" cy=\"2\" r=\"3\"/>");
  }

  @Test
  void longNamesAreCutBetweenCharacters() {
    assertThat(Markup.shortened("abcdef", 4)).isEqualTo("abc…");
    assertThat(Markup.shortened("abcd", 4)).isEqualTo("abcd");
    assertThat(Markup.shortened("\uD83D\uDE00".repeat(5), 3))
        .isEqualTo("\uD83D\uDE00".repeat(2) + "…");
  }

  @Test
  void anElementThatIsNotClosedIsAMistake() {
    assertThatThrownBy(new Markup().open("p")::toString)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[p]");
  }
}
