package io.github.gmnn.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The inner loops over messages ReLU(z + b + x U), z being a row of the sender, x the numbers of
 * the edge and b the row of weights of its type, in plain Java; {@code VectorMessageKernels} does
 * the same on vectors. Messages are computed wherever they are needed and never kept: there is one
 * for every edge.
 *
 * <p>{@code u} has the rows of U, one for each number and at least {@link EdgeRows#rowsOfNumbers}
 * of them, then the rows that messages begin with. Sums of gradients are laid out as it is, with a
 * row of {@link Scored} behind.
 */
public class MessageKernels {
  /** The fastest that this virtual machine can use. */
  public static final MessageKernels BEST = KernelProvider.KERNELS.messages();

  /** Makes the plain kernels; for tests, and where there are no vectors. */
  public MessageKernels() {}

  /** Returns how wide rows must be for a number of units: at least as wide. */
  public int width(int units) {
    return units;
  }

  /**
   * Adds to the rows {@code from..to-1} of {@code out} the messages that these nodes receive.
   *
   * @param edges by receiver
   */
  public void forward(
      EdgeRows edges, float[] u, float[] z, float[] out, int width, int from, int to) {
    for (int node = from; node < to; node++) {
      for (int place = edges.pointers()[node]; place < edges.pointers()[node + 1]; place++) {
        int edge = edges.edge(place);
        int sender = edges.others()[place] * width;
        float share = edges.share(edge, node);
        for (int d = 0; d < width; d++) {
          out[node * width + d] += share * message(edges, place, u, z[sender + d], width, d);
        }
      }
    }
  }

  /**
   * Computes the products of the messages that the nodes {@code from..to-1} receive with a row.
   *
   * @param edges by receiver
   * @param rows the rows, one for each receiver or one for all
   * @param perNode the width if there is one for each, else 0
   * @param products written to, by edge
   */
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
    for (int node = from; node < to; node++) {
      for (int place = edges.pointers()[node]; place < edges.pointers()[node + 1]; place++) {
        int edge = edges.edge(place);
        int sender = edges.others()[place] * width;
        float sum = 0f;
        for (int d = 0; d < width; d++) {
          sum += rows[node * perNode + d] * message(edges, place, u, z[sender + d], width, d);
        }
        products[edge] = sum;
      }
    }
  }

  /**
   * Adds what the messages that the nodes {@code from..to-1} send give to the gradients.
   *
   * @param edges by sender
   * @param outer the gradient at what receivers add up, a row for each node
   * @param wanted the receivers that count; null if all do
   * @param attention how messages were scored; null if they were not
   * @param dz the gradient at z, of which the senders' rows are written
   * @param sums the gradient at {@code u} and, after it, one row for that of {@code attention}
   * @param at where those sums begin
   */
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
    for (int node = from; node < to; node++) {
      for (int d = 0; d < width; d++) {
        int row = node * width + d;
        dz[row] = 0f;
        for (int place = edges.pointers()[node]; place < edges.pointers()[node + 1]; place++) {
          int receiver = edges.others()[place];
          if (wanted != null && !wanted[receiver]) {
            continue;
          }
          int edge = edges.edge(place);
          float message = message(edges, place, u, z[row], width, d);
          if (!(message > 0f)) {
            continue;
          }
          float flow = edges.share(edge, receiver) * outer[receiver * width + d];
          if (attention != null) {
            flow += attention.gradients[edge] * attention.row[d];
            sums[at + u.length + d] += attention.gradients[edge] * message;
          }
          dz[row] += flow;
          for (int c = 0; c < edges.numbers(); c++) {
            sums[at + c * width + d] += edges.values()[place * edges.numbers() + c] * flow;
          }
          sums[at + edges.begin(place, width) + d] += flow;
        }
      }
    }
  }

  /**
   * Messages that were scored by their product with a row.
   *
   * @param row the row
   * @param gradients the gradients at the scores, by edge
   */
  public record Scored(float[] row, float[] gradients) {}

  private static float message(EdgeRows edges, int place, float[] u, float z, int width, int d) {
    float sum = z + u[edges.begin(place, width) + d];
    for (int c = 0; c < edges.numbers(); c++) {
      sum += edges.values()[place * edges.numbers() + c] * u[c * width + d];
    }
    return Math.max(sum, 0f);
  }
}
