package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.training.MemoryEstimate;
import org.junit.jupiter.api.Test;

/** What an estimate counts is tested through the trainer. */
class FitMemoryTest {
  @Test
  void aFitThatTheHeapCannotHoldIsRefused() {
    MemoryEstimate estimate = new MemoryEstimate(1L << 30, 1, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FitMemory.requireFits(estimate, 1L << 30))
        .withMessageContaining("1,025 MB")
        .withMessageContaining("the heap is 1,024 MB");
    FitMemory.requireFits(estimate, estimate.total());
  }
}
