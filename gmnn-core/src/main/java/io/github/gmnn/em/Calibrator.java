package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.CALIBRATION;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.internal.Settings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Finds the temperature that a fit's settings ask for. */
final class Calibrator {
  private static final int FOLDS = 3;

  private Calibrator() {}

  /** The temperature that a fit's settings ask for, given the distributions of its nodes. */
  static double of(FitPlan<?> plan, DenseMatrix distributions, BooleanSupplier stop) {
    return switch (plan.settings().get(CALIBRATION)) {
      case NONE -> 1;
      case VALIDATION ->
          Temperature.choose(plan.graph(), plan.graph().validationNodes(), distributions);
      case CROSS_FITTED -> crossFitted(plan, stop);
    };
  }

  /** Predicts every training node by a fit without its label, and chooses on all of them. */
  private static <K> double crossFitted(FitPlan<K> plan, BooleanSupplier stop) {
    Graph<K> graph = plan.graph();
    int[] nodes = graph.trainingNodes();
    if (nodes.length < Temperature.FEWEST) {
      return 1;
    }
    Settings silent = TrainerSettings.silent(plan.settings());
    Map<Integer, Integer> fold = folds(graph, nodes);
    DenseMatrix heldOut = DenseMatrix.zeros(graph.nodeCount(), graph.classes().size());
    for (int f = 0; f < FOLDS; f++) {
      Graph<K> rest = without(graph, fold, f);
      if (rest.trainingNodes().length == 0) {
        return 1;
      }
      DenseMatrix predicted = new ClassifierFit<>(plan.on(rest, silent), stop).distributions();
      for (int node : nodes) {
        for (int c = 0; fold.getOrDefault(node, -1) == f && c < heldOut.columns(); c++) {
          heldOut.set(node, c, predicted.get(node, c));
        }
      }
    }
    return Temperature.choose(graph, nodes, heldOut);
  }

  /** Deals the nodes of each class out in turn. */
  private static Map<Integer, Integer> folds(Graph<?> graph, int[] nodes) {
    Map<Integer, Integer> fold = new HashMap<>();
    int[] dealt = new int[graph.classes().size()];
    for (int node : nodes) {
      fold.put(node, dealt[graph.label(node)]++ % FOLDS);
    }
    return fold;
  }

  private static <K> Graph<K> without(Graph<K> graph, Map<Integer, Integer> fold, int f) {
    Map<K, String> labels = new LinkedHashMap<>();
    Map<K, String> validation = graph.validationLabels();
    fold.forEach(
        (node, its) -> {
          if (its != f) {
            labels.put(graph.key(node), graph.classes().get(graph.label(node)));
          }
        });
    labels.putAll(validation);
    return graph.withClasses(graph.classes()).withLabels(labels, validation.keySet());
  }
}
