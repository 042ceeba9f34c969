package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * {@link MessageKernels} with eight units at once. The rows of U of the first numbers, and their
 * gradients, stay in registers; those of further numbers are read for each edge. Where an edge has
 * fewer, the missing ones are zeros times the last number.
 */
final class VectorMessageKernels extends MessageKernels {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;
  private static final VectorShuffle<Float> OTHER_HALF = VectorShuffle.iota(S, 4, 1, true);
  private static final VectorShuffle<Float> OTHER_PAIR = VectorShuffle.iota(S, 2, 1, true);

  /** Nodes after which the kernels go back to the first units, the edges still cached. */
  private static final int NODES_AT_ONCE = 64;

  @Override
  public int width(int units) {
    return (units + LANES - 1) / LANES * LANES;
  }

  @Override
  public void forward(
      EdgeRows edges, float[] u, float[] z, float[] out, int width, int from, int to) {
    for (int first = from; first < to; first += NODES_AT_ONCE) {
      int next = Math.min(to, first + NODES_AT_ONCE);
      for (int column = 0; column < width; column += LANES) {
        forwardLanes(edges, u, z, out, width, column, first, next);
      }
    }
  }

  private static void forwardLanes(
      EdgeRows m, float[] u, float[] z, float[] out, int width, int column, int from, int to) {
    int n = m.numbers();
    int[] pointers = m.pointers();
    int[] others = m.others();
    int[] edges = m.edges();
    float[] x = m.values();
    int[] types = m.types();
    float[] weights = m.weights();
    float[] scales = m.scales();
    int o1 = Math.min(1, n - 1);
    int o2 = Math.min(2, n - 1);
    int o3 = Math.min(3, n - 1);
    int begin = m.firstBegin(width) + column;
    FloatVector u0 = FloatVector.fromArray(S, u, column);
    FloatVector u1 = FloatVector.fromArray(S, u, width + column);
    FloatVector u2 = FloatVector.fromArray(S, u, 2 * width + column);
    FloatVector u3 = FloatVector.fromArray(S, u, 3 * width + column);
    for (int node = from; node < to; node++) {
      FloatVector sum = FloatVector.zero(S);
      int place = pointers[node];
      int stop = pointers[node + 1];
      while (stop - place >= 1) {
        int edge = edges == null ? place : edges[place];
        int at = place * n;
        FloatVector message =
            FloatVector.fromArray(S, z, others[place] * width + column)
                .add(
                    FloatVector.fromArray(
                        S, u, types == null ? begin : begin + types[place] * width));
        FloatVector second = FloatVector.broadcast(S, x[at + o1]).mul(u1);
        message = FloatVector.broadcast(S, x[at]).fma(u0, message);
        second = FloatVector.broadcast(S, x[at + o2]).fma(u2, second);
        message = FloatVector.broadcast(S, x[at + o3]).fma(u3, message);
        for (int c = EdgeRows.HELD; n - c >= 1; c++) {
          message =
              FloatVector.broadcast(S, x[at + c])
                  .fma(FloatVector.fromArray(S, u, c * width + column), message);
        }
        message = message.add(second).max(0f);
        sum = FloatVector.broadcast(S, weights == null ? 1f : weights[edge]).fma(message, sum);
        place++;
      }
      FloatVector.broadcast(S, scales[node])
          .fma(sum, FloatVector.fromArray(S, out, node * width + column))
          .intoArray(out, node * width + column);
    }
  }

  @Override
  public void products(
      EdgeRows edges,
      float[] u,
      float[] z,
      float[] rows,
      int perNode,
      float[] products,
      int width,
      int from,
      int to) {
    for (int first = from; first < to; first += NODES_AT_ONCE) {
      int next = Math.min(to, first + NODES_AT_ONCE);
      for (int column = 0; column < width; column += LANES) {
        productsOfLanes(edges, u, z, rows, perNode, products, width, column, first, next);
      }
    }
  }

