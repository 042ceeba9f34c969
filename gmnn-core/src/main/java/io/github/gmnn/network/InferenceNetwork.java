package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import org.jspecify.annotations.Nullable;

/**
 * q<sub>θ</sub> on a graph: predicts the label of a node from the attributes around it. Amortised
 * inference of the posterior over unknown labels (section 4.2.1 of the paper).
 *
 * <p>{@code Gmnn.inferenceNetwork} attaches one to a graph, for applications with a training loop
 * of their own. Parameters are zero until {@link #initialize} draws them or {@link #setParameters}
 * takes them over. Not thread-safe, and not made to be implemented by applications.
 */
public interface InferenceNetwork {
  /**
   * Draws new parameters, to be trained; updaters start anew.
   *
   * @param random the randomness
   * @throws IllegalStateException if a layer, its initialisation or its updater needs an ND4J
   *     backend and there is none
   */
  void initialize(RandomStream random);

  /**
   * Trains one epoch.
   *
   * @param objective of the labels of the labelled nodes (Eq. 11), and in an E-step beside them of
   *     what p predicts for the others (Eq. 10)
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of this epoch
   * @return the loss before the update
   */
  double train(Objective objective, int epoch, RandomStream random);

  /** Returns the logits of every node, without dropout; overwritten by the next pass. */
  DenseMatrix logits();

  /**
   * Returns the logits of some nodes, without dropout; overwritten by the next pass.
   *
   * @param nodes the nodes
   * @return a row per node of the graph, of which only those of {@code nodes} mean something
   */
  DenseMatrix logits(RowSet nodes);

  /** Returns the last hidden layer of every node, a copy, or null if q has one layer only. */
  @Nullable DenseMatrix embeddings();

  /** Returns a copy of the parameters, in the order of DL4J's flat vector. */
  float[][] parameters();

  /**
   * Takes over the parameters of a network of the same shape; updaters start anew.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  void setParameters(float[][] parameters);
}
