package io.github.gmnn.spark.exchange;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.layer.EdgeAwareConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.layer.RelationalConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.sparse.Adjacency;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Sgd;

/**
 * A network with its sizes, as it travels to executors.
 *
 * <p>A network that starts with a {@link DecoupledConvLayer} is one of rows: its input is
 * propagated once, by exchanges between the parts, and training needs no neighbours.
 *
 * @param layers its layers
 * @param updater its updater
 * @param l2 its penalty
 * @param inputs how many values a node has
 * @param outputs how many classes there are
 * @param types the kinds of edges of the graph, or null as long as it is not known
 */
public record NetworkPlan(
    ArrayList<Layer> layers,
    IUpdater updater,
    double l2,
    int inputs,
    int outputs,
    @Nullable EdgeTypes types)
    implements Serializable {
  public static NetworkPlan of(
      NetworkDefinition definition, int inputs, int outputs, @Nullable EdgeTypes types) {
    return new NetworkPlan(
        new ArrayList<>(definition.layers()),
        definition.updater(),
        definition.l2(),
        inputs,
        outputs,
        types);
  }

  /** Whether a layer has weights for types and directions of edges. */
  public static boolean isRelational(NetworkDefinition definition) {
    return definition.layers().stream().anyMatch(layer -> layer instanceof RelationalConvLayer);
  }

  /** Whether a layer reads numbers on edges. */
  public static boolean readsEdges(NetworkDefinition definition) {
    return definition.layers().stream().anyMatch(layer -> layer instanceof EdgeAwareConvLayer);
  }

  /** A network that propagates so many columns and does nothing else. */
  public static NetworkPlan ofHops(DecoupledConvLayer.Hops hops, int columns) {
    ArrayList<Layer> layers = new ArrayList<>(List.of(HopsLayer.builder(hops).build()));
    int width = hops.width(columns);
    return new NetworkPlan(layers, new Sgd(), 0, columns, width, EdgeTypes.none(false));
  }

  NetworkDefinition definition() {
    return new NetworkDefinition(layers, updater, l2);
  }

  public GraphNetwork attach(Adjacency adjacency) {
    return attach(adjacency, Workers.sequential());
  }

  public GraphNetwork attach(Adjacency adjacency, Workers workers) {
    return new GraphNetwork(definition(), adjacency, inputs, outputs, workers);
  }

  /** The units of all layers. */
  public long units() {
    return layers.stream()
        .mapToLong(
            layer ->
                layer instanceof FeedForwardLayer known && known.getNOut() > 0
                    ? known.getNOut()
                    : outputs)
        .sum();
  }

  private Optional<DecoupledConvLayer> decoupled() {
    return layers.get(0) instanceof DecoupledConvLayer first
        ? Optional.of(first)
        : Optional.empty();
  }

  /**
   * What becomes of the input once, before training: empty if the network sees the graph itself.
   */
  public Optional<DecoupledConvLayer.Hops> hops() {
    return decoupled().map(DecoupledConvLayer::hops);
  }

  /** The network as it is trained: on rows that are propagated, if its first layer allows it. */
  public NetworkPlan onRows() {
    return decoupled()
        .map(first -> startingWith(List.of(PropagatedRowsLayer.of(first)), rowWidth(first)))
        .orElse(this);
  }

  private int rowWidth(DecoupledConvLayer first) {
    return first.hops().width(inputs);
  }

  /**
   * The network as it is evaluated on the whole graph, with the same parameters. The mean over hops
   * is taken after the weights, P (X W) being (P X) W, so that as many columns travel as the layer
   * has units; hops side by side have weights of their own and travel as they come.
   */
  public NetworkPlan onGraph() {
    return decoupled().map(first -> startingWith(halves(first), inputs)).orElse(this);
  }

  private List<Layer> halves(DecoupledConvLayer first) {
    int units = first.getNOut() == 0 ? outputs : (int) first.getNOut();
    if (first.hops().sideBySide()) {
      return List.of(
          HopsLayer.builder(first.hops()).build(),
          LinearLayer.builder()
              .nOut(units)
              .activation(first.getActivationFn())
              .hasBias(first.hasBias())
              .build());
    }
    return List.of(
        LinearLayer.builder().nOut(units).build(),
        HopsLayer.builder(first.hops())
            .activation(first.getActivationFn())
            .hasBias(first.hasBias())
            .build());
  }

  private NetworkPlan startingWith(List<? extends Layer> first, int newInputs) {
    ArrayList<Layer> all = new ArrayList<>(first);
    all.addAll(layers.subList(1, layers.size()));
    return new NetworkPlan(all, updater, l2, newInputs, outputs, types);
  }

  /** What evaluating the network propagates, in order: one exchange between parts each. */
  public List<PendingPropagation> propagations(boolean hidden) {
    return Replay.propagations(this, hidden);
  }
}
