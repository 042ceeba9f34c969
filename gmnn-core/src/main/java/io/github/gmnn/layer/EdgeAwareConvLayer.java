package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.kernel.MessageKernels;
import io.github.gmnn.layer.internal.DistantEdges;
import io.github.gmnn.layer.internal.SampledEdges;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A graph convolution whose messages see the numbers on edges: H'<sub>i</sub> = σ(H<sub>i</sub>
 * W<sub>self</sub> + mean<sub>e: j→i</sub> ReLU(H<sub>j</sub> W + x<sub>e</sub> U)), x<sub>e</sub>
 * being the numbers of an edge, which of the types it is of, and a 1. GraphSAGE with the messages
 * of GINE, Hu et al., ICLR 2020. Where edges have a direction, those against it bring messages too,
 * with weights of their own. The mean is weighted by the edges, and each of several parallel edges
 * brings its own message.
 *
 * <p>Numbers, types and how numbers are scaled ({@link EdgeAttributes.Scaling}) are those of the
 * graph that the layer meets first: in a network of this library the graph of the fit, in a DL4J
 * network the one named with {@link Builder#attributesOf}. They are part of the configuration, so
 * that a saved model scales the edges of other graphs as it scaled those.
 *
 * <p>An epoch costs O(nnz(H) · nOut + edges · (numbers + 2) · nOut) for each direction, forward,
 * and twice that backward, where messages are computed again instead of being kept: memory is
 * linear in nodes · nOut, whatever the number of edges.
 */
public final class EdgeAwareConvLayer extends GraphLayer {
  private static final long serialVersionUID = 1L;
  private static final String SELF = "Wself";
  private static final String OWN = "HWself";
  private static final String OWN_GRADIENT = "gradient at HWself";

  @SuppressWarnings("serial") // of JDK 25, which takes an annotated List for another type
  private @Nullable List<String> numbers;

  @SuppressWarnings("serial") // of JDK 25, which takes an annotated List for another type
  private @Nullable List<String> types;

  private boolean directed;
  private boolean attention;
  private boolean selfWeight = true;
  private float[] logScales = {};
  private float[] means = {};
  private float[] deviations = {};

  private EdgeAwareConvLayer() {}

  private EdgeAwareConvLayer(Builder builder) {
    super(builder);
    this.attention = builder.attention;
    this.selfWeight = builder.selfWeight;
  }

  /** Returns a builder; {@code nOut} is required. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  protected void validate() {
    if (numbers == null && types == null) {
      return;
    }
    List<String> names = RelationNames.checkDistinct(known(numbers));
    RelationNames.checkDistinct(known(types));
    if (scaling().means().length != names.size()) {
      throw new IllegalArgumentException(
          "expected one mean for each of the numbers " + names + ", got " + means.length);
    }
  }

  private EdgeAttributes.Scaling scaling() {
    return new EdgeAttributes.Scaling(logScales, means, deviations);
  }

  private static List<String> known(@Nullable List<String> names) {
    if (names == null) {
      throw new IllegalStateException(
          "the numbers that EdgeAwareConvLayer reads are not known: name them with attributesOf");
    }
    return names;
  }

  @Override
  protected void completeFor(Adjacency adjacency, boolean oneHot) {
    Optional<EdgeAttributes> found = adjacency.edgeAttributes();
    if (found.isEmpty()) {
      if (numbers != null && adjacency.entries() == 0) {
        return; // nothing brings a message
      }
      throw new IllegalArgumentException(
          "EdgeAwareConvLayer reads numbers on edges"
              + (numbers == null ? "" : " (" + numbers + ")")
              + ", but the edges of the graph have none");
    }
    EdgeAttributes edges = found.get();
    if (numbers == null) {
      numbers = List.copyOf(edges.names());
      types = List.copyOf(edges.types());
      directed = edges.isDirected();
      EdgeAttributes.Scaling learned = edges.scaling();
      logScales = learned.logScales();
      means = learned.means();
      deviations = learned.deviations();
      return;
    }
    if (edges.count() == 0) {
      return;
    }
    if (!numbers.equals(edges.names())
        || directed != edges.isDirected()
        || !known(types).containsAll(edges.types())
        || known(types).isEmpty() != edges.types().isEmpty()) {
      throw new IllegalArgumentException(
          "EdgeAwareConvLayer reads "
              + shown(numbers, known(types), directed)
              + ", the graph has "
              + shown(edges.names(), edges.types(), edges.isDirected()));
    }
  }

  private static String shown(List<String> numbers, List<String> types, boolean directed) {
    return (directed ? "directed" : "undirected")
        + " edges with the numbers "
        + numbers
        + (types.isEmpty() ? "" : " and the types " + types);
  }

  @Override
  protected List<Parameter> parameters() {
    int ofEdge = Math.addExact(known(numbers).size(), known(types).size()) + 1;
    List<Parameter> parameters = new ArrayList<>();
    if (selfWeight) {
      parameters.add(new Parameter(SELF, inputs(), units()));
    }
    for (EdgeMessages.Way way : ways()) {
      parameters.add(new Parameter(way.weights(), inputs(), units()));
      parameters.add(new Parameter(way.edgeWeights(), ofEdge, units()));
      if (attention) {
        parameters.add(new Parameter(way.scoreWeights(), 1, units()));
        parameters.add(new Parameter(way.receiverWeights(), 1, units()));
      }
    }
    return parameters;
  }

  private List<EdgeMessages.Way> ways() {
    return directed
        ? List.of(EdgeMessages.Way.ALONG, EdgeMessages.Way.AGAINST)
        : List.of(EdgeMessages.Way.ALONG);
  }

  @Override
  protected Optional<RowSet> inputRows(RowSet outputRows, Adjacency adjacency) {
    if (outputRows.isAll()) {
      return Optional.of(outputRows);
    }
    BitSet needed = new BitSet(adjacency.nodes());
    if (selfWeight) {
      outputRows.within(0, adjacency.nodes(), needed::set);
    }
    for (EdgeMessages.Way way : ways()) {
      edges(adjacency, way).ifPresent(edges -> way.addSenders(edges, outputRows, needed));
    }
    return Optional.of(RowSet.of(adjacency.nodes(), needed));
  }

  /** What follows from the edges of a graph, for one layer on it. */
  private record AllMessages(List<EdgeMessages> ways) {}

  private List<EdgeMessages> messages(Pass pass) {
    return pass.kept(AllMessages.class, () -> allMessages(pass.adjacency())).ways();
  }

  /** The edges that bring messages in a direction. */
  private static Optional<EdgeAttributes> edges(Adjacency adjacency, EdgeMessages.Way way) {
    return way == EdgeMessages.Way.AGAINST && adjacency instanceof SampledEdges sampled
        ? Optional.of(sampled.edgesAgainst())
        : adjacency.edgeAttributes();
  }

  private AllMessages allMessages(Adjacency adjacency) {
    List<EdgeMessages> made = new ArrayList<>();
    for (EdgeMessages.Way way : ways()) {
      edges(adjacency, way)
          .filter(edges -> edges.count() > 0)
          .ifPresent(
              edges ->
                  made.add(
                      new EdgeMessages(
                          way,
                          edges.scaled(scaling()),
                          known(types),
                          units(),
                          attention,
                          MessageKernels.BEST)));
    }
    return new AllMessages(made);
  }

  @Override
  protected void forward(Pass pass) {
    if (selfWeight) {
      pass.multiplyInput(pass.parameter(SELF), pass.output());
    } else {
      pass.output().fill(0f);
    }
    DenseMatrix own = pass.output();
    if (attention) {
      own = pass.buffer(OWN, pass.nodes(), units());
      own.copyFrom(pass.output());
    }
    if (pass.adjacency() instanceof DistantEdges distant) {
      forward(pass, distant);
      return;
    }
    for (EdgeMessages messages : messages(pass)) {
      messages.forward(pass, own);
    }
  }

  private void forward(Pass pass, DistantEdges distant) {
    if (attention) {
      throw new UnsupportedOperationException(
          "attention of EdgeAwareConvLayer compares the messages of edges that lie in many places:"
              + " leave it out, for their mean");
    }
    List<DistantEdges.Way> sent = new ArrayList<>();
    for (EdgeMessages.Way way : ways()) {
      DenseMatrix rows = pass.buffer(way.weights(), pass.nodes(), units());
      pass.multiplyInput(pass.parameter(way.weights()), rows);
      sent.add(new DistantEdges.Way(rows, pass.parameter(way.edgeWeights())));
    }
    distant.addMeans(scaling(), known(types), sent, pass.output());
  }

  @Override
  protected void backward(Pass pass) {
    if (pass.needsInputGradient()) {
      pass.inputGradient().fill(0f);
    }
    DenseMatrix own = pass.output();
    DenseMatrix ownGradient = pass.outputGradient();
    if (attention) {
      own = pass.buffer(OWN, pass.nodes(), units());
      ownGradient = pass.buffer(OWN_GRADIENT, pass.nodes(), units());
      ownGradient.copyFrom(pass.outputGradient());
    }
    for (Parameter parameter : parameters()) {
      pass.gradient(parameter.name()).fill(0f);
    }
    for (EdgeMessages messages : messages(pass)) {
      messages.backward(pass, own, ownGradient);
    }
    if (selfWeight) {
      RelationalStep.backwardThrough(pass, pass.parameter(SELF), ownGradient, pass.gradient(SELF));
    }
  }

  /** Sets up a convolution that reads numbers on edges. */
  @SuppressWarnings("unchecked") // DL4J declares <E extends Layer> E build()
  public static final class Builder extends GraphLayer.Builder<Builder> {
    private @Nullable Adjacency graph;
    private boolean attention;
    private boolean selfWeight = true;

    private Builder() {}

    /**
     * Sets whether a node keeps weights of its own, W<sub>self</sub>; true. With false it sees its
     * neighbours alone, as the paper's p does.
     *
     * @return this builder
     */
    public Builder selfWeight(boolean itsOwn) {
      this.selfWeight = itsOwn;
      return this;
    }

    /**
     * Lets the layer learn how much each message counts, in place of their mean: attention over the
     * receiver, the sender and the edge.
     *
     * @return this builder
     */
    public Builder attention() {
      this.attention = true;
      return this;
    }

    /**
     * Takes the numbers and types of a graph's edges, for DL4J networks; otherwise they are those
     * of the graph that the network is attached to.
     *
     * @param adjacency a graph whose edges have numbers
     * @return this builder
     */
    public Builder attributesOf(Adjacency adjacency) {
      this.graph = adjacency;
      return this;
    }

    @Override
    public EdgeAwareConvLayer build() {
      EdgeAwareConvLayer layer = validated(new EdgeAwareConvLayer(this));
      if (graph != null) {
        layer.completeFor(graph, false);
      }
      return layer;
    }
  }
}
