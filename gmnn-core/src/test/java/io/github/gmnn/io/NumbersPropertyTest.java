package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;

class NumbersPropertyTest {
  private static double parse(String text) {
    return Numbers.parse("<" + text + ">", 1, text.length() + 1);
  }

  @Property
  void everyDoubleIsReadAsJavaReadsIt(@ForAll double value) {
    assertThat(parse(Double.toString(value))).isEqualTo(value);
  }

  @Property
  void shortDecimalsAreReadAsJavaReadsThem(
      @ForAll @BigRange(min = "-1e9", max = "1e9") @Scale(7) BigDecimal value) {
    String text = value.toPlainString();
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
  }

  @Property
  void textOfOtherFormsIsNotANumber(@ForAll("oddText") String text) {
    double expected;
    try {
      expected = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      expected = Double.NaN;
    }
    assertThat(parse(text)).isEqualTo(Double.valueOf(expected));
  }

  @Provide
  Arbitrary<String> oddText() {
    return Arbitraries.strings().withChars("0123456789.-+eE").ofMaxLength(20);
  }

  @Example
  void javasOwnFormsAreRefused() {
    for (String text : new String[] {"", "NaN", "Infinity", "1f", "1d", "0x1p3", " 1", "1 ", "٣"}) {
      assertThat(parse(text)).as(text).isNaN();
    }
    assertThat(parse("1".repeat(65))).isNaN();
    assertThat(parse("1e999")).isInfinite();
  }

  @Example
  void indicesAreDigitsUpToTheLargest() {
    assertThat(Numbers.parseIndex("007", 0, 3, 10)).isEqualTo(7);
    assertThat(Numbers.parseIndex("10", 0, 2, 10)).isEqualTo(10);
    assertThat(Numbers.parseIndex("11", 0, 2, 10)).isEqualTo(-1);
    assertThat(Numbers.parseIndex("", 0, 0, 10)).isEqualTo(-1);
    assertThat(Numbers.parseIndex("+1", 0, 2, 10)).isEqualTo(-1);
    assertThat(Numbers.parseIndex("9".repeat(40), 0, 40, Integer.MAX_VALUE)).isEqualTo(-1);
  }
}
