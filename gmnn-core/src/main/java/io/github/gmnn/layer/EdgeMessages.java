package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loops of {@link EdgeAwareConvLayer} over edges: messages ReLU(z + x U), z being the sender's
 * row of H W, and their weighted mean at the receiver. The forward pass walks receivers, the
 * backward pass senders, so that each thread writes rows of its own; what all edges add to, the
 * gradient of U, is summed in parts that do not depend on the threads.
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
    private final String sent;
    private final String sentGradient;
    private final String beginnings;

    /** Texts are not made in passes. */
    Way(String name) {
      this.weights = "W" + name;
      this.edgeWeights = "U" + name;
      this.sent = "HW" + name;
      this.sentGradient = "gradient at HW" + name;
      this.beginnings = "beginnings " + name;
    }

    /** The name of W. */
    String weights() {
      return weights;
    }

    /** The name of U. */
    String edgeWeights() {
      return edgeWeights;
    }

    private Way opposite() {
      return this == ALONG ? AGAINST : ALONG;
    }

    /** Where the edges that bring messages to each node begin. */
    private int[] pointers(EdgeAttributes edges) {
      return this == ALONG ? edges.receivedPointers() : edges.sentPointers();
    }

    /** The edge at a place. */
    private int edge(EdgeAttributes edges, int place) {
      return this == ALONG ? place : edges.sent(place);
    }

    /** The node at the other end of the edge at a place. */
    private int other(EdgeAttributes edges, int place) {
      return this == ALONG ? edges.source(place) : edges.sentTarget(place);
    }

    /** Adds the nodes that send messages to some nodes. */
    void addSenders(EdgeAttributes edges, RowSet receivers, BitSet senders) {
      int[] pointers = pointers(edges);
      receivers.within(
          0,
          edges.nodes(),
          (from, to) -> {
            for (int place = pointers[from]; place < pointers[to]; place++) {
              senders.set(other(edges, place));
            }
          });
    }
  }

  private final EdgeAttributes edges;
  private final int numbers;
  private final int units;

  /** The layer's number of each type of the graph; null if edges have no types. */
  private final int @Nullable [] typeOf;

  /** Rows that begin a message: one for each type that the layer knows, or one. */
  private final int starts;

  private final float[][] inverse = new float[Way.values().length][];
  private RowSet lastReceivers;
  private @Nullable BitSet receiving;

  /**
   * @param edges the edges, their numbers scaled
   * @param types the types that the layer knows
   * @param units outputs of the layer
   */
  EdgeMessages(EdgeAttributes edges, List<String> types, int units) {
    this.edges = edges;
    this.numbers = edges.width();
    this.units = units;
    this.typeOf =
        types.isEmpty() ? null : edges.types().stream().mapToInt(types::indexOf).toArray();
    this.starts = Math.max(1, types.size());
    this.lastReceivers = RowSet.all(edges.nodes());
    for (Way way : Way.values()) {
      inverse[way.ordinal()] = inverseWeights(way);
    }
  }

  /** One over the weight of all edges that bring messages to a node; 0 if none does. */
  private float[] inverseWeights(Way way) {
    int[] pointers = way.pointers(edges);
    float[] result = new float[edges.nodes()];
    for (int node = 0; node < result.length; node++) {
      double sum = 0;
      for (int place = pointers[node]; place < pointers[node + 1]; place++) {
        sum += edges.weight(way.edge(edges, place));
      }
      result[node] = sum == 0 ? 0f : (float) (1 / sum);
    }
    return result;
  }

  private long workPerEdge() {
    return (numbers + 2L) * units;
  }

  /** Adds the mean of messages to the output. */
  void forward(Pass pass, Way way) {
    DenseMatrix transformed = pass.buffer(way.sent, pass.nodes(), units);
    pass.multiplyInput(pass.parameter(way.weights()), transformed);
    float[] z = transformed.data();
    float[] u = pass.parameter(way.edgeWeights()).data();
    float[] begin = beginnings(pass, way, u);
    float[] message = pass.buffer("message", pass.nodes(), units).data();
    float[] out = pass.output().data();
    int[] pointers = way.pointers(edges);
    float[] inverses = inverse[way.ordinal()];
    pass.workers()
        .forNonZeros(
            pass.outputRows(),
            pointers,
            workPerEdge(),
            (from, to) -> {
              for (int node = from; node < to; node++) {
                int row = node * units;
                for (int place = pointers[node]; place < pointers[node + 1]; place++) {
                  int edge = way.edge(edges, place);
                  write(edge, z, way.other(edges, place) * units, u, begin, message, row);
                  float share = edges.weight(edge) * inverses[node];
                  addPositive(share, message, row, out);
                }
              }
            });
  }

  /** What messages begin with, by type: the weights of the 1, and of the type. */
  private float[] beginnings(Pass pass, Way way, float[] u) {
    float[] begin = pass.buffer(way.beginnings, starts, units).data();
    int one = (numbers + (typeOf == null ? 0 : starts)) * units;
    for (int i = 0; i < begin.length; i++) {
      begin[i] = u[one + i % units] + (typeOf == null ? 0f : u[numbers * units + i]);
    }
    return begin;
  }

  private int start(int edge) {
    return typeOf == null ? 0 : typeOf[edges.type(edge)];
  }

  /** Writes a message before its ReLU: z of the sender, what it begins with, and x U. */
  private void write(
      int edge, float[] z, int sender, float[] u, float[] begin, float[] message, int row) {
    float[] x = edges.values();
    int first = edge * numbers;
    int start = start(edge) * units;
    int c = 0;
    if (numbers >= 2) {
      float x0 = x[first];
      float x1 = x[first + 1];
      for (int d = 0; d < units; d++) {
        message[row + d] = z[sender + d] + begin[start + d] + x0 * u[d] + x1 * u[units + d];
      }
      c = 2;
    } else {
      for (int d = 0; d < units; d++) {
        message[row + d] = z[sender + d] + begin[start + d];
      }
    }
    for (; c + 1 < numbers; c += 2) {
      float x0 = x[first + c];
      float x1 = x[first + c + 1];
      int even = c * units;
      int odd = even + units;
      for (int d = 0; d < units; d++) {
        message[row + d] += x0 * u[even + d] + x1 * u[odd + d];
      }
    }
    if (c < numbers) {
      addTimes(x[first + c], u, c * units, message, row);
    }
  }

  private void addPositive(float share, float[] message, int row, float[] out) {
    for (int d = 0; d < units; d++) {
      out[row + d] += share * Math.max(message[row + d], 0f);
    }
  }

  private void addTimes(float a, float[] in, int from, float[] out, int to) {
    for (int d = 0; d < units; d++) {
      out[to + d] += a * in[from + d];
    }
  }

  /** Adds what the messages of one way give to the gradients of weights and input. */
  void backward(Pass pass, Way way) {
    float[] z = pass.buffer(way.sent, pass.nodes(), units).data();
    DenseMatrix gradient = pass.buffer(way.sentGradient, pass.nodes(), units);
    float[] u = pass.parameter(way.edgeWeights()).data();
    float[] begin = pass.buffer(way.beginnings, starts, units).data();
    float[] message = pass.buffer("message", pass.nodes(), units).data();
    DenseMatrix sums = pass.buffer("dU", PARTS, (numbers + starts) * units);
    BitSet wanted = receiving(pass.outputRows());
    int[] senders = way.opposite().pointers(edges);
    sums.fill(0f);
    pass.workers()
        .forParts(
            PARTS,
            part ->
                pass.inputRows()
                    .within(
                        Workers.boundary(senders, part, PARTS),
                        Workers.boundary(senders, part + 1, PARTS),
                        (from, to) -> {
                          for (int node = from; node < to; node++) {
                            backward(
                                pass, way, node, z, u, begin, message, gradient, sums, part,
                                wanted);
                          }
                        }));
    addParts(sums.data(), pass.gradient(way.edgeWeights()).data());
    RelationalStep.backwardThrough(
        pass, pass.parameter(way.weights()), gradient, pass.gradient(way.weights()));
  }

  /** What the messages that one node sends give. */
  private void backward(
      Pass pass,
      Way way,
      int sender,
      float[] z,
      float[] u,
      float[] begin,
      float[] message,
      DenseMatrix gradient,
      DenseMatrix sums,
      int part,
      @Nullable BitSet wanted) {
    float[] dz = gradient.data();
    float[] sum = sums.data();
    float[] x = edges.values();
    float[] outer = pass.outputGradient().data();
    float[] inverses = inverse[way.ordinal()];
    Way sending = way.opposite();
    int[] pointers = sending.pointers(edges);
    int row = sender * units;
    int own = part * (numbers + starts) * units;
    Arrays.fill(dz, row, row + units, 0f);
    for (int place = pointers[sender]; place < pointers[sender + 1]; place++) {
      int receiver = sending.other(edges, place);
      if (wanted != null && !wanted.get(receiver)) {
        continue;
      }
      int edge = sending.edge(edges, place);
      write(edge, z, row, u, begin, message, row);
      float share = edges.weight(edge) * inverses[receiver];
      int g = receiver * units;
      for (int d = 0; d < units; d++) {
        float flow = message[row + d] > 0f ? share * outer[g + d] : 0f;
        message[row + d] = flow;
        dz[row + d] += flow;
      }
      for (int c = 0; c < numbers; c++) {
        addTimes(x[edge * numbers + c], message, row, sum, own + c * units);
      }
      addTimes(1f, message, row, sum, own + (numbers + start(edge)) * units);
    }
  }

  /** Sums the parts of the gradient of U, in their order. */
  private void addParts(float[] parts, float[] gradient) {
    int length = (numbers + starts) * units;
    int one = (numbers + (typeOf == null ? 0 : starts)) * units;
    for (int part = 0; part < PARTS; part++) {
      for (int i = 0; i < length; i++) {
        float value = parts[part * length + i];
        if (i < numbers * units) {
          gradient[i] += value;
        } else {
          gradient[one + i % units] += value;
          if (typeOf != null) {
            gradient[i] += value;
          }
        }
      }
    }
  }

  /** The receivers that count; null if all do. */
  private @Nullable BitSet receiving(RowSet receivers) {
    if (!receivers.equals(lastReceivers)) {
      lastReceivers = receivers;
      receiving = null;
      if (!receivers.isAll()) {
        BitSet members = new BitSet(edges.nodes());
        receivers.within(0, edges.nodes(), members::set);
        receiving = members;
      }
    }
    return receiving;
  }
}
