package io.github.gmnn.spark.block;

import io.github.gmnn.em.Confidence;
import io.github.gmnn.spark.layout.Role;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How much targets count where q learns from labels and from what is nearly certain: a labelled
 * node by its class, another by its certainty, and each of the two groups one in all.
 *
 * @param classes how many classes there are
 * @param classWeights a weight per class, or null
 * @param sampledWeight what a target counts for that was drawn to stand for others
 * @param labelled the weights of all labelled targets, summed
 * @param others those of all others
 */
public record GroupWeights(
    int classes,
    float @Nullable [] classWeights,
    float sampledWeight,
    double labelled,
    double others)
    implements Serializable {
  /** Before anything is summed. */
  public static GroupWeights of(int classes, float @Nullable [] classWeights, float sampledWeight) {
    return new GroupWeights(classes, classWeights, sampledWeight, 0, 0);
  }

  /** With what a block's targets weigh. */
  public GroupWeights plus(double[] sums) {
    return new GroupWeights(
        classes, classWeights, sampledWeight, labelled + sums[0], others + sums[1]);
  }

  /** What the labelled targets of a block weigh, and what its others do. */
  public double[] sums(Block block, float[][] targets) {
    double[] sums = new double[2];
    for (int row : block.targets()) {
      sums[isLabelled(block, row) ? 0 : 1] += weight(block, row, targets[0]);
    }
    return sums;
  }

  /** The share of its group that a target counts for. */
  float share(Block block, int row, float[] distributions) {
    double sum = isLabelled(block, row) ? labelled : others;
    return sum == 0 ? 0 : (float) ((float) weight(block, row, distributions) / sum);
  }

  /** How many groups count. */
  int groups() {
    return (labelled > 0 ? 1 : 0) + (others > 0 ? 1 : 0);
  }

  private double weight(Block block, int row, float[] distributions) {
    if (isLabelled(block, row)) {
      return classWeights == null ? 1 : classWeights[block.label(row)];
    }
    double certainty = Confidence.certainty(distributions, row * classes, classes);
    return block.role(row) == Role.UNLABELLED ? sampledWeight * certainty : certainty;
  }

  private static boolean isLabelled(Block block, int row) {
    return block.role(row) == Role.TRAINING;
  }
}
