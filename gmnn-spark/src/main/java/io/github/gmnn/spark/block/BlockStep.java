package io.github.gmnn.spark.block;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.spark.layout.ValidationRows;
import io.github.gmnn.spark.layout.ValidationSample;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.EpochLoop;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What blocks are asked in one job.
 *
 * @param phase the phase: whose network, and towards what
 * @param iteration the EM iteration
 * @param epoch the epoch whose gradient is wanted, or 0 for none
 * @param validates whether the validation nodes are to be predicted
 * @param seed of all randomness
 * @param classWeights a weight per class, or null
 * @param sampledWeight what a target counts for that was drawn to stand for others
 * @param groups how targets count where those of an E-step count by their certainty, or null
 * @param traced the validation nodes whose logits are wanted, or null for none
 */
public record BlockStep(
    Phase phase,
    int iteration,
    int epoch,
    boolean validates,
    long seed,
    float @Nullable [] classWeights,
    float sampledWeight,
    @Nullable GroupWeights groups,
    @Nullable ValidationSample traced)
    implements Serializable {
  /** The randomness that one machine gives the epoch. */
  RandomStream random() {
    return EpochLoop.random(
        RandomStream.of(seed), new Phase.Planned(phase, iteration, epoch), epoch);
  }

  /**
   * What a block answers.
   *
   * @param gradient sums at all parameters, or null if no target of it counts
   * @param loss the sum of the losses
   * @param weight what the sums count for
   * @param counts what it says of its validation nodes, or null if it has none or is not asked
   * @param traced its logits of those that are traced, or null likewise
   */
  record Share(
      float @Nullable [] gradient,
      double loss,
      double weight,
      @Nullable ConfusionCounts counts,
      @Nullable ValidationRows traced)
      implements Serializable {
    /** Of a block that has nothing to say. */
    static final Share NOTHING = new Share(null, 0, 0, null, null);
  }
}
