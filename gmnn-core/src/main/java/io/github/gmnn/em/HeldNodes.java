package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.HOLD_FOR_SETS;
import static io.github.gmnn.em.TrainerSettings.SEED;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.internal.Settings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes that prediction sets and thresholds go by: the validation nodes; or, for sets that keep
 * their level for sure, a half of them that a fit knows nothing of.
 */
public final class HeldNodes {
  private final int[] nodes;
  private final int[] labels;

  private HeldNodes(Graph<?> graph, int[] nodes) {
    this.nodes = nodes;
    this.labels = IntStream.of(nodes).map(graph::label).toArray();
  }

  /** Returns all validation nodes of a graph. */
  static HeldNodes validationOf(Graph<?> graph) {
    return new HeldNodes(graph, graph.validationNodes());
  }

  /**
   * Returns the nodes that settings hold.
   *
   * @throws IllegalArgumentException if half of the validation nodes are to be held and there are
   *     fewer than two
   */
  public static HeldNodes of(Settings settings, Graph<?> graph) {
    int[] validation = graph.validationNodes();
    if (!settings.get(HOLD_FOR_SETS)) {
      return validationOf(graph);
    }
    if (validation.length < 2) {
      throw new IllegalArgumentException(
          "holdForSets holds half of the validation nodes for prediction sets, "
              + graph
              + " has "
              + validation.length
              + ": hold more labels for validation");
    }
    RandomStream random = RandomStream.of(settings.get(SEED)).derive("held for prediction sets");
    int[] held =
        IntStream.of(validation)
            .boxed()
            .sorted(Comparator.comparingDouble(random::uniform))
            .limit((validation.length + 1) / 2)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    return new HeldNodes(graph, held);
  }

  /** Returns the graph that is fitted: without the labels of held nodes where half are held. */
  public <K> Graph<K> fitted(Settings settings, Graph<K> graph) {
    if (!settings.get(HOLD_FOR_SETS)) {
      return graph;
    }
    Map<K, String> validation = new LinkedHashMap<>(graph.validationLabels());
    Map<K, String> known = new LinkedHashMap<>(graph.trainingLabels());
    Arrays.stream(nodes).mapToObj(graph::key).forEach(validation::remove);
    known.putAll(validation);
    return graph.withClasses(graph.classes()).withLabels(known, validation.keySet());
  }

  /** What a model keeps of these nodes. */
  ModelState.Decisions decisions(DenseMatrix distributions) {
    return ModelState.Decisions.of(labels, nodes, distributions);
  }
}
