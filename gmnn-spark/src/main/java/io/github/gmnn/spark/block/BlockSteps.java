package io.github.gmnn.spark.block;

/**
 * Runs the steps of a phase on all blocks, each with what the phase gave it. Who runs them does not
 * change a bit: a block's share depends on the block, the parameters and named randomness alone,
 * and shares are summed in the order of blocks.
 */
@FunctionalInterface
public interface BlockSteps {
  /**
   * Runs a step.
   *
   * @param step what blocks are asked
   * @param parameters of the network that the phase trains
   */
  BlockSum run(BlockStep step, float[][] parameters);
}