  private static void productsOfLanes(
      EdgeRows m,
      float[] u,
      float[] z,
      float[] rows,
      int perNode,
      float[] products,
      int width,
      int column,
      int from,
      int to) {
    int n = m.numbers();
    int[] pointers = m.pointers();
    int[] others = m.others();
    int[] edges = m.edges();
    float[] x = m.values();
    int[] types = m.types();
    int o1 = Math.min(1, n - 1);
    int o2 = Math.min(2, n - 1);
    int o3 = Math.min(3, n - 1);
    int begin = m.firstBegin(width) + column;
    FloatVector u0 = FloatVector.fromArray(S, u, column);
    FloatVector u1 = FloatVector.fromArray(S, u, width + column);
    FloatVector u2 = FloatVector.fromArray(S, u, 2 * width + column);
    FloatVector u3 = FloatVector.fromArray(S, u, 3 * width + column);
    for (int node = from; node < to; node++) {
      FloatVector row = FloatVector.fromArray(S, rows, node * perNode + column);
      int place = pointers[node];
      int stop = pointers[node + 1];
      while (stop - place >= 1) {
        int edge = edges == null ? place : edges[place];
        int at = place * n;
        FloatVector message =
            FloatVector.fromArray(S, z, others[place] * width + column)
                .add(
                    FloatVector.fromArray(
                        S, u, types == null ? begin : begin + types[place] * width));
        FloatVector second = FloatVector.broadcast(S, x[at + o1]).mul(u1);
        message = FloatVector.broadcast(S, x[at]).fma(u0, message);
        second = FloatVector.broadcast(S, x[at + o2]).fma(u2, second);
        message = FloatVector.broadcast(S, x[at + o3]).fma(u3, message);
        for (int c = EdgeRows.HELD; n - c >= 1; c++) {
          message =
              FloatVector.broadcast(S, x[at + c])
                  .fma(FloatVector.fromArray(S, u, c * width + column), message);
        }
        // reduceLanes adds in any order, another one once compiled: see VectorProducts
        FloatVector terms = message.add(second).max(0f).mul(row);
        terms = terms.add(terms.rearrange(OTHER_HALF));
        terms = terms.add(terms.rearrange(OTHER_PAIR));
        float product = terms.lane(0) + terms.lane(1);
        products[edge] = column == 0 ? product : products[edge] + product;
        place++;
      }
    }
  }

  @Override
  public void backward(
      EdgeRows edges,
      float[] u,
      float[] z,
      float[] outer,
      boolean @Nullable [] wanted,
      @Nullable Scored attention,
      float[] dz,
      float[] sums,
      int at,
      int width,
      int from,
      int to) {
    for (int first = from; first < to; first += NODES_AT_ONCE) {
      int next = Math.min(to, first + NODES_AT_ONCE);
      for (int column = 0; column < width; column += LANES) {
        backwardLanes(
            edges, u, z, outer, wanted, attention, dz, sums, at, width, column, first, next);
      }
    }
  }

