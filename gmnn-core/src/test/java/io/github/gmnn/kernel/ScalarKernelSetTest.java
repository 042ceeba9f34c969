package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScalarKernelSetTest {
  @Test
  void noKernelNeedsVectors() {
    KernelSet kernels = new ScalarKernelSet();
    assertThat(kernels.usesVectors()).isFalse();
    assertThat(kernels.dense()).isExactlyInstanceOf(ScalarDenseKernels.class);
    assertThat(kernels.sparse()).isExactlyInstanceOf(ScalarSparseKernels.class);
    assertThat(kernels.layer()).isExactlyInstanceOf(LayerKernels.class);
    assertThat(kernels.messages()).isExactlyInstanceOf(MessageKernels.class);
  }
}
