package io.github.gmnn;

import static io.github.gmnn.em.TrainerSettings.FEATURE_SCALING;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_LAYERS;
import static io.github.gmnn.em.TrainerSettings.LEARNING_LAYERS;
import static io.github.gmnn.em.TrainerSettings.NEIGHBORS_AS_FEATURES;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;

/**
 * What a fit runs with once it has seen the graph: settings that leave nothing open, and the graph
 * with the features that they ask for.
 *
 * @param first the first epochs of the fit, where choosing between kinds of q has run them already
 */
record FitPlan<K>(Settings settings, Graph<K> graph, @Nullable Checkpoint first) {
  static <K> FitPlan<K> of(Settings settings, Graph<K> graph) {
    return settings.get(INFERENCE_AMONG).isEmpty()
        ? settled(settings, graph)
        : InferenceChoice.of(settings, graph);
  }

  /** The fit from its first epoch on. */
  EmAlgorithm<K> start(BooleanSupplier stopRequested) {
    EmAlgorithm<K> fit = new EmAlgorithm<>(settings, graph, stopRequested);
    return first == null ? fit : fit.goOn(first);
  }

  /** The plan of a fit that goes on from its first epochs. */
  FitPlan<K> from(Checkpoint newFirst) {
    return new FitPlan<>(settings, graph, newFirst);
  }

  /** The plan of settings that name what q is. */
  static <K> FitPlan<K> settled(Settings settled, Graph<K> graph) {
    if (!settled.get(NEIGHBORS_AS_FEATURES)) {
      return new FitPlan<>(completed(settled, graph), graph, null);
    }
    CsrMatrix own = settled.get(FEATURE_SCALING).apply(graph.features());
    CsrMatrix neighbours = FeatureScaling.ROW.apply(graph.adjacency().matrix());
    Settings scaled = settled.with(FEATURE_SCALING, FeatureScaling.NONE);
    Graph<K> joined = graph.withFeatures(beside(own, neighbours));
    scaled = completed(scaled, joined);
    MemoryEstimate.of(scaled, joined).requireFits(Runtime.getRuntime().maxMemory());
    return new FitPlan<>(scaled, joined, null);
  }

  /** Settles what named layers leave open, so that the model says what it was trained with. */
  static Settings completed(Settings settings, Graph<?> graph) {
    boolean oneHot = !graph.hasFeatures() && !settings.get(NEIGHBORS_AS_FEATURES);
    Settings ofQ = completed(settings, INFERENCE_LAYERS, graph.adjacency(), oneHot);
    return completed(ofQ, LEARNING_LAYERS, graph.adjacency(), false);
  }

  private static Settings completed(
      Settings settings,
      Setting<@Nullable List<Layer>> layers,
      Adjacency adjacency,
      boolean oneHot) {
    List<Layer> named = settings.get(layers);
    if (named == null) {
      return settings;
    }
    List<Layer> copies = named.stream().map(Layer::clone).toList();
    for (int i = 0; i < copies.size(); i++) {
      GraphLayers.complete(copies.get(i), adjacency, oneHot && i == 0);
    }
    return settings.with(layers, copies);
  }

  private static CsrMatrix beside(CsrMatrix left, CsrMatrix right) {
    int rows = left.rows();
    int[] pointers = new int[rows + 1];
    int[] columns = new int[Math.addExact(left.nonZeros(), right.nonZeros())];
    float[] values = new float[columns.length];
    int next = 0;
    for (int row = 0; row < rows; row++) {
      for (int e = left.rowStart(row); e < left.rowEnd(row); e++) {
        columns[next] = left.columnIndex(e);
        values[next++] = left.value(e);
      }
      for (int e = right.rowStart(row); e < right.rowEnd(row); e++) {
        columns[next] = left.columns() + right.columnIndex(e);
        values[next++] = right.value(e);
      }
      pointers[row + 1] = next;
    }
    int width = Math.addExact(left.columns(), right.columns());
    return CsrMatrix.of(rows, width, pointers, columns, values);
  }
}
