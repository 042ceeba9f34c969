package io.github.gmnn.em;

import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;

/**
 * How the steps of {@link Em} are computed and its networks evaluated: on matrices of this process,
 * by a softmax over nodes, or on a cluster. What is computed, when, and what becomes of it is not
 * the engine's business.
 *
 * @param <A> annotations of all nodes, in one sample or several
 * @param <T> a target distribution of every node
 */
public interface Engine<A, T> {
  /** Returns q<sub>θ</sub>. */
  Trainable inference();

  /** Returns p<sub>φ</sub>. */
  Trainable learning();

  /**
   * Trains q towards the labels of the labelled nodes (Eq. 11).
   *
   * @param phase the stage
   */
  Training towardsLabels(Phase.Planned phase);

  /**
   * Draws annotations of all nodes from q as it is (Eq. 9); labelled nodes keep their labels.
   *
   * @param iteration the EM iteration
   * @param round tells the draws of one iteration apart
   */
  A annotate(int iteration, int round);

  /**
   * Trains p towards the annotation of every node, given those around it: the mean over samples
   * (Eq. 14) of the pseudolikelihood (Eq. 13).
   *
   * @param annotations the annotations
   * @param phase the stage
   */
  Training towardsAnnotations(A annotations, Phase.Planned phase);

  /**
   * Returns what p predicts from annotations for unlabelled nodes, the mean of log p over samples
   * (Eq. 10), and the labels of the others.
   *
   * @param annotations the annotations
   * @param phase the stage
   */
  T predictions(A annotations, Phase.Planned phase);

  /**
   * Trains q towards the targets of all nodes (Eq. 12).
   *
   * @param targets the targets, not used otherwise from now on
   * @param phase the stage
   * @param resumed whether the stage goes on after some of its epochs
   */
  Training towardsTargets(T targets, Phase.Planned phase, boolean resumed);

  /** Lets go of annotations that nothing asks for any more. */
  default void release(A annotations) {}

  /** Called when pre-training has ended and q is in its best state. */
  default void pretrained() {}

  /** Adds to a checkpoint the networks, and what else a fit needs to go on. */
  void save(Checkpoint.Builder to);

  /**
   * Goes on from a checkpoint.
   *
   * @throws ModelFormatException if something is missing
   * @throws IllegalArgumentException if something has another shape
   */
  void restore(Checkpoint from) throws ModelFormatException;
}
