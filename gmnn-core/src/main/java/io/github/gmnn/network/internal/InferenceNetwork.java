package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import org.jspecify.annotations.Nullable;

/**
 * q<sub>θ</sub>: predicts the label of a node from the attributes around it. Amortised inference of
 * the posterior over unknown labels (section 4.2.1 of the paper).
 */
public final class InferenceNetwork extends GraphNetwork implements Posterior {
  private final SparseInput attributes;

  /**
   * Attaches q to a graph.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param attributes the attributes of the nodes, a row per node
   * @param classes the number of classes
   * @param workers the threads to use
   */
  public InferenceNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      CsrMatrix attributes,
      int classes,
      Workers workers) {
    super(definition, adjacency, attributes.columns(), classes, workers);
    this.attributes = new SparseInput(attributes);
  }

  /**
   * Trains one epoch.
   *
   * @param objective of the labels of the labelled nodes (Eq. 11), and in an E-step beside them of
   *     what p predicts for the others (Eq. 10)
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of this epoch
   * @return the loss before the update
   */
  public double train(Objective objective, int epoch, RandomStream random) {
    return step(attributes, objective, epoch, random);
  }

  /**
   * Adds the gradient of an objective, without changing the parameters.
   *
   * @param objective what to differentiate
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of the passes
   * @param sum what the gradient and the loss are added to
   */
  public void addGradient(Objective objective, int epoch, RandomStream random, Gradient sum) {
    addGradient(attributes, objective, epoch, random, sum);
  }

  /** Returns the logits of every node, without dropout; overwritten by the next pass. */
  @Override
  public DenseMatrix logits() {
    return evaluate(attributes);
  }

  /**
   * Returns the logits of some nodes, without dropout; overwritten by the next pass.
   *
   * @param nodes the nodes
   * @return a row per node of the graph, of which only those of {@code nodes} mean something
   */
  @Override
  public DenseMatrix logits(RowSet nodes) {
    return evaluate(attributes, nodes);
  }

  /** Returns the last hidden layer of every node, a copy, or null if q has one layer only. */
  public @Nullable DenseMatrix embeddings() {
    return evaluateHidden(attributes);
  }
}
