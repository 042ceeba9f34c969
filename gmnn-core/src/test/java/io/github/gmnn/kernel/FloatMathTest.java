package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;

class FloatMathTest {
  private static final double RELATIVE = 2e-7;

  /** Steps that do not fall onto round numbers, from 0 to the least argument. */
  private static final float STEP = 0.000917f;

  @Test
  void expm1OfVerySmallNumbersIsMinusOne() {
    for (float x : new float[] {-87f, -88f, -1e10f, Float.NEGATIVE_INFINITY}) {
      assertThat(FloatMath.expm1(x)).isEqualTo(-1f);
    }
    assertThat(FloatMath.expm1(Float.NaN)).isNaN();
  }

  @Test
  void expm1IsAccurateNearZeroToo() {
    for (float x = 0; x > -20f; x -= STEP) {
      assertThat((double) FloatMath.expm1(x)).isCloseTo(Math.expm1(x), within(1.5e-7));
    }
    for (float x = -1e-30f; x > -0.3f; x *= 1.7f) {
      assertThat((double) FloatMath.expm1(x))
          .isCloseTo(Math.expm1(x), withinPercentage(100 * RELATIVE));
    }
    assertThat(FloatMath.expm1(0f)).isZero();
  }

  @Test
  void selectGoesByTheSignBit() {
    assertThat(FloatMath.select(-3f, 1f, 2f)).isEqualTo(1f);
    assertThat(FloatMath.select(-0f, 1f, 2f)).isEqualTo(1f);
    assertThat(FloatMath.select(0f, 1f, 2f)).isEqualTo(2f);
    assertThat(FloatMath.select(3f, 1f, 2f)).isEqualTo(2f);
  }

  @Property
  void expIsTheExponentialToSinglePrecision(@ForAll @FloatRange(min = -50f, max = 88f) float x) {
    assertThat(FloatMath.exp(x) / Math.exp(x)).isCloseTo(1, within(3e-7));
  }

  @Test
  void expIsZeroWhereTheResultIsLostBesideOne() {
    assertThat(FloatMath.exp(-50.1f)).isZero();
    assertThat(FloatMath.exp(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(FloatMath.exp(0f)).isEqualTo(1f);
    assertThat(FloatMath.exp(Float.NaN)).isNaN();
  }
}
