package io.github.gmnn.advice;

/**
 * Scores how worthwhile it would be to label each node. {@link AdviceStrategies} has the library's;
 * your own is a lambda: {@code (context, scores) -> ...}.
 *
 * <p>Strategies draw randomness from the context alone, so that the same question has the same
 * answer.
 */
@FunctionalInterface
public interface AdviceStrategy {
  /**
   * Scores the nodes; the highest is asked for. Called once for each node of a batch: what was
   * chosen before counts as labelled in the context.
   *
   * @param context what is known of the nodes
   * @param scores to be filled, a number for each node; those of nodes that are no {@linkplain
   *     AdviceContext#isCandidate candidates} are ignored, as are nodes whose score is not a number
   */
  void score(AdviceContext context, double[] scores);

  /**
   * Says why a node was chosen, in a few words for people.
   *
   * @param context what was known when it was scored
   * @param node the node
   */
  default String reason(AdviceContext context, int node) {
    return "";
  }
}
