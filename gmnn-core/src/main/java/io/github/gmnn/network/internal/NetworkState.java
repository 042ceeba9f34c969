package io.github.gmnn.network.internal;

/**
 * All that training changes in a network: its parameters, its updater's state, and how many updates
 * were made. Treat the arrays as read-only.
 *
 * @param parameters the elements of each parameter, in the order of DL4J's flat vector
 * @param updaterState the updater's state of each parameter
 * @param iteration how many updates were made
 */
public record NetworkState(float[][] parameters, float[][] updaterState, int iteration) {
  /** Returns whether all of some numbers are finite. */
  public static boolean areFinite(float[] values) {
    // No number but NaN and the infinities makes 0 · x anything but 0. Four sums at once, because
    // each waits for its last addition.
    float first = 0f;
    float second = 0f;
    float third = 0f;
    float fourth = 0f;
    int whole = values.length & -4;
    for (int i = 0; i < whole; i += 4) {
      first += 0f * values[i];
      second += 0f * values[i + 1];
      third += 0f * values[i + 2];
      fourth += 0f * values[i + 3];
    }
    for (int i = whole; i < values.length; i++) {
      first += 0f * values[i];
    }
    return first + second + third + fourth == 0f;
  }
}
