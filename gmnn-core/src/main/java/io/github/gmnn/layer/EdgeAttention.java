package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.kernel.EdgeRows;
import io.github.gmnn.kernel.MessageKernels;
import java.util.Arrays;

/**
 * How much each message to a node counts: the softmax over its edges, each with its weight, of
 * LeakyReLU(a · m<sub>e</sub> + b · (H<sub>i</sub> W<sub>self</sub>)), m<sub>e</sub> being the
 * message, which tells of the sender and of the edge.
 */
final class EdgeAttention {
  private static final float LEAKY_SLOPE = 0.2f;

  private static final String OF_RECEIVER = "gradient of receivers' scores";

  /** What an exponential costs in multiply-adds. */
  private static final int WORK_OF_EXP = 8;

  private final EdgeRows byReceiver;
  private final MessageKernels kernels;
  private final int units;
  private final int width;
  private final float[] scores;
  private final float[] shares;
  private final float[] gradients;
  private final float[] ones;
  private final MessageKernels.Scored scored;

  EdgeAttention(EdgeRows byReceiver, int edges, int units, int width, MessageKernels kernels) {
    this.byReceiver = byReceiver;
    this.kernels = kernels;
    this.units = units;
    this.width = width;
    this.scores = new float[edges];
    this.shares = new float[edges];
    this.gradients = new float[edges];
    this.ones = new float[byReceiver.scales().length];
    this.scored = new MessageKernels.Scored(new float[width], gradients);
    Arrays.fill(ones, 1f);
  }

  /** The attention of each edge, as {@link #attend} left it. */
  float[] shares() {
    return shares;
  }

  /** What sums of messages are multiplied with, which attention leaves as they are. */
  float[] ones() {
    return ones;
  }

  private int edge(int place) {
    int[] edges = byReceiver.edges();
    return edges == null ? place : edges[place];
  }

  private static float dot(float[] a, float[] b, int from, int length) {
    float sum = 0f;
    for (int d = 0; d < length; d++) {
      sum += a[d] * b[from + d];
    }
    return sum;
  }

  /** Computes the attention of the edges that bring messages to the nodes of a pass. */
  void attend(Pass pass, DenseMatrix a, DenseMatrix b, DenseMatrix own, float[] u, float[] z) {
    float[] row = scored.row();
    System.arraycopy(a.data(), 0, row, 0, units);
    int[] pointers = byReceiver.pointers();
    pass.workers()
        .forNonZeros(
            pass.outputRows(),
            pointers,
            (byReceiver.numbers() + 2L) * width + WORK_OF_EXP,
            (from, to) -> {
              kernels.products(byReceiver, u, z, row, 0, scores, width, from, to);
              for (int node = from; node < to; node++) {
                attend(node, dot(b.data(), own.data(), node * units, units));
              }
            });
  }

  private void attend(int node, float ofReceiver) {
    int start = byReceiver.pointers()[node];
    int end = byReceiver.pointers()[node + 1];
    float max = Float.NEGATIVE_INFINITY;
    for (int place = start; place < end; place++) {
      int edge = edge(place);
      scores[edge] += ofReceiver;
      shares[edge] = Math.max(scores[edge], LEAKY_SLOPE * scores[edge]);
      max = Math.max(max, shares[edge]);
    }
    float[] weights = byReceiver.weights();
    float sum = 0f;
    for (int place = start; place < end; place++) {
      int edge = edge(place);
      float term = (float) Math.exp(shares[edge] - max) * (weights == null ? 1f : weights[edge]);
      shares[edge] = term;
      sum += term;
    }
    for (int place = start; place < end; place++) {
      shares[edge(place)] /= sum;
    }
  }

  /**
   * Computes the gradients at the scores of messages, and adds what they give to the receivers.
   *
   * @param g the gradient at the sums of messages
   * @param received the sums of messages
   * @return the gradients at the scores
   */
  MessageKernels.Scored backward(
      Pass pass,
      DenseMatrix b,
      DenseMatrix own,
      float[] u,
      float[] z,
      float[] g,
      float[] received,
      DenseMatrix ofB,
      DenseMatrix ofOwn) {
    float[] ofReceiver = pass.buffer(OF_RECEIVER, pass.nodes(), 1).data();
    pass.workers()
        .forNonZeros(
            pass.outputRows(),
            byReceiver.pointers(),
            (byReceiver.numbers() + 2L) * width,
            (from, to) -> {
              kernels.products(byReceiver, u, z, g, width, gradients, width, from, to);
              for (int node = from; node < to; node++) {
                float sum = backward(node, meanProduct(g, received, node));
                ofReceiver[node] = sum;
                for (int d = 0; d < units; d++) {
                  ofOwn.data()[node * units + d] += sum * b.data()[d];
                }
              }
            });
    pass.outputRows()
        .within(
            0,
            pass.nodes(),
            (from, to) -> {
              for (int node = from; node < to; node++) {
                for (int d = 0; d < units; d++) {
                  ofB.data()[d] += ofReceiver[node] * own.data()[node * units + d];
                }
              }
            });
    return scored;
  }

  /** The mean over a node's messages of their products with the gradient. */
  private float meanProduct(float[] g, float[] received, int node) {
    float sum = 0f;
    for (int i = node * width; i < (node + 1) * width; i++) {
      sum += g[i] * received[i];
    }
    return sum;
  }

  private float backward(int node, float mean) {
    float sum = 0f;
    for (int place = byReceiver.pointers()[node];
        place < byReceiver.pointers()[node + 1];
        place++) {
      int edge = edge(place);
      float slope = scores[edge] >= 0f ? 1f : LEAKY_SLOPE;
      gradients[edge] = shares[edge] * (gradients[edge] - mean) * slope;
      sum += gradients[edge];
    }
    return sum;
  }
}
