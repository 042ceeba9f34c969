package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.List;

/**
 * q<sub>θ</sub>: predicts the label of a node from the attributes around it. Amortised inference of
 * the posterior over unknown labels (section 4.2.1 of the paper).
 */
public final class InferenceNetwork extends GraphNetwork {
  private final List<SparseInput> attributes;

  /**
   * Creates q on a graph.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param attributes the attributes of the nodes, a row per node
   * @param classes the number of classes
   * @param random the randomness of its initial weights
   * @param workers the threads to use
   */
  public InferenceNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      CsrMatrix attributes,
      int classes,
      RandomStream random,
      Workers workers) {
    super(definition, adjacency, attributes.columns(), classes, random, workers);
    this.attributes = List.of(new SparseInput(attributes));
  }

  /**
   * Trains one epoch.
   *
   * @param targets the labels of the labelled nodes (Eq. 11), and in an E-step beside them what p
   *     predicts for the others (Eq. 10)
   * @param random the randomness of this epoch
   * @return the loss before the update
   */
  public double trainEpoch(Targets targets, RandomStream random) {
    return step(attributes, List.of(targets), random);
  }

  /** Returns the logits of every node, without dropout; overwritten by the next pass. */
  public DenseMatrix logits() {
    return evaluate(attributes.get(0));
  }

  /**
   * Returns the logits of some nodes, without dropout; overwritten by the next pass.
   *
   * @param nodes the nodes; an array that is given again must hold the same ones
   * @return a row per node of the graph, of which only those of {@code nodes} mean something
   */
  public DenseMatrix logits(int[] nodes) {
    return evaluate(attributes.get(0), nodes);
  }

  /** Returns the last hidden layer of every node, a copy, or null if q has one layer only. */
  public DenseMatrix embeddings() {
    return evaluateHidden(attributes.get(0));
  }
}
