package io.github.gmnn.em;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.SampledSteps;
import io.github.gmnn.training.internal.Settings;
import org.jspecify.annotations.Nullable;

/** Whether the networks of a fit are trained on samples of the graph. */
final class Sampling {
  /** Farther than this, a sample of what is around a node is most of the graph. */
  private static final int MOST_HOPS = 4;

  private Sampling() {}

  /** Whether a step has some of the targets or sees some of the neighbours alone. */
  static boolean isAskedFor(Settings settings) {
    return settings.get(TrainerSettings.BATCH_SIZE) > 0
        || settings.get(TrainerSettings.MAX_NEIGHBORS) > 0;
  }

  /** How many nodes a step sees at most, where networks see two hops as those of most kinds do. */
  static long mostNodes(Settings settings, int nodes) {
    long targets = settings.get(TrainerSettings.BATCH_SIZE);
    long neighbors = settings.get(TrainerSettings.MAX_NEIGHBORS);
    return targets == 0 || neighbors == 0
        ? nodes
        : Math.min(nodes, targets * (1 + neighbors * (1 + Math.min(neighbors, nodes))));
  }

  /**
   * Returns the sampled steps of a network, or null if its steps are on the whole graph.
   *
   * @throws IllegalArgumentException if the graph or the network is not one to sample from
   */
  static @Nullable SampledSteps steps(FitPlan<?> plan, GraphNetwork network, Workers workers) {
    Settings settings = plan.settings();
    if (!isAskedFor(settings)) {
      return null;
    }
    Graph<?> graph = plan.graph();
    int most = settings.get(TrainerSettings.MAX_NEIGHBORS);
    if (most > 0 && (!graph.edgeTypes().isEmpty() || graph.edgeAttributes().isPresent())) {
      throw new IllegalArgumentException(
          "maxNeighbors "
              + most
              + " cannot be used if edges have types or numbers, because a sample would miss the"
              + " rare ones: leave it at 0 and set only batchSize");
    }
    SampledSteps steps =
        new SampledSteps(network, graph, settings.get(TrainerSettings.BATCH_SIZE), most, workers);
    if (steps.hops() > MOST_HOPS) {
      throw new FitMemory.TooLarge(
          "a network that sees "
              + steps.hops()
              + " hops is not one to train on samples, at most "
              + MOST_HOPS
              + " are: choose another kind, such as convolutions or sage, or leave batchSize and"
              + " maxNeighbors at 0");
    }
    return steps;
  }
}
