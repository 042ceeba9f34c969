package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import org.jspecify.annotations.Nullable;

/** The {@link InferenceNetwork} that fits train. */
public final class InferenceGraphNetwork extends GraphNetwork
    implements InferenceNetwork, Posterior {
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
  public InferenceGraphNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      CsrMatrix attributes,
      int classes,
      Workers workers) {
    super(definition, adjacency, attributes.columns(), classes, workers);
    this.attributes = new SparseInput(attributes);
  }

  /** Returns the attributes of the nodes. */
  public CsrMatrix attributes() {
    return attributes.matrix();
  }

  @Override
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

  @Override
  public DenseMatrix logits() {
    return evaluate(attributes);
  }

  @Override
  public DenseMatrix logits(RowSet nodes) {
    return evaluate(attributes, nodes);
  }

  @Override
  public @Nullable DenseMatrix embeddings() {
    return evaluateHidden(attributes);
  }
}
