package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.network.NetworkDefinition;
import java.util.Arrays;
import org.deeplearning4j.nn.conf.dropout.Dropout;

/**
 * What an epoch of a network costs, in multiply-adds on the whole graph: what else a step does is
 * counted as so many of them. An upper bound where few nodes are in reach of a label.
 *
 * @param step a training step
 * @param validation a validation
 */
record FitWork(double step, double validation) {
  /** Drawing whether a value is dropped. */
  private static final int DRAW = 20;

  /** Bias, activation and their gradients, for each output of a layer. */
  private static final int ELEMENTWISE = 10;

  /** Those of q. */
  static FitWork of(FitPlan<?> plan) {
    Graph<?> graph = plan.graph();
    double own = graph.hasFeatures() ? graph.features().nonZeros() : graph.nodeCount();
    double given = (plan.readsFeatures() ? own : 0) + (plan.readsNeighbors() ? entries(graph) : 0);
    int inputs = Math.addExact(graph.featureCount(), plan.readsNeighbors() ? graph.nodeCount() : 0);
    return of(plan.inference(), graph, given, inputs);
  }

  /** Those of p. */
  static FitWork ofLearning(FitPlan<?> plan) {
    Graph<?> graph = plan.graph();
    int classes = graph.classes().size();
    boolean attributes = plan.settings().get(TrainerSettings.ATTRIBUTES_IN_LEARNING);
    double annotations = (double) graph.nodeCount() * classes;
    return of(
        plan.learning(),
        graph,
        annotations + (attributes ? graph.features().nonZeros() : 0),
        classes + (attributes ? graph.featureCount() : 0));
  }

  private static double entries(Graph<?> graph) {
    return graph.adjacency().entries() + (double) graph.nodeCount();
  }

  private static FitWork of(NetworkDefinition network, Graph<?> graph, double given, int inputs) {
    double nodes = graph.nodeCount();
    double edges = entries(graph);
    double step = 0;
    double validation = 0;
    boolean isFirst = true;
    for (NetworkDefinition.Shape shape : network.shapes(inputs, graph.classes().size())) {
      double values = isFirst ? given : nodes * shape.inputs();
      double weights = Arrays.stream(shape.parameterLengths()).sum();
      double products = values * weights / Math.max(1, shape.inputs());
      if (shape.layer() instanceof VectorLayer layer) { // whose vectors are made once
        values += nodes * layer.vectors();
        products = values * shape.outputs();
      }
      double propagation = edges * shape.outputs() * propagations(shape);
      double rate = dropoutRate(shape);
      // backwards a product for the weights, and one for the inputs where those were computed
      step += products * (1 - (isFirst ? rate : 0)) * (isFirst ? 2 : 3);
      step += rate > 0 ? DRAW * values : 0;
      step += 2 * propagation + 2 * ELEMENTWISE * nodes * shape.outputs();
      validation += products + propagation + ELEMENTWISE * nodes * shape.outputs();
      isFirst = false;
    }
    return new FitWork(step, validation);
  }

  private static int propagations(NetworkDefinition.Shape shape) {
    if (shape.layer() instanceof ApproximatePersonalizedPropagation steps) {
      return steps.iterations();
    }
    boolean stays = shape.layer() instanceof LinearLayer || shape.layer() instanceof VectorLayer;
    return shape.layer() instanceof GraphLayer && !stays ? 1 : 0;
  }

  private static double dropoutRate(NetworkDefinition.Shape shape) {
    return shape.layer() instanceof GraphLayer layer && layer.getIDropout() instanceof Dropout drop
        ? 1 - drop.getP()
        : 0;
  }

  /** An epoch where one in so many is validated. */
  double epoch(int interval) {
    return step + validation / interval;
  }
}
