package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.EdgeRows;
import io.github.gmnn.kernel.MessageKernels;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of {@link EdgeAwareConvLayer} in one direction: ReLU(z + x U), z being the sender's
 * row of H W, and their mean at the receiver, weighted by the edges or by {@link EdgeAttention}.
 * The forward pass walks receivers, the backward pass senders, so that each thread writes rows of
 * its own; what all edges add to, the gradient of U, is summed in parts that do not depend on the
 * threads.
 *
 * <p>The kernels want rows of a certain width. Where units are fewer, rows are copied into wider
 * ones.
 */
final class EdgeMessages {
  /** Parts of the gradient of U. */
  private static final int PARTS = 32;

  /** Along edges or against them. */
  enum Way {
    ALONG("in"),
    AGAINST("out");

    private final String weights;
    private final String edgeWeights;
    private final String scoreWeights;
    private final String receiverWeights;
    private final String gradient;

    /** Texts are not made in passes. */
    Way(String name) {
      this.weights = "W" + name;
      this.edgeWeights = "U" + name;
      this.scoreWeights = "a" + name;
      this.receiverWeights = "b" + name;
      this.gradient = "gradient at HW" + name;
    }

    /** The name of W. */
    String weights() {
      return weights;
    }

    /** The name of U. */
    String edgeWeights() {
      return edgeWeights;
    }

    /** The name of what attention multiplies messages with. */
    String scoreWeights() {
      return scoreWeights;
    }

    /** The name of what attention multiplies rows of receivers with. */
    String receiverWeights() {
      return receiverWeights;
    }

    /** Where the edges that bring messages to each node begin. */
    private int[] pointers(EdgeAttributes edges) {
      return this == ALONG ? edges.receivedPointers() : edges.sentPointers();
    }

    /** The node at the other end of each of them. */
    private int[] others(EdgeAttributes edges) {
      return this == ALONG ? edges.sources() : edges.sentTargets();
    }

    /** Adds the nodes that send messages to some nodes. */
    void addSenders(EdgeAttributes edges, RowSet receivers, BitSet senders) {
      int[] pointers = pointers(edges);
      int[] others = others(edges);
      receivers.within(
          0,
          edges.nodes(),
          (from, to) -> {
            for (int place = pointers[from]; place < pointers[to]; place++) {
              senders.set(others[place]);
            }
          });
    }

    private EdgeRows byReceiver(
        EdgeAttributes edges, float @Nullable [] edgeWeights, float[] scales) {
      return new EdgeRows(
          pointers(edges),
          others(edges),
          this == ALONG ? null : edges.sentEdges(),
          edges.width(),
          this == ALONG ? edges.values() : edges.sentValues(),
          this == ALONG ? edges.typeIndices() : edges.sentTypeIndices(),
          edgeWeights,
          scales);
    }

    private EdgeRows bySender(
        EdgeAttributes edges, float @Nullable [] edgeWeights, float[] scales) {
      return (this == ALONG ? AGAINST : ALONG).byReceiver(edges, edgeWeights, scales);
    }
  }

  private final Way way;
  private final MessageKernels kernels;
  private final int numbers;
  private final int units;
  private final int width;
  private final int nodes;

  /** The first of the rows of weights that messages begin with. */
  private final int begins;

  /** The layer's number of each type of the graph; null if edges have no types. */
  private final int @Nullable [] typeOf;

  /** Types that the layer knows. */
  private final int known;

  private final EdgeRows byReceiver;
  private final EdgeRows bySender;
  private final @Nullable EdgeAttention attention;
  private final float[] u;
  private final float[] sums;
  private final Rows sent = new Rows();
  private final Rows received = new Rows();
  private final Rows outer = new Rows();
  private final Rows sentGradient = new Rows();
  private RowSet lastReceivers;
  private boolean @Nullable [] receiving;

  /** A matrix with a row of {@link #width} for each node, made when it is first asked for. */
  private final class Rows {
    private @Nullable DenseMatrix matrix;

