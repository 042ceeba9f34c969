package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumsTest {
  private static double[] numbers() {
    Random random = new Random(2);
    return random
        .doubles(2_000, -40, 60)
        .map(power -> Math.scalb(1 + power, (int) power))
        .toArray();
  }

  private static ExactSums of(double[] numbers, int from, int to) {
    ExactSums sums = new ExactSums(1);
    for (int i = from; i < to; i++) {
      sums.add(0, numbers[i]);
    }
    return sums;
  }

  @Test
  void neitherOrderNorPartsChangeABit() {
    double[] numbers = numbers();
    double[] turned = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      turned[i] = numbers[numbers.length - 1 - i];
    }
    double sum = of(numbers, 0, 2_000).rounded().sums()[0];
    assertThat(of(turned, 0, 2_000).rounded().sums()[0]).isEqualTo(sum);
    assertThat(of(numbers, 0, 700).plus(of(numbers, 700, 2_000)).rounded().sums()[0])
        .isEqualTo(sum);
  }

  @Test
  void sumsSquaresAndTheLeastAreThoseOfTheNumbers() {
    double[] numbers = {3, -0.5, 1e-310, 0, 1e20, -1e20, Double.MIN_VALUE};
    var rounded = of(numbers, 0, numbers.length).rounded();
    assertThat(rounded.sums()[0]).isCloseTo(2.5, within(1e-12));
    assertThat(rounded.squares()[0]).isCloseTo(2e40, within(1e26));
    assertThat(rounded.least()[0]).isEqualTo(-1e20);
    assertThat(of(numbers, 0, 2).rounded().squares()[0]).isEqualTo(9.25);
  }
}
