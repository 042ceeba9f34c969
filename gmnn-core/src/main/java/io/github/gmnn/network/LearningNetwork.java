package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import java.util.List;

/**
 * p<sub>φ</sub> on a graph: predicts the label of a node from the labels around it, and from the
 * attributes around it if it is given them (section 4.2.2 of the paper).
 *
 * <p>The paper's p<sub>φ</sub>(y<sub>n</sub> | y<sub>NB(n)</sub>) does not look at y<sub>n</sub>.
 * The released code's does, and so do the default layers here: graph convolutions have self-loops,
 * and two of them come back to a node from its neighbours. Dropout on the annotations keeps p from
 * learning to copy. Layers that see the neighbours' labels alone are {@code
 * GraphConvLayer.builder().selfLoops(false)} first and {@code LinearLayer}s after it; {@code
 * GmnnTrainer.Builder.ownLabelInLearning(false)} chooses them.
 *
 * <p>{@code Gmnn.learningNetwork} attaches one to a graph, for applications with a training loop of
 * their own. Parameters are zero until {@link #initialize} draws them or {@link #setParameters}
 * takes them over, and there is nothing to predict from before {@link #annotate}. Not thread-safe,
 * and not made to be implemented by applications.
 */
public interface LearningNetwork {
  /**
   * Draws new parameters, to be trained; updaters start anew.
   *
   * @param random the randomness
   * @throws IllegalStateException if a layer, its initialisation or its updater needs an ND4J
   *     backend and there is none
   */
  void initialize(RandomStream random);

  /**
   * Makes annotations of all nodes p's input until the next call.
   *
   * @param samples one or more annotations: a distribution over the classes per node, one-hot where
   *     labels were drawn
   */
  void annotate(List<DenseMatrix> samples);

  /**
   * Trains one epoch: towards the annotation of every node, from the annotations around it (Eq.
   * 14).
   *
   * @param objectives the objective that belongs to each annotation
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of this epoch
   * @return the loss before the update, the mean over the annotations
   */
  double train(List<Objective> objectives, int epoch, RandomStream random);

  /**
   * Returns scores whose order within each row is that of {@link #distributions()}, at a lower
   * cost: what is needed to tell the likeliest labels. Overwritten by the next pass.
   *
   * @param nodes the nodes whose labels are asked for
   * @return a row per node of the graph, of which only those of {@code nodes} mean something
   */
  DenseMatrix scores(RowSet nodes);

  /**
   * Returns p<sub>φ</sub>(y<sub>n</sub> | ŷ<sub>NB(n)</sub>) of every node. With several
   * annotations it is the normalised exponential of the mean of log p, as Eq. 10 asks for.
   * Overwritten by the next call.
   */
  DenseMatrix distributions();

  /** Returns a copy of the parameters, in the order of DL4J's flat vector. */
  float[][] parameters();

  /**
   * Takes over the parameters of a network of the same shape; updaters start anew.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  void setParameters(float[][] parameters);
}
