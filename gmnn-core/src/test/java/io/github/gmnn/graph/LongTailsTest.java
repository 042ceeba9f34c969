package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LongTailsTest {
  private static float scale(float... values) {
    LongTails tails = new LongTails(1);
    for (float value : values) {
      tails.add(0, value);
    }
    return tails.scales()[0];
  }

  @Test
  void aTailIsLongIfTheMeanSquareIsMoreThanTwiceTheSquareOfTheMean() {
    assertThat(scale(0, 0, 0, 0, 5, 5)).as("zeros do not count").isZero();
    assertThat(scale(20, 30, 40, 50)).isZero();
    assertThat(scale(1, 1, 1, 97)).as("100 by the mean of 25").isEqualTo(4);
    assertThat(scale(1, -1, 1, -97)).as("of sizes").isEqualTo(4);
    // of 1, 1, 1 and x: x = 3 + sqrt(12) is just at the bound
    assertThat(scale(1, 1, 1, 6.4f)).isZero();
    assertThat(scale(1, 1, 1, 6.5f)).isPositive();
  }

  @Test
  void partsOfAColumnTellTogetherThatItsTailIsLong() {
    LongTails all = new LongTails(2);
    LongTails part = new LongTails(2);
    for (int i = 0; i < 3; i++) {
      all.add(0, 1);
      all.add(1, Float.MIN_VALUE);
    }
    part.add(0, 97);
    part.add(1, 0);
    assertThat(all.scales()).containsExactly(0, 0);
    all.add(part);
    assertThat(all.scales()).containsExactly(4, 0);
  }

  @Test
  void aScaleThatFloatsCannotHaveIsNone() {
    assertThat(scale(1e-44f, 1e-44f, 1e-44f, 1e-42f)).isZero();
    assertThat(scale(0, 0)).isZero();
  }

  @Test
  void shortenedNumbersKeepZeroSignsAndOrder() {
    assertThat(LongTails.shortened(3, 0)).as("no long tail").isEqualTo(3);
    assertThat(LongTails.shortened(0, 4)).isZero();
    double before = LongTails.shortened(-1e30f, 4);
    for (float value : new float[] {-97, -1, -1e-6f, 0, 1e-6f, 1, 97, 1e30f}) {
      double shortened = LongTails.shortened(value, 4);
      assertThat(shortened).isGreaterThan(before);
      assertThat(LongTails.shortened(-value, 4)).isEqualTo(-shortened);
      assertThat(Math.sinh(shortened) / 4).isCloseTo(value, within(1e-4 * Math.abs(value)));
      before = shortened;
    }
  }
}
