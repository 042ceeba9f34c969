package io.github.gmnn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.LongTails;
import org.junit.jupiter.api.Test;

class NumberSpreadTest {
  @Test
  void momentsAreNearlyThoseOfTheNumbersThemselves() {
    RandomStream random = RandomStream.of(4);
    NumberSpread spread = new NumberSpread();
    int count = 5_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      float number = (float) Math.exp(20 * random.nextDouble() - 10);
      number = i % 9 == 0 ? 0 : i % 5 == 0 ? -number : number;
      spread.add(number);
      double shortened = LongTails.shortened(number, 0.7f);
      sum += shortened / count;
      squares += shortened * shortened / count;
    }
    NumberSpread.Moments moments = spread.moments(0.7f);
    assertThat(moments.mean()).isCloseTo(sum, within(0.01));
    assertThat(moments.deviation()).isCloseTo(Math.sqrt(squares - sum * sum), within(0.01));
  }

  @Test
  void numbersAtTheEndsOfFloatsAreCounted() {
    NumberSpread spread = new NumberSpread();
    spread.add(0);
    spread.add(-0f);
    spread.add(Float.MIN_VALUE);
    spread.add(Float.POSITIVE_INFINITY);
    assertThat(spread.moments(1)).isEqualTo(new NumberSpread.Moments(0, 0));
    spread.add(Float.MAX_VALUE);
    assertThat(spread.moments(1).mean()).isBetween(22.0, 23.0);
  }

  @Test
  void noNumbersHaveNoMoments() {
    assertThat(new NumberSpread().moments(1)).isEqualTo(new NumberSpread.Moments(0, 0));
  }
}
