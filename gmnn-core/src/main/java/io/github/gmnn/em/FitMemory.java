package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.MemoryEstimate;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.Locale;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.nd4j.linalg.learning.config.IUpdater;

/** Estimates the memory of a fit, and refuses one that the heap cannot hold. */
final class FitMemory {
  /** The buffers of a layer per output: output, its gradient, and the two products before them. */
  private static final int BUFFERS_PER_OUTPUT = 4;

  /** The buffers of a layer per dense input: what dropout left, and the gradient. */
  private static final int BUFFERS_PER_INPUT = 2;

  /** Vectors, what dropout left of them, and three while they are made. */
  private static final int BUFFERS_OF_VECTORS = 5;

  /** Those of a layer that is evaluated alone. */
  private static final int BUFFERS_PER_EVALUATED_OUTPUT = 2;

  /** Index and value, as scaled. */
  private static final int BYTES_PER_FEATURE = 8;

  private static final MemoryEstimate NOTHING = new MemoryEstimate(0, 0, 0);

  private FitMemory() {}

  static MemoryEstimate of(FitPlan<?> plan) {
    Settings settings = plan.settings();
    Graph<?> graph = plan.graph();
    int nodes = graph.nodeCount();
    int classes = graph.classes().size();
    int inputs = Math.addExact(graph.featureCount(), plan.readsNeighbors() ? nodes : 0);
    int own = graph.hasFeatures() ? graph.features().nonZeros() : nodes;
    long features =
        (plan.readsFeatures() ? own : 0)
            + (plan.readsNeighbors() ? graph.adjacency().entries() : 0);
    long perClass = 4L * nodes * classes;
    long trained = Sampling.mostNodes(settings, nodes);
    long evaluated = Sampling.isAskedFor(settings) ? nodes : 0;
    boolean validated = graph.validationNodes().length > 0; // else the last epoch is the best
    MemoryEstimate q =
        settings.get(TrainerSettings.AMORTIZED)
            ? ofNetwork(plan.inference(), trained, evaluated, inputs, classes, validated ? 2 : 0)
            : new MemoryEstimate(0, perClass, 0);
    int beside = settings.get(TrainerSettings.ATTRIBUTES_IN_LEARNING) ? inputs : 0;
    MemoryEstimate p =
        plan.trainsLearning()
            ? ofNetwork(
                plan.learning(),
                trained,
                evaluated,
                Math.addExact(classes, beside),
                classes,
                validated ? 1 : 0)
            : NOTHING;
    return new MemoryEstimate(
        q.parameters() + p.parameters(),
        settings.get(TrainerSettings.INFERENCE_OBJECTIVE).passes() * q.activations()
            + settings.get(TrainerSettings.LEARNING_OBJECTIVE).passes() * p.activations(),
        // a step has the features once more, as dropout leaves them
        BYTES_PER_FEATURE * (features + features * trained / nodes)
            + (plan.trainsLearning() ? 6 : 3) * perClass);
  }

  private static MemoryEstimate ofNetwork(
      NetworkDefinition network,
      long trained,
      long evaluated,
      int inputs,
      int outputs,
      int bestStates) {
    long parameters = 0;
    long activations = 0;
    List<NetworkDefinition.Shape> shapes = network.shapes(inputs, outputs);
    for (int i = 0; i < shapes.size(); i++) {
      NetworkDefinition.Shape shape = shapes.get(i);
      for (long length : shape.parameterLengths()) {
        long state = updater(network, shape).stateSize(length);
        parameters += 4 * (3 * length + state + bestStates * (length + state));
      }
      long ofOutput = BUFFERS_PER_OUTPUT * trained + BUFFERS_PER_EVALUATED_OUTPUT * evaluated;
      activations += 4 * ofOutput * shape.outputs();
      if (shape.layer() instanceof VectorLayer layer) {
        activations += 4 * Math.max(trained, evaluated) * BUFFERS_OF_VECTORS * layer.vectors();
      }
      activations += i == 0 ? 0 : 4 * trained * BUFFERS_PER_INPUT * shape.inputs();
    }
    return new MemoryEstimate(parameters, activations, 0);
  }

  private static IUpdater updater(NetworkDefinition network, NetworkDefinition.Shape shape) {
    IUpdater own = shape.layer() instanceof BaseLayer base ? base.getIUpdater() : null;
    return own == null ? network.updater() : own;
  }

  /** Refuses a fit that the heap cannot hold, rather than let it run out of memory later. */
  static void requireFits(MemoryEstimate estimate, long heap) {
    if (estimate.total() > heap) {
      throw new TooLarge(
          "the fit needs at least "
              + estimate
              + ", the heap is "
              + String.format(Locale.ROOT, "%,d MB", heap >> 20)
              + ": give the JVM a larger one (-Xmx), use fewer features or hidden units, or train"
              + " on samples of the graph (batchSize, maxNeighbors)");
    }
  }

  /** A fit needs more memory than there is. */
  static final class TooLarge extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message);
    }
  }
}
