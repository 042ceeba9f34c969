package io.github.gmnn.graph.link;

/**
 * What a link sees of the graph: whether its features, and what it receives from other links, may
 * come from links that are later than itself. A question of what the answer is for: a link that has
 * been there for a while may be judged by all that is known, one that comes in now by its past.
 */
public enum LinkView {
  /** All links, later ones too. */
  WHOLE_GRAPH,
  /**
   * Links that are earlier by their times, and nothing else: the answer is the one that could have
   * been given when the link was made, and links that come later do not change it.
   */
  PAST_ONLY
}
