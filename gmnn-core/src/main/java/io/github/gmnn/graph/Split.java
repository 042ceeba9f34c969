package io.github.gmnn.graph;

import java.util.List;

/**
 * Labelled keys, parted for training, validation and testing.
 *
 * @param <K> type of the keys
 * @param trainKeys keys to train on
 * @param validationKeys keys that choose the epoch
 * @param testKeys keys to measure with
 */
public record Split<K>(List<K> trainKeys, List<K> validationKeys, List<K> testKeys) {
  /** Copies the lists. */
  public Split {
    trainKeys = List.copyOf(trainKeys);
    validationKeys = List.copyOf(validationKeys);
    testKeys = List.copyOf(testKeys);
  }

  @Override
  public String toString() {
    return "Split("
        + trainKeys.size()
        + " training, "
        + validationKeys.size()
        + " validation, "
        + testKeys.size()
        + " test keys)";
  }
}