    DenseMatrix get() {
      if (matrix == null) {
        matrix = DenseMatrix.zeros(nodes, width);
      }
      return matrix;
    }

    /** Some rows of a matrix, as wide as the kernels want them. */
    float[] of(DenseMatrix narrow, RowSet rows) {
      if (width == units) {
        return narrow.data();
      }
      copy(narrow, get(), rows);
      return get().data();
    }

    private void copy(DenseMatrix from, DenseMatrix to, RowSet rows) {
      rows.within(
          0,
          nodes,
          (first, last) -> {
            for (int row = first; row < last; row++) {
              System.arraycopy(
                  from.data(), row * from.columns(), to.data(), row * to.columns(), units);
            }
          });
    }
  }

  /**
   * @param edges the edges, their numbers scaled
   * @param types the types that the layer knows
   * @param units outputs of the layer
   * @param attending whether attention weighs the messages
   */
  EdgeMessages(
      Way way,
      EdgeAttributes edges,
      List<String> types,
      int units,
      boolean attending,
      MessageKernels kernels) {
    this.way = way;
    this.kernels = kernels;
    this.numbers = edges.width();
    this.units = units;
    this.width = kernels.width(units);
    this.nodes = edges.nodes();
    this.typeOf =
        types.isEmpty() ? null : edges.types().stream().mapToInt(types::indexOf).toArray();
    this.known = types.size();
    this.begins = EdgeRows.rowsOfNumbers(numbers);
    this.u = new float[(begins + Math.max(1, edges.types().size())) * width];
    this.sums = new float[PARTS * (u.length + width)];
    this.lastReceivers = RowSet.all(nodes);
    if (attending) {
      EdgeRows plain = way.byReceiver(edges, edges.weights(), inverseWeights(edges));
      this.attention = new EdgeAttention(plain, edges.count(), units, width, kernels);
      this.byReceiver = way.byReceiver(edges, attention.shares(), attention.ones());
      this.bySender = way.bySender(edges, attention.shares(), attention.ones());
    } else {
      float[] scales = inverseWeights(edges);
      this.attention = null;
      this.byReceiver = way.byReceiver(edges, edges.weights(), scales);
      this.bySender = way.bySender(edges, edges.weights(), scales);
    }
  }

  /** One over the weight of all edges that bring messages to a node; 0 if none does. */
  private float[] inverseWeights(EdgeAttributes edges) {
    int[] pointers = way.pointers(edges);
    float[] result = new float[nodes];
    for (int node = 0; node < nodes; node++) {
      double sum = 0;
      for (int place = pointers[node]; place < pointers[node + 1]; place++) {
        sum += edges.weight(way == Way.ALONG ? place : edges.sent(place));
      }
      result[node] = sum == 0 ? 0f : (float) (1 / sum);
    }
    return result;
  }

  private long workPerEdge() {
    return (numbers + 2L) * width;
  }

  /**
   * Adds the mean of messages to the output.
   *
   * @param own the receivers' rows of H W<sub>self</sub>
   */
  void forward(Pass pass, DenseMatrix own) {
    DenseMatrix transformed = pass.buffer(way.weights, nodes, units);
    pass.multiplyInput(pass.parameter(way.weights), transformed);
    float[] z = sent.of(transformed, pass.inputRows());
    float[] parameter = pass.parameter(way.edgeWeights).data();
    EdgeRows.layOut(parameter, numbers, known, typeOf, units, u, width);
    if (attention != null) {
      attention.attend(
          pass, pass.parameter(way.scoreWeights), pass.parameter(way.receiverWeights), own, u, z);
    }
    boolean direct = attention == null && width == units;
    DenseMatrix out = direct ? pass.output() : received.get();
    pass.workers()
        .forNonZeros(
            pass.outputRows(),
            byReceiver.pointers(),
            workPerEdge(),
            (from, to) -> {
              if (!direct) {
                Arrays.fill(out.data(), from * width, to * width, 0f);
              }
              kernels.forward(byReceiver, u, z, out.data(), width, from, to);
              if (!direct) {
                addNarrow(out.data(), pass.output().data(), from, to);
              }
            });
  }

