package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.FEATURE_SCALING;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_AMONG;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_LAYERS;
import static io.github.gmnn.em.TrainerSettings.LEARNING_LAYERS;
import static io.github.gmnn.em.TrainerSettings.NEIGHBORS_AS_FEATURES;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.LayerCodec;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.training.MemoryEstimate;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.util.Comparator;
import java.util.List;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;

/**
 * What a fit runs with once it has seen the graph: settings that leave nothing open, the networks
 * that they mean, and the graph with the features that they ask for.
 *
 * @param <K> type of the nodes' keys
 * @param settings the settings
 * @param graph the graph
 * @param inference q
 * @param learning p
 * @param choice what was chosen among several kinds of q, or null if q was named
 * @param first the first epochs of the fit, where choosing between kinds of q has run them already
 */
public record FitPlan<K>(
    Settings settings,
    Graph<K> graph,
    NetworkDefinition inference,
    NetworkDefinition learning,
    @Nullable Choice choice,
    @Nullable Checkpoint first) {
  /** Returns the plan of a fit; chooses between kinds of q if settings leave that open. */
  public static <K> FitPlan<K> of(Settings settings, Graph<K> graph) {
    return settings.get(INFERENCE_AMONG).isEmpty()
        ? settled(settings, graph)
        : InferenceChoice.of(settings, graph);
  }

  /**
   * Returns the plan of a fit that starts from a model's q: where settings leave the kind open, it
   * is the one with such layers that reads the same of a node.
   *
   * @param start the model
   * @throws IllegalArgumentException if no kind is like that
   */
  public static <K> FitPlan<K> startingFrom(
      ModelState<?> start, Settings settings, Graph<K> graph) {
    List<Candidate> kinds = settings.get(INFERENCE_AMONG);
    for (Candidate kind : kinds) {
      if (!kind.suits().test(graph)) {
        continue;
      }
      FitPlan<K> plan = chosen(new Choice(kind.name(), ", as in the start model"), settings, graph);
      if (plan.hasLayersOf(start.networks().inference().definition())
          && plan.readsAs(start.features())) {
        return plan;
      }
    }
    if (kinds.isEmpty()) {
      FitPlan<K> plan = settled(settings, graph);
      if (!plan.readsAs(start.features())) {
        throw new IllegalArgumentException(
            "the start model's q reads other things of a node, such as who its neighbours are: name"
                + " its kind");
      }
      return plan;
    }
    throw new IllegalArgumentException(
        "the start model's q has the layers of none of " + kinds + ": name its kind");
  }

  /**
   * Returns the plan of a short fit that goes on from a model's q: q alone is trained, for so many
   * epochs.
   *
   * @param start the model
   * @throws IllegalArgumentException if no kind is like its q
   */
  public static <K> FitPlan<K> refitting(
      ModelState<?> start, Settings settings, Graph<K> graph, int epochs) {
    FitPlan<K> plan = startingFrom(start, settings, graph);
    Settings refit =
        TrainerSettings.silent(plan.settings())
            .with(TrainerSettings.FRESH_INFERENCE_NETWORK, false)
            .with(TrainerSettings.EM_ITERATIONS, 0)
            .with(TrainerSettings.PRETRAIN_EPOCHS, epochs)
            .with(TrainerSettings.PRETRAIN_SELECTION, Selection.LOSS);
    return new FitPlan<>(refit, graph, plan.inference, plan.learning, plan.choice, null);
  }

  private boolean hasLayersOf(NetworkDefinition q) {
    NetworkDefinition same = new NetworkDefinition(q.layers(), inference.updater(), inference.l2());
    return LayerCodec.text(same).equals(LayerCodec.text(inference));
  }

  /** Whether q reads of a node what another one did: its features, who its neighbours are. */
  private boolean readsAs(ModelState.Features features) {
    return readsNeighbors() == (features.neighbors() > 0)
        && readsFeatures() == (features.scaler().scaling() != FeatureScaling.LEFT_OUT);
  }

  /**
   * Returns the plan of the fit that wrote a checkpoint: of several kinds of q, the one it chose.
   *
   * @throws IllegalArgumentException if the settings do not have it
   */
  public static <K> FitPlan<K> resuming(Checkpoint from, Settings settings, Graph<K> graph) {
    return settings.get(INFERENCE_AMONG).isEmpty()
        ? settled(settings, graph)
        : chosen(Choice.in(from), settings, graph);
  }

  private static <K> FitPlan<K> chosen(Choice choice, Settings settings, Graph<K> graph) {
    return InferenceChoice.settled(kind(choice, settings), settings, graph).with(choice);
  }

  /** The kind that was chosen. */
  static Candidate kind(Choice choice, Settings settings) {
    for (Candidate kind : settings.get(INFERENCE_AMONG)) {
      if (kind.name().equals(choice.kind())) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "the checkpoint belongs to other settings: its kind of q, "
            + choice.kind()
            + ", is none of "
            + settings.get(INFERENCE_AMONG));
  }

  FitPlan<K> with(Choice newChoice) {
    return new FitPlan<>(settings, graph, inference, learning, newChoice, first);
  }

  /** The plan of a fit that goes on from its first epochs. */
  FitPlan<K> from(@Nullable Checkpoint newFirst) {
    return new FitPlan<>(settings, graph, inference, learning, choice, newFirst);
  }

  /** The plan of a fit of the same networks, on a graph with other labels. */
  FitPlan<K> on(Graph<K> relabelled, Settings newSettings) {
    return new FitPlan<>(newSettings, relabelled, inference, learning, choice, null);
  }

  /** The plan of settings that name what q is; refused if the heap cannot hold the fit. */
  static <K> FitPlan<K> settled(Settings settled, Graph<K> graph) {
    FitPlan<K> plan = completed(settled, graph);
    FitMemory.requireFits(FitMemory.of(plan), Runtime.getRuntime().maxMemory());
    return plan;
  }

  /** Returns how much memory a fit needs, the largest of several kinds of q. */
  public static MemoryEstimate memory(Settings settings, Graph<?> graph) {
    return settings.get(INFERENCE_AMONG).stream()
        .filter(kind -> kind.suits().test(graph))
        .map(kind -> FitMemory.of(completed(settings.over(kind.settings()), graph)))
        .max(Comparator.comparingLong(MemoryEstimate::total))
        .orElseGet(() -> FitMemory.of(completed(settings, graph)));
  }

  /** Settles what named layers leave open, so that the model says what it was trained with. */
  static <K> FitPlan<K> completed(Settings settings, Graph<K> graph) {
    boolean oneHot = !graph.hasFeatures() && !settings.get(NEIGHBORS_AS_FEATURES);
    Settings suited = TrainerSettings.suited(settings, graph);
    Settings ofQ = completed(suited, INFERENCE_LAYERS, graph.adjacency(), oneHot);
    Settings all = completed(ofQ, LEARNING_LAYERS, graph.adjacency(), false);
    NetworkDefinition inference = TrainerSettings.inference(all);
    NetworkDefinition learning = TrainerSettings.learning(all);
    boolean isMade = all.get(LEARNING_LAYERS) == null && TrainerSettings.trainsLearning(all);
    return new FitPlan<>(
        all,
        graph,
        all.get(INFERENCE_LAYERS) == null ? inference.completedFor(graph.adjacency()) : inference,
        isMade ? learning.completedFor(graph.adjacency()) : learning,
        null,
        null);
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

  /** Whether q reads who is a neighbour. */
  boolean readsNeighbors() {
    return settings.get(NEIGHBORS_AS_FEATURES);
  }

  /** Whether q reads features, or each node stands for itself where there are none. */
  boolean readsFeatures() {
    return settings.get(FEATURE_SCALING) != FeatureScaling.LEFT_OUT;
  }

  boolean trainsLearning() {
    return TrainerSettings.trainsLearning(settings);
  }

  /** Settings, layers and the chosen kind as one text, to tell whether a checkpoint is theirs. */
  String fingerprint() {
    return settings.describe()
        + " "
        + LayerCodec.text(inference)
        + " "
        + LayerCodec.text(learning)
        + (choice == null ? "" : " " + choice.kind());
  }
}
