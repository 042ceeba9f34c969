package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.kernel.EdgeRows;
import io.github.gmnn.kernel.MessageKernels;
import io.github.gmnn.sparse.EdgeAttributes;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The edges with numbers that bring messages to the nodes of a part: those that lead to them and,
 * where edges have a direction, those that leave them, which bring messages against it. A part is
 * sent the rows that messages begin with, makes the messages itself, and takes their mean: so as
 * much travels as in a propagation, however many edges there are.
 *
 * <p>They are all with the receiver, however many it has: a node of very many edges is not spread.
 */
public final class PartEdges implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final int parts;
  private final String[] types;

  /** Along edges, then against them; the other ends are places in {@link #reached}. */
  private final NumberedEdges[] ways;

  /** By way: the numbers of the nodes that send here, own ones among them, ascending. */
  private final int[][] reached;

  /** By way and part: the own rows that it needs. */
  private final int[][][] sent;

  private final Remade<Scaled> scaled = new Remade<>();

  /** The edges of all ways as kernels read them, scaled in one way. */
  private record Scaled(EdgeAttributes.Scaling scaling, EdgeRows[] ways) {}

  /**
   * What messages are made of, beside rows and edges.
   *
   * @param scaling how numbers are scaled
   * @param types the types that there are weights for
   * @param units how wide a message is
   * @param edgeWeights by way, a row for each number, each type and the 1
   */
  public record Weights(
      EdgeNumbers.Moments scaling, List<String> types, int units, float[][] edgeWeights)
      implements Serializable {
    public static Weights of(
        EdgeAttributes.Scaling scaling, List<String> types, int units, float[][] edgeWeights) {
      return new Weights(EdgeNumbers.Moments.of(scaling), List.copyOf(types), units, edgeWeights);
    }
  }

  /**
   * Edges of a part that has not heard of the others yet.
   *
   * @param ways the other ends are numbers of nodes
   */
  record Raw(List<String> types, NumberedEdges[] ways) implements Serializable {
    /** By way: the nodes at the other ends, ascending. */
    int[][] reached() {
      int[][] reached = new int[ways.length][];
      for (int way = 0; way < ways.length; way++) {
        IntList all = new IntList();
        for (int node : ways[way].others()) {
          all.add(node);
        }
        reached[way] = all.distinct();
      }
      return reached;
    }

    /** By part and way: the rows that are needed of it. */
    int[][][] needed(int number, int parts) {
      int[][] reached = reached();
      int[][][] needed = new int[parts][ways.length][];
      for (int way = 0; way < ways.length; way++) {
        int[][] byPart = byOwner(reached[way], parts);
        for (int part = 0; part < parts; part++) {
          needed[part][way] = part == number ? new int[0] : byPart[part];
        }
      }
      return needed;
    }

    private static int[][] byOwner(int[] nodes, int parts) {
      IntList[] rows = new IntList[parts];
      Arrays.setAll(rows, part -> new IntList());
      for (int node : nodes) {
        rows[node % parts].add(node / parts);
      }
      return Arrays.stream(rows).map(IntList::toArray).toArray(int[][]::new);
    }
  }

  /**
   * @param sent by way and part: the own rows that it needs
   */
  PartEdges(int number, int parts, Raw raw, int[][][] sent) {
    this.number = number;
    this.parts = parts;
    this.types = raw.types.toArray(new String[0]);
    this.reached = raw.reached();
    this.sent = sent;
    this.ways = new NumberedEdges[raw.ways.length];
    for (int way = 0; way < ways.length; way++) {
      NumberedEdges edges = raw.ways[way];
      Places ofReached = new Places(reached[way]);
      int[] places = Arrays.stream(edges.others()).map(ofReached::of).toArray();
      ways[way] =
          new NumberedEdges(
              edges.pointers(),
              places,
              edges.types(),
              edges.weights(),
              edges.width(),
              edges.numbers());
    }
  }

  public int ways() {
    return ways.length;
  }

  /** The edges of a way by own rows; for the node at the other end see {@link #other}. */
  public NumberedEdges edges(int way) {
    return ways[way];
  }

  /** The number of the node at the other end of an edge. */
  public int other(int way, int edge) {
    return reached[way][ways[way].others()[edge]];
  }

  /** How many edges lead to own nodes: over all parts each once. */
  long count() {
    return ways[0].others().length;
  }

  /** Looks at the numbers on these edges. */
  ExactSums sums(EdgeAttributes.Scaling.Term term) {
    int width = ways[0].width();
    ExactSums sums = new ExactSums(width);
    float[] numbers = ways[0].numbers();
    for (int i = 0; i < numbers.length; i++) {
      sums.add(i % width, term.of(numbers[i], i % width));
    }
    return sums;
  }

  /** By part: the rows that its messages begin with, or null. */
  Part.@Nullable Parcel[] parcels(PendingPropagation pending) {
    int width = pending.width();
    int ofWay = pending.rows().length / ways.length;
    Part.@Nullable Parcel[] parcels = new Part.@Nullable Parcel[parts];
    for (int to = 0; to < parts; to++) {
      int count = 0;
      for (int[][] byPart : sent) {
        count += byPart[to].length;
      }
      float[] rows = new float[Math.multiplyExact(count, width)];
      int at = 0;
      for (int way = 0; way < ways.length; way++) {
        for (int row : sent[way][to]) {
          System.arraycopy(pending.rows(), way * ofWay + row * width, rows, at, width);
          at += width;
        }
      }
      if (count > 0) {
        parcels[to] = new Part.Parcel(number, rows, new int[0], new long[0]);
      }
    }
    return parcels;
  }

  /**
   * Makes messages and adds up their means.
   *
   * @param pending the own rows, those of one way after those of the other
   * @param weights what messages are made of
   * @param parcels what the other parts sent
   * @return a row per own node
   */
  float[] propagate(PendingPropagation pending, Weights weights, Iterator<Part.Parcel> parcels) {
    float[][] bySender = new float[parts][0];
    while (parcels.hasNext()) {
      Part.Parcel parcel = parcels.next();
      bySender[parcel.from()] = parcel.rows();
    }
    int units = weights.units;
    int width = MessageKernels.BEST.width(units);
    int ofWay = pending.rows().length / ways.length;
    int nodes = ofWay / units;
    int[] next = new int[parts];
    float[] sums = new float[Math.multiplyExact(nodes, width)];
    EdgeRows[] scaledWays = scaled(weights.scaling.scaling()).ways;
    for (int way = 0; way < ways.length; way++) {
      float[] z = new float[Math.multiplyExact(reached[way].length, width)];
      for (int i = 0; i < reached[way].length; i++) {
        int owner = reached[way][i] % parts;
        boolean own = owner == number;
        float[] from = own ? pending.rows() : bySender[owner];
        int at = own ? way * ofWay + reached[way][i] / parts * units : next[owner];
        System.arraycopy(from, at, z, i * width, units);
        next[owner] += own ? 0 : units;
      }
      MessageKernels.BEST.forward(
          scaledWays[way], laidOut(weights, way, width), z, sums, width, 0, nodes);
    }
    if (width == units) {
      return sums;
    }
    float[] narrow = new float[ofWay];
    for (int row = 0; row < nodes; row++) {
      System.arraycopy(sums, row * width, narrow, row * units, units);
    }
    return narrow;
  }

  private float[] laidOut(Weights weights, int way, int width) {
    int numbers = ways[way].width();
    int[] typeOf =
        weights.types.isEmpty()
            ? null
            : Arrays.stream(types).mapToInt(weights.types::indexOf).toArray();
    int begins = typeOf == null ? 1 : Math.max(1, typeOf.length);
    float[] u = new float[(EdgeRows.rowsOfNumbers(numbers) + begins) * width];
    EdgeRows.layOut(
        weights.edgeWeights[way], numbers, weights.types.size(), typeOf, weights.units, u, width);
    return u;
  }

  private synchronized Scaled scaled(EdgeAttributes.Scaling scaling) {
    Scaled held = scaled.get(() -> scaledBy(scaling));
    if (held.scaling.equals(scaling)) {
      return held;
    }
    scaled.forget();
    return scaled.get(() -> scaledBy(scaling));
  }

  private Scaled scaledBy(EdgeAttributes.Scaling scaling) {
    EdgeRows[] made = new EdgeRows[ways.length];
    Arrays.setAll(made, way -> rows(ways[way], scaling));
    return new Scaled(scaling, made);
  }

  private EdgeRows rows(NumberedEdges edges, EdgeAttributes.Scaling scaling) {
    int nodes = edges.pointers().length - 1;
    float[] inverse = new float[nodes];
    for (int row = 0; row < nodes; row++) {
      double sum = 0;
      for (int e = edges.pointers()[row]; e < edges.pointers()[row + 1]; e++) {
        sum += edges.weights()[e];
      }
      inverse[row] = sum == 0 ? 0f : (float) (1 / sum);
    }
    return new EdgeRows(
        edges.pointers(),
        edges.others(),
        null,
        edges.width(),
        scaling.apply(edges.numbers()),
        types.length == 0 ? null : edges.types(),
        edges.weights(),
        inverse);
  }
}
