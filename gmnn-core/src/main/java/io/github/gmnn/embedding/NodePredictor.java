package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.internal.TrainablePair;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;

/** A network that predicts nodes: an encoder and a softmax over all nodes. Both q and p are one. */
final class NodePredictor extends TrainablePair {
  private final GraphNetwork encoder;
  private final NodeSoftmax output;
  private final NodeBatches batches;

  NodePredictor(GraphNetwork encoder, NodeSoftmax output, NodeBatches batches) {
    super(encoder, output, NodeSoftmax.PARAMETERS);
    this.encoder = encoder;
    this.output = output;
    this.batches = batches;
  }

  /** Trains one epoch, an update per batch, and returns the nodes' mean loss before theirs. */
  double train(SparseInput input, CsrMatrix targets, int epoch, RandomStream random) {
    batches.shuffle(random.derive("batches"));
    double sum = 0;
    for (int b = 0; b < batches.batches().size(); b++) {
      NodeBatches.Batch batch = batches.batches().get(b);
      // the first batch draws what an epoch of one batch does
      RandomStream ofBatch = b == 0 ? random : random.derive(b);
      double loss = encoder.step(input, output.objective(targets, batch), epoch, ofBatch);
      output.update();
      sum += batch.size() * loss;
    }
    return sum / targets.rows();
  }

  /** Returns the last hidden layer of every node, without dropout; overwritten by the next pass. */
  DenseMatrix hidden(SparseInput input) {
    return encoder.evaluate(input);
  }

  NodeSoftmax output() {
    return output;
  }
}
