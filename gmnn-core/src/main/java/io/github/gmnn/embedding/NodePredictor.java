package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Trainable;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.Arrays;
import java.util.stream.Stream;

/** A network that predicts nodes: an encoder and a softmax over all nodes. Both q and p are one. */
final class NodePredictor implements Trainable {
  private final GraphNetwork encoder;
  private final NodeSoftmax output;

  NodePredictor(GraphNetwork encoder, NodeSoftmax output) {
    this.encoder = encoder;
    this.output = output;
  }

  /** Trains one epoch and returns the loss before its update. */
  double train(SparseInput input, CsrMatrix targets, int epoch, RandomStream random) {
    double loss = encoder.step(input, output.objective(targets), epoch, random);
    output.update();
    return loss;
  }

  /** Returns the last hidden layer of every node, without dropout; overwritten by the next pass. */
  DenseMatrix hidden(SparseInput input) {
    return encoder.evaluate(input);
  }

  NodeSoftmax output() {
    return output;
  }

  @Override
  public boolean isFinite() {
    return encoder.isFinite() && output.isFinite();
  }

  /** The encoder's state, and after it the output layer's. */
  @Override
  public NetworkState state() {
    NetworkState first = encoder.state();
    NetworkState last = output.state();
    return new NetworkState(
        concat(first.parameters(), last.parameters()),
        concat(first.updaterState(), last.updaterState()),
        first.iteration());
  }

  @Override
  public void restore(NetworkState state) {
    int cut = state.parameters().length - NodeSoftmax.PARAMETERS;
    encoder.restore(part(state, 0, cut));
    output.restore(part(state, cut, state.parameters().length));
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
