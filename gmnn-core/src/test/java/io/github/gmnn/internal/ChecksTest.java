package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static void refused(ThrowingCallable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
  }

  @Test
  void valuesOnTheBorderOfTheirRangeComeBack() {
    assertThat(Checks.atLeast(2, 2, "n")).isEqualTo(2);
    assertThat(Checks.atLeast(1L << 40, 1L << 40, "n")).isEqualTo(1L << 40);
    assertThat(Checks.positive(Double.MIN_VALUE, "x")).isPositive();
    assertThat(Checks.notNegative(0, "x")).isZero();
    assertThat(Checks.share(1, "x")).isEqualTo(1);
    assertThat(Checks.dropRate(0, "x")).isZero();
  }

  @Test
  void othersAreNamedWithTheirRange() {
    refused(() -> Checks.atLeast(2, 1, "n"), "n must be at least 2, got 1");
    refused(() -> Checks.positive(0, "x"), "x must be positive and finite, got 0.0");
    refused(() -> Checks.notNegative(-0.5, "x"), "x must be finite and not negative, got -0.5");
    refused(() -> Checks.share(1.5, "x"), "x must be in [0, 1], got 1.5");
    refused(() -> Checks.dropRate(1, "x"), "x must be in [0, 1), got 1.0");
    refused(() -> Checks.argument(false, "x", "odd", 4), "x must be odd, got 4");
  }

  @Test
  void ofNamesTheFirstThatIsBlankOrStandsTwiceIsNamed() {
    assertThat(Checks.distinctNames(List.of("a", "b"), "types")).containsExactly("a", "b");
    refused(
        () -> Checks.distinctNames(List.of("a", " ", "a"), "types"),
        "types must have distinct names that are not blank, got ' '");
    refused(
        () -> Checks.distinctNames(List.of("x".repeat(99), "x".repeat(99)), "types"),
        "types must have distinct names that are not blank, got '"
            + "x".repeat(60)
            + "...' (99 characters) twice");
  }

  @Test
  void whatIsNoNumberIsInNoRange() {
    refused(() -> Checks.positive(Double.NaN, "x"), "x must be positive and finite, got NaN");
    refused(
        () -> Checks.notNegative(Double.NaN, "x"), "x must be finite and not negative, got NaN");
    refused(() -> Checks.share(Double.NaN, "x"), "x must be in [0, 1], got NaN");
    refused(() -> Checks.dropRate(Double.NaN, "x"), "x must be in [0, 1), got NaN");
    refused(
        () -> Checks.positive(Double.POSITIVE_INFINITY, "x"),
        "x must be positive and finite, got Infinity");
  }
}