  private static void backwardLanes(
      EdgeRows m,
      float[] u,
      float[] z,
      float[] outer,
      boolean @Nullable [] wanted,
      @Nullable Scored attention,
      float[] dz,
      float[] sums,
      int own,
      int width,
      int column,
      int from,
      int to) {
    int n = m.numbers();
    int[] pointers = m.pointers();
    int[] others = m.others();
    int[] edges = m.edges();
    float[] x = m.values();
    int[] types = m.types();
    float[] weights = m.weights();
    float[] scales = m.scales();
    float[] scoreGradients = attention == null ? null : attention.gradients();
    float[] scoreRow = attention == null ? u : attention.row();
    int o1 = Math.min(1, n - 1);
    int o2 = Math.min(2, n - 1);
    int o3 = Math.min(3, n - 1);
    int begin = m.firstBegin(width) + column;
    int sum0 = own + column;
    int scored = own + u.length + column;
    FloatVector zero = FloatVector.zero(S);
    FloatVector u0 = FloatVector.fromArray(S, u, column);
    FloatVector u1 = FloatVector.fromArray(S, u, width + column);
    FloatVector u2 = FloatVector.fromArray(S, u, 2 * width + column);
    FloatVector u3 = FloatVector.fromArray(S, u, 3 * width + column);
    FloatVector row = FloatVector.fromArray(S, scoreRow, column);
    for (int node = from; node < to; node++) {
      FloatVector s0 = FloatVector.fromArray(S, sums, sum0);
      FloatVector s1 = FloatVector.fromArray(S, sums, sum0 + width);
      FloatVector s2 = FloatVector.fromArray(S, sums, sum0 + 2 * width);
      FloatVector s3 = FloatVector.fromArray(S, sums, sum0 + 3 * width);
      FloatVector ofRow = FloatVector.fromArray(S, sums, scored);
      FloatVector sent = FloatVector.fromArray(S, z, node * width + column);
      FloatVector gradient = zero;
      int stop = pointers[node + 1];
      int place = next(wanted, others, pointers[node], stop);
      while (stop - place >= 1) {
        int receiver = others[place];
        int edge = edges == null ? place : edges[place];
        int at = place * n;
        int start = types == null ? begin : begin + types[place] * width;
        FloatVector message = sent.add(FloatVector.fromArray(S, u, start));
        FloatVector second = FloatVector.broadcast(S, x[at + o1]).mul(u1);
        message = FloatVector.broadcast(S, x[at]).fma(u0, message);
        second = FloatVector.broadcast(S, x[at + o2]).fma(u2, second);
        message = FloatVector.broadcast(S, x[at + o3]).fma(u3, message);
        for (int c = EdgeRows.HELD; n - c >= 1; c++) {
          message =
              FloatVector.broadcast(S, x[at + c])
                  .fma(FloatVector.fromArray(S, u, c * width + column), message);
        }
        message = message.add(second);
        float share = weights == null ? scales[receiver] : weights[edge] * scales[receiver];
        FloatVector flow = FloatVector.fromArray(S, outer, receiver * width + column).mul(share);
        FloatVector ofScore =
            FloatVector.broadcast(S, scoreGradients == null ? 0f : scoreGradients[edge]);
        flow = ofScore.fma(row, flow);
        ofRow = ofScore.fma(message.max(zero), ofRow);
        flow = zero.blend(flow, message.compare(VectorOperators.GT, 0f));
        gradient = gradient.add(flow);
        s0 = FloatVector.broadcast(S, x[at]).fma(flow, s0);
        s1 = FloatVector.broadcast(S, x[at + o1]).fma(flow, s1);
        s2 = FloatVector.broadcast(S, x[at + o2]).fma(flow, s2);
        s3 = FloatVector.broadcast(S, x[at + o3]).fma(flow, s3);
        for (int c = EdgeRows.HELD; n - c >= 1; c++) {
          int sum = sum0 + c * width;
          FloatVector.broadcast(S, x[at + c])
              .fma(flow, FloatVector.fromArray(S, sums, sum))
              .intoArray(sums, sum);
        }
        FloatVector.fromArray(S, sums, own + start).add(flow).intoArray(sums, own + start);
        place = next(wanted, others, place + 1, stop);
      }
      gradient.intoArray(dz, node * width + column);
      s0.intoArray(sums, sum0);
      s1.intoArray(sums, sum0 + width);
      s2.intoArray(sums, sum0 + 2 * width);
      s3.intoArray(sums, sum0 + 3 * width);
      ofRow.intoArray(sums, scored);
    }
  }

  /** The first place from one on whose receiver counts. A branch around vectors would box them. */
  private static int next(boolean @Nullable [] wanted, int[] others, int place, int stop) {
    if (wanted != null) {
      while (stop - place >= 1 && !wanted[others[place]]) {
        place++;
      }
    }
    return place;
  }
}
