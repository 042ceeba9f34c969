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
  /** Returns whether all parameters are finite: a step that was too large leaves NaN. */
  public boolean isFinite() {
    for (float[] values : parameters) {
      for (float value : values) {
        if (!Float.isFinite(value)) {
          return false;
        }
      }
    }
    return true;
  }
}
