package io.github.gmnn.spark;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.Adjacency;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * A network with its sizes, as it travels to executors.
 *
 * @param layers its layers
 * @param updater its updater
 * @param l2 its penalty
 * @param inputs how many values a node has
 * @param outputs how many classes there are
 */
record NetworkPlan(ArrayList<Layer> layers, IUpdater updater, double l2, int inputs, int outputs)
    implements Serializable {
  static NetworkPlan of(NetworkDefinition definition, int inputs, int outputs) {
    return new NetworkPlan(
        new ArrayList<>(definition.layers()),
        definition.updater(),
        definition.l2(),
        inputs,
        outputs);
  }

  NetworkDefinition definition() {
    return new NetworkDefinition(layers, updater, l2);
  }

  GraphNetwork attach(Adjacency adjacency) {
    return new GraphNetwork(definition(), adjacency, inputs, outputs, Workers.sequential());
  }

  /** What evaluating the network propagates, in order: one exchange between parts each. */
  List<Wanted> propagations(boolean hidden) {
    return Replay.propagations(this, hidden);
  }
}
