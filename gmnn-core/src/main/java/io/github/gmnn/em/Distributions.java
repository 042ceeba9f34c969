package io.github.gmnn.em;

import io.github.gmnn.training.internal.Score;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ConfidentEm} does with a distribution of every node, wherever these are kept.
 *
 * @param <T> a distribution of every node
 */
public interface Distributions<T> {
  /** Returns what validation says of distributions; null if there is nothing to go by. */
  @Nullable Score score(T distributions);

  /**
   * Smooths distributions over the graph, see {@link Smoothing}.
   *
   * @param distributions left as they are
   * @param shares how much of a node's distribution comes from its neighbours
   * @return the smoothed distributions in the order of the shares
   */
  Stream<T> smoothed(T distributions, List<Float> shares);

  /**
   * Sharpens distributions, see {@link Confidence}, and makes the label of every labelled node
   * certain.
   *
   * @param distributions not used otherwise from now on
   */
  T sharpened(T distributions);

  /** Lets go of distributions that nothing asks for any more. */
  default void discard(T distributions) {}
}
