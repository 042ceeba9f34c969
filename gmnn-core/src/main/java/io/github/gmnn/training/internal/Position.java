package io.github.gmnn.training.internal;

/**
 * Where a fit stands, for another one to go on from.
 *
 * @param stage the stage, from 0
 * @param epoch how many of its epochs are done
 * @param highestMetric the highest validation metric of the stage; negative infinity before one
 * @param lowestLoss the lowest validation loss of the stage; infinity before one
 * @param epochsSinceBest how many epochs patience has counted
 */
public record Position(
    int stage, int epoch, double highestMetric, double lowestLoss, int epochsSinceBest) {
  /** Returns where a stage begins. */
  static Position atStartOf(int stage) {
    return new Position(stage, 0, Score.WORST.metric(), Score.WORST.loss(), 0);
  }

  Position afterEpoch() {
    return new Position(stage, epoch + 1, highestMetric, lowestLoss, epochsSinceBest);
  }

  Position afterUnvalidated() {
    return new Position(stage, epoch, highestMetric, lowestLoss, epochsSinceBest + 1);
  }

  Position after(Score score, boolean progress) {
    return new Position(
        stage,
        epoch,
        Math.max(highestMetric, score.metric()),
        score.loss() < lowestLoss ? score.loss() : lowestLoss,
        progress ? 0 : epochsSinceBest + 1);
  }
}
