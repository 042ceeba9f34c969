package io.github.gmnn;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the library: creates trainers that fit graphs.
 *
 * <pre>{@code
 * GmnnModel<String> model = Gmnn.builder().seed(42).fit(graph);
 * String label = model.predict("b").label();
 * }</pre>
 *
 * <ul>
 *   <li>{@link #builder()} is right for most graphs.
 *   <li>{@link #auto()} takes longer to choose the kind of q.
 *   <li>{@link #links()} classifies the links of a graph.
 *   <li>{@link #paper()} has the settings of the paper.
 * </ul>
 */
public final class Gmnn {
  private Gmnn() {}

  /**
   * Returns a builder that chooses as {@link #builder()} does, with a larger budget: {@code
   * Gmnn.auto().seed(42).fit(graph)}. See {@link InferenceKinds#auto()}.
   */
  public static GmnnTrainer.Builder auto() {
    return builder().inference(InferenceKinds.auto());
  }

  /**
   * Returns a builder for the links of a {@link io.github.gmnn.graph.link.LineGraph} whose features
   * are computed: {@code Gmnn.links().fit(lines.graph())}. q sees the features of a link and the
   * means around it, p the labels of the links around it by relation, its own left out. Classes
   * weigh the same however many links they have, and macro-F1 of the validation links chooses the
   * epoch.
   */
  public static GmnnTrainer.Builder links() {
    return LinkSettings.builder();
  }

  /**
   * Returns a builder that lets validation choose what q is, for graphs of any kind: {@code
   * Gmnn.builder().seed(42).fit(graph)}. What you set holds for every candidate; naming a kind or
   * layers of q ends the choice. See {@link InferenceKinds#robust()}.
   */
  public static GmnnTrainer.Builder builder() {
    return paperSettings().inference(InferenceKinds.robust());
  }

  /**
   * Returns a builder with the paper's settings for citation graphs: two graph convolutions of 16
   * units, RMSProp with rate 0.05, one EM iteration, the words that a node has.
   */
  public static GmnnTrainer.Builder paper() {
    return paperSettings().featureScaling(FeatureScaling.BINARY_ROW);
  }

  private static GmnnTrainer.Builder paperSettings() {
    return new GmnnTrainer.Builder();
  }

  /**
   * Attaches q to a graph, for a training loop of your own.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param attributes the attributes of the nodes, a row per node
   * @param classes the number of classes
   * @param workers the threads to use
   */
  public static InferenceNetwork inferenceNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      CsrMatrix attributes,
      int classes,
      Workers workers) {
    return new InferenceGraphNetwork(definition, adjacency, attributes, classes, workers);
  }

  /**
   * Attaches p to a graph, for a training loop of your own.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param attributes the attributes of the nodes if p shall see them beside the labels, else null
   * @param classes the number of classes
   * @param workers the threads to use
   */
  public static LearningNetwork learningNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      @Nullable CsrMatrix attributes,
      int classes,
      Workers workers) {
    return new LearningGraphNetwork(definition, adjacency, attributes, classes, workers);
  }
}
