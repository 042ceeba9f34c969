package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowBlocksTest {
  @Test
  void blocksCoverTheRowsOfABatch() {
    RowBlocks blocks = new RowBlocks(4, 2, 3);
    assertThat(blocks.count(8)).isEqualTo(2);
    assertThat(blocks.count(9)).isEqualTo(3);
    assertThat(blocks.start(2)).isEqualTo(8);
    assertThat(blocks.buffers(9, 1).rows()).isEqualTo(4);
    assertThat(blocks.buffers(9, 2).rows()).isEqualTo(1);
    assertThat(blocks.buffers(3, 0).rows()).isEqualTo(3);
    assertThat(blocks.buffers(9, 2).hiddenGradient().columns()).isEqualTo(2);
    assertThat(blocks.buffers(9, 2).logits().columns()).isEqualTo(3);
  }

  @Test
  void stepsUseTheirBuffersAgain() {
    RowBlocks blocks = new RowBlocks(4, 2, 3);
    RowBlocks.Buffers full = blocks.buffers(10, 0);
    RowBlocks.Buffers rest = blocks.buffers(10, 2);
    assertThat(blocks.buffers(10, 1)).isSameAs(full);
    assertThat(blocks.buffers(9, 0)).isSameAs(full);
    assertThat(blocks.buffers(10, 2)).isSameAs(rest);
  }
}
