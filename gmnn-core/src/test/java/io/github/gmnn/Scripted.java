package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.Objective;
import java.util.function.IntFunction;
import org.nd4j.linalg.learning.config.Sgd;

/**
 * An objective that leads a network where a test wants it: after the update of an epoch the logits
 * of some nodes are those asked for. It holds for a single linear layer in which each of these
 * nodes has an input column of its own, trained by {@code Sgd(1)} without penalty or dropout.
 */
final class Scripted implements Objective {
  private final int nodes;
  private final int[] led;
  private final IntFunction<float[][]> logits;

  /**
   * Makes the objective.
   *
   * @param nodes how many nodes the graph has
   * @param led the nodes to lead
   * @param logits for an epoch, from 1, the logits of each of {@code led}
   */
  Scripted(int nodes, int[] led, IntFunction<float[][]> logits) {
    this.nodes = nodes;
    this.led = led;
    this.logits = logits;
  }

  /** A trainer whose q, on a graph without features, holds the logits of each node as a weight. */
  static GmnnTrainer.Builder trainer() {
    return Gmnn.paper()
        .inferenceLayers(LinearLayer.builder().build())
        .updater(new Sgd(1))
        .l2(0)
        .pretrainEpochs(1)
        .learningEpochs(1)
        .inferenceEpochs(1);
  }

  @Override
  public RowSet nodes() {
    return RowSet.all(nodes);
  }

  @Override
  public Loss lossAndGradient(Objective.Outputs outputs) {
    DenseMatrix now = outputs.logits(0);
    float[][] wanted = logits.apply(outputs.epoch());
    for (int i = 0; i < led.length; i++) {
      for (int c = 0; c < now.columns(); c++) {
        outputs.gradient(0).set(led[i], c, now.get(led[i], c) - wanted[i][c]);
      }
    }
    return new Loss(1, 1);
  }
}