  /** The row of U that belongs to the type of a row that messages begin with. */
  private int typeRow(int row) {
    return numbers + (typeOf == null ? 0 : typeOf[row - begins]);
  }

  private void addNarrow(float[] wide, float[] narrow, int from, int to) {
    for (int node = from; node < to; node++) {
      for (int d = 0; d < units; d++) {
        narrow[node * units + d] += wide[node * width + d];
      }
    }
  }

  /**
   * Adds what the messages give to the gradients of weights and input.
   *
   * @param own the receivers' rows of H W<sub>self</sub>
   * @param ownGradient the gradient there, which attention adds to
   */
  void backward(Pass pass, DenseMatrix own, DenseMatrix ownGradient) {
    float[] z = sent.of(pass.buffer(way.weights, nodes, units), pass.inputRows());
    float[] g = outer.of(pass.outputGradient(), pass.outputRows());
    DenseMatrix gradient = pass.buffer(way.gradient, nodes, units);
    MessageKernels.Scored scored =
        attention == null
            ? null
            : attention.backward(
                pass,
                pass.parameter(way.receiverWeights),
                own,
                u,
                z,
                g,
                received.get().data(),
                pass.gradient(way.receiverWeights),
                ownGradient);
    boolean[] wanted = receiving(pass.outputRows());
    float[] dz = width == units ? gradient.data() : sentGradient.get().data();
    int[] pointers = bySender.pointers();
    int length = sums.length / PARTS;
    Arrays.fill(sums, 0f);
    pass.workers()
        .forParts(
            PARTS,
            part ->
                pass.inputRows()
                    .within(
                        Workers.boundary(pointers, part, PARTS),
                        Workers.boundary(pointers, part + 1, PARTS),
                        (from, to) ->
                            kernels.backward(
                                bySender,
                                u,
                                z,
                                g,
                                wanted,
                                scored,
                                dz,
                                sums,
                                part * length,
                                width,
                                from,
                                to)));
    if (width > units) {
      sentGradient.copy(sentGradient.get(), gradient, pass.inputRows());
    }
    for (int part = 0; part < PARTS; part++) {
      addSums(pass, part * length);
    }
    RelationalStep.backwardThrough(
        pass, pass.parameter(way.weights), gradient, pass.gradient(way.weights));
  }

  /** Adds one part of the sums to the gradients of U and of attention, parts in their order. */
  private void addSums(Pass pass, int at) {
    float[] gradient = pass.gradient(way.edgeWeights).data();
    int one = (numbers + known) * units;
    int rows = u.length / width;
    for (int d = 0; d < units; d++) {
      for (int c = 0; c < numbers; c++) {
        gradient[c * units + d] += sums[at + c * width + d];
      }
      for (int row = begins; row < rows; row++) {
        float value = sums[at + row * width + d];
        gradient[one + d] += value;
        if (typeOf != null) {
          gradient[typeRow(row) * units + d] += value;
        }
      }
    }
    if (attention != null) {
      float[] ofScores = pass.gradient(way.scoreWeights).data();
      for (int d = 0; d < units; d++) {
        ofScores[d] += sums[at + rows * width + d];
      }
    }
  }

  /** The receivers that count; null if all do. */
  private boolean @Nullable [] receiving(RowSet receivers) {
    if (!receivers.equals(lastReceivers)) {
      lastReceivers = receivers;
      receiving = null;
      if (!receivers.isAll()) {
        boolean[] members = new boolean[nodes];
        receivers.within(0, nodes, (from, to) -> Arrays.fill(members, from, to, true));
        receiving = members;
      }
    }
    return receiving;
  }
}
