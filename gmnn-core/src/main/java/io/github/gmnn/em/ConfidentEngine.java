package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.Phase;

/**
 * What {@link ConfidentEm} needs beside an {@link Engine}: networks that start anew, distributions
 * that are compared, and q on its way towards those that are sure.
 *
 * @param <A> annotations of all nodes, in one sample or several
 * @param <T> a target distribution of every node
 */
public interface ConfidentEngine<A, T> extends Engine<A, T> {
  /** Returns whether there is a p. */
  boolean trainsLearning();

  /** Starts q from new weights. */
  void startInference(RandomStream initial);

  /** Starts p from new weights. */
  void startLearning(RandomStream initial);

  /** Returns what q as it is says of unlabelled nodes, and the labels of the others. */
  T distributionsWithLabels();

  /** Returns what can be done with distributions. */
  Distributions<T> distributions();

  /**
   * Trains q towards the labels and towards distributions of all other nodes, which count by their
   * {@link Confidence#certainty certainty}; each of the two groups counts one in all.
   *
   * @param targets the targets, not used otherwise from now on
   * @param phase the stage
   */
  Training towardsConfident(T targets, Phase.Planned phase);

  /** Returns what measures predictions of the validation nodes. */
  Validation validation();

  /** Returns how far the labels of neighbours agree. */
  LabelAgreement labelAgreement();
}
