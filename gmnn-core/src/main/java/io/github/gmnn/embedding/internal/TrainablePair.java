package io.github.gmnn.embedding.internal;

import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Trainable;
import java.util.Arrays;
import java.util.stream.Stream;

/** Two things trained together, such as an encoder and what its loss learns, as one. */
public class TrainablePair implements Trainable {
  private final Trainable first;
  private final Trainable last;
  private final int parametersOfLast;

  /**
   * Pairs them.
   *
   * @param parametersOfLast how many arrays of parameters the last one has
   */
  public TrainablePair(Trainable first, Trainable last, int parametersOfLast) {
    this.first = first;
    this.last = last;
    this.parametersOfLast = parametersOfLast;
  }

  @Override
  public final boolean isFinite() {
    return first.isFinite() && last.isFinite();
  }

  /** The first one's state, and after it the last one's. */
  @Override
  public final NetworkState state() {
    NetworkState ofFirst = first.state();
    NetworkState ofLast = last.state();
    return new NetworkState(
        concat(ofFirst.parameters(), ofLast.parameters()),
        concat(ofFirst.updaterState(), ofLast.updaterState()),
        ofFirst.iteration());
  }

  @Override
  public final void restore(NetworkState state) {
    int cut = state.parameters().length - parametersOfLast;
    first.restore(part(state, 0, cut));
    last.restore(part(state, cut, state.parameters().length));
  }

  private static float[][] concat(float[][] first, float[][] last) {
    return Stream.of(first, last).flatMap(Arrays::stream).toArray(float[][]::new);
  }

  private static NetworkState part(NetworkState state, int from, int to) {
    return new NetworkState(
        Arrays.copyOfRange(state.parameters(), from, to),
        Arrays.copyOfRange(state.updaterState(), from, to),
        state.iteration());
  }
}
