package io.github.gmnn.training;

import java.util.Locale;

/**
 * Estimates how much memory a fit needs besides the graph, before it starts. It counts the arrays
 * that grow with the graph or the networks, and so is a lower bound: what DL4J's own layers
 * allocate outside the heap, and buffers of single layers, are not in it.
 *
 * @param parameters bytes of weights, their gradients and their copy in the model, updater state,
 *     and the best states that are kept
 * @param activations bytes of what the layers hold per node
 * @param data bytes of scaled features, targets, annotations and distributions
 */
public record MemoryEstimate(long parameters, long activations, long data) {
  /** Returns the sum of all parts, in bytes. */
  public long total() {
    return parameters + activations + data;
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", (bytes + (1 << 20) - 1) >> 20);
  }

  @Override
  public String toString() {
    return megabytes(total())
        + " ("
        + megabytes(parameters)
        + " of parameters, "
        + megabytes(activations)
        + " of activations, "
        + megabytes(data)
        + " of data)";
  }
}
