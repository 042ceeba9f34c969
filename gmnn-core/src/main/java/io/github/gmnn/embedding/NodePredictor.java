package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;

/** A network that predicts nodes: an encoder and a softmax over all nodes. Both q and p are one. */
final class NodePredictor extends TrainablePair {
  private final GraphNetwork encoder;
  private final NodeSoftmax output;

  NodePredictor(GraphNetwork encoder, NodeSoftmax output) {
    super(encoder, output, NodeSoftmax.PARAMETERS);
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
}
