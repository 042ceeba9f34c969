package io.github.gmnn.network;

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
    float sum = 0f; // no number but NaN and the infinities makes 0 · x anything but 0
    for (float value : values) {
      sum += 0f * value;
    }
    return sum == 0f;
  }
}
