package io.github.gmnn.spark.block;

import io.github.gmnn.compute.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * Steps on the driver, for blocks that are small: a job costs tens of milliseconds before any work
 * is done, and a fit has up to a thousand steps.
 */
final class DriverSteps implements BlockSteps {
  private final List<Block> blocks;
  private final List<float[][]> given;
  private final StepTask.Networks networks;
  private final int classes;
  private final Workers workers;

  /**
   * Makes them.
   *
   * @param blocks all blocks
   * @param given what the phase gave each
   * @param networks the networks of the fit
   * @param classes how many classes there are
   * @param workers share the blocks, or the rows of one that is alone
   */
  DriverSteps(
      List<Block> blocks,
      List<float[][]> given,
      StepTask.Networks networks,
      int classes,
      Workers workers) {
    this.blocks = blocks;
    this.given = given;
    this.networks = networks;
    this.classes = classes;
    this.workers = workers;
  }

  @Override
  public BlockSum run(BlockStep step, float[][] parameters) {
    BlockStep.Share[] shares = new BlockStep.Share[blocks.size()];
    Workers within = blocks.size() == 1 ? workers : Workers.sequential();
    workers.forRows(
        shares.length,
        Workers.MIN_WORK_PER_THREAD,
        (from, to) -> {
          for (int b = from; b < to; b++) {
            shares[b] = blocks.get(b).share(step, parameters, given.get(b), networks, within);
          }
        });
    return new BlockSum(Arrays.asList(shares), classes);
  }
}
