package io.github.gmnn.persistence;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.util.List;
import java.util.Map;

/**
 * All that a model file holds. What the options mean, and whether the parameters fit the networks,
 * is the model's to know.
 *
 * @param <K> type of the nodes' keys
 * @param inference the network q
 * @param learning the network p
 * @param options settings that prediction depends on, by name
 * @param classes the classes, in the order of the columns of distributions
 * @param keys the nodes
 * @param distributions a row per node
 * @param embeddings a row per node, or null
 * @param features what the training graph's features were like
 * @param inferenceParameters q's parameters, or null
 * @param learningParameters p's parameters, or null
 * @param history how it was trained
 * @param scales means and deviations of the training graph's features, or null
 * @param warnings what the fit warned of
 * @param keyFormats how keys of other types are written
 * @param provenance where it comes from
 */
public record ModelData<K>(
    NetworkDefinition inference,
    NetworkDefinition learning,
    Map<String, String> options,
    List<String> classes,
    NodeIndex<K> keys,
    DenseMatrix distributions,
    DenseMatrix embeddings,
    Features features,
    float[][] inferenceParameters,
    float[][] learningParameters,
    TrainingHistory history,
    float[][] scales,
    List<String> warnings,
    List<KeyFormat<?>> keyFormats,
    Provenance provenance) {

  /**
   * What the training graph's features were like.
   *
   * @param count how many a node has
   * @param present false if the graph had none and nodes stood for themselves
   * @param schema what they are by column
   */
  public record Features(int count, boolean present, FeatureSchema schema) {}
}
