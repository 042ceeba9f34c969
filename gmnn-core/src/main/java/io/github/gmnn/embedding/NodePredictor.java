package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.Encoder;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;

/** A network that predicts nodes: an encoder and a softmax over all nodes. Both q and p are one. */
final class NodePredictor {
  private final Encoder encoder;
  private final NodeSoftmax output;
  private final DenseMatrix hiddenGradient;

  NodePredictor(Encoder encoder, NodeSoftmax output) {
    this.encoder = encoder;
    this.output = output;
    this.hiddenGradient = DenseMatrix.zeros(output.classes, output.units);
  }

  /** Trains one epoch and returns the loss before its update. */
  double train(SparseInput input, CsrMatrix targets, RandomStream random) {
    DenseMatrix hidden = encoder.forward(input, true, random.derive(0));
    double loss = output.lossAndGradient(hidden, targets, hiddenGradient, random.derive(1));
    output.update();
    encoder.update(hiddenGradient);
    return loss;
  }

  /** Returns the last hidden layer of every node, without dropout; overwritten by the next pass. */
  DenseMatrix hidden(SparseInput input) {
    return encoder.forward(input, false, null);
  }

  NodeSoftmax output() {
    return output;
  }
}
