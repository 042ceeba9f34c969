package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Stage;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One fit of a method that learns epoch after epoch, in a single stage.
 *
 * @param <K> type of the nodes' keys
 */
abstract class EpochsFit<K> extends Stage {
  final Graph<K> graph;
  final RandomStream random;
  final Workers workers;
  private final Best best;
  private final EpochLoop loop;

  EpochsFit(Graph<K> graph, EpochsBuilder<?> settings, int patience, BooleanSupplier stop) {
    this(graph, settings, patience, new Best("best"), stop);
  }

  private EpochsFit(
      Graph<K> graph, EpochsBuilder<?> settings, int patience, Best best, BooleanSupplier stop) {
    super(new Phase.Planned(Phase.PRE_TRAINING, 0, settings.epochs), best);
    this.graph = graph;
    this.random = RandomStream.of(settings.seed);
    this.workers = Workers.of(settings.threads);
    this.best = best;
    this.loop = new EpochLoop(patience, settings.listeners, stop);
  }

  /** Runs the epochs and returns the network to the best of them. */
  final TrainingHistory runEpochs() {
    loop.run(List.of(this), random);
    best.restoreTo(network());
    return loop.history();
  }
}
