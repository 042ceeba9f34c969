package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;

class FastExpTest {
  @Property
  void isTheExponentialToSinglePrecision(@ForAll @FloatRange(min = -50f, max = 88f) float x) {
    assertThat(FastExp.exp(x) / Math.exp(x)).isCloseTo(1, within(3e-7));
  }

  @Test
  void isZeroWhereTheResultIsLostBesideOne() {
    assertThat(FastExp.exp(-50.1f)).isZero();
    assertThat(FastExp.exp(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(FastExp.exp(0f)).isEqualTo(1f);
    assertThat(FastExp.exp(Float.NaN)).isNaN();
  }
}
