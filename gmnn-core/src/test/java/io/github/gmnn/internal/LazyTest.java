package io.github.gmnn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LazyTest {
  @Test
  void theValueIsMadeOnceAndOnlyWhenItIsAskedFor() {
    AtomicInteger made = new AtomicInteger();
    Lazy<Integer> lazy = new Lazy<>(made::incrementAndGet);
    assertThat(made).hasValue(0);
    assertThat(IntStream.range(0, 1000).parallel().map(i -> lazy.get()).distinct().toArray())
        .containsExactly(1);
    assertThat(made).hasValue(1);
  }

  @Test
  void aMakerThatThrewIsAskedAgain() {
    AtomicInteger calls = new AtomicInteger();
    Lazy<String> lazy =
        new Lazy<>(
            () -> {
              if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
              }
              return "made";
            });
    assertThatIllegalStateException().isThrownBy(lazy::get).withMessage("not yet");
    assertThat(lazy.get()).isEqualTo("made");
  }
}
