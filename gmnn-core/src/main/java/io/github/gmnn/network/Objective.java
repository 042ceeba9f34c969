package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;

/**
 * What a training step minimises: given a network's outputs at the nodes, the loss and its gradient
 * there. {@link SoftmaxCrossEntropy} is the one of the paper.
 *
 * <p>An objective may ask for several stochastic passes a step, each with a dropout of its own, and
 * compare them. The network holds buffers for each pass, so that their outputs are all there when
 * it is asked and their backward halves follow; the passes run side by side where there are
 * threads.
 *
 * <p>Losses are sums over nodes, and the weight that they count for goes with them: the step
 * divides one by the other. So the sums of several parts of a graph add up to those of the whole.
 *
 * <p>Implementations draw randomness from {@link Outputs#random()} alone and may keep buffers; one
 * instance serves one network on one thread.
 */
public interface Objective {
  /** Returns how many stochastic passes a step makes; 1 unless overridden. */
  default int passes() {
    return 1;
  }

  /** Returns the nodes whose outputs are read; the others are not computed. */
  RowSet nodes();

  /**
   * Computes the loss of a step and fills the gradient of each pass, which is zero everywhere when
   * it is called.
   *
   * @param outputs the outputs of the passes, and where their gradients go
   * @return the loss
   */
  Loss lossAndGradient(Outputs outputs);

  /**
   * A loss as a sum.
   *
   * @param sum the sum of the nodes' losses, each times its weight
   * @param weight the sum of these weights; 1 if {@code sum} is a mean already
   */
  record Loss(double sum, double weight) {}

  /**
   * Makes the objective of a phase from what it trains towards. {@code SoftmaxCrossEntropy::new} is
   * the paper's; one with settings of its own is best a record, whose text then names them.
   */
  @FunctionalInterface
  public interface Factory {
    /**
     * Makes an objective.
     *
     * @param targets the distributions to train towards, the nodes that count, and their weights
     */
    Objective of(Targets targets);

    /** Returns how many passes a step of its objectives makes; 1 unless overridden. */
    default int passes() {
      return 1;
    }

    /** Returns the factory of {@link SoftmaxCrossEntropy}. */
    static Factory softmaxCrossEntropy() {
      return SoftmaxCrossEntropyFactory.INSTANCE;
    }
  }

  /**
   * What an {@link Objective} sees of a step: what the network gave for every node in each pass,
   * and where the gradients there go.
   */
  public interface Outputs {
    /** Returns the number of passes. */
    int passes();

    /** Returns what a pass gave, a row per node: logits where the network classifies. */
    DenseMatrix logits(int pass);

    /** Returns where the gradient of the loss at {@link #logits} goes. */
    DenseMatrix gradient(int pass);

    /** Returns the epoch within its phase, from 1. */
    int epoch();

    /** Returns the objective's own randomness of this step. */
    RandomStream random();

    /** Returns the threads to use. */
    Workers workers();
  }
}
