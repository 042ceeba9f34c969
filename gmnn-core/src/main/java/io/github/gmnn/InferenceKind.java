package io.github.gmnn;

import io.github.gmnn.graph.Graph;

/**
 * A kind of q: its layers, and the objective, updater, epochs and other settings that go with them.
 * {@link InferenceKinds} has those of the library; implement this for one of your own.
 */
public interface InferenceKind {
  /** Returns its name, as the command line has it. */
  String name();

  /**
   * Sets what belongs to this kind, and nothing else: settings made afterwards replace it.
   *
   * @param builder a trainer's
   */
  void applyTo(GmnnTrainer.Builder builder);

  /**
   * Returns whether it is worth a trial on a graph where several kinds are tried; true unless
   * overridden.
   *
   * @param graph the graph
   */
  default boolean suits(Graph<?> graph) {
    return true;
  }
}
