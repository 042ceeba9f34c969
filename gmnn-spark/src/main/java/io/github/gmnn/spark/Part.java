package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the graph whose number is that of this part modulo the number of parts, with their
 * rows of the adjacency. Nodes of other parts that its nodes are joined to are its halo: what a
 * layer propagates is sent for them, a row each.
 *
 * <p>Columns of edges count the nodes that are here or in the halo, by their numbers, so that a row
 * is summed in the order in which one machine sums it.
 */
final class Part implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final int parts;
  private final Vertices vertices;

  /** Numbers of own nodes and halo, ascending. */
  private final int[] reached;

  private final int[] pointers;
  private final int[] columns;
  private final float[] weights;

  /** The weighted degree of each node of {@link #reached} in the whole graph, without loops. */
  private final double[] degrees;

  /** Own rows whose edges are with their neighbours' parts; what is here is a sample of them. */
  private final BitSet split;

  private final Mirrors mirrors;

  /** By part: the own rows that it needs. */
  private final int[][] sent;

  private transient @Nullable Map<Propagation, CsrMatrix> operators;

  Part(RawPart raw, double[] degrees, Mirrors mirrors, int[][] sent) {
    this.number = raw.number();
    this.parts = raw.parts();
    this.vertices = raw.vertices();
    this.reached = raw.reached();
    this.pointers = raw.pointers();
    this.columns = raw.columns();
    this.weights = raw.weights();
    this.split = raw.split();
    this.mirrors = mirrors;
    this.degrees = degrees;
    this.sent = sent;
  }

  /**
   * Rows on their way from one part to another.
   *
   * @param from the part they come from
   * @param rows the rows that the other part has in its halo, by their numbers
   * @param splitNodes split nodes of the other part
   * @param sums what they receive, see {@link Mirrors}
   */
  record Parcel(int from, float[] rows, int[] splitNodes, long[] sums) implements Serializable {}

  int number() {
    return number;
  }

  int parts() {
    return parts;
  }

  int nodes() {
    return vertices.count();
  }

  Vertices vertices() {
    return vertices;
  }

  /** The number of an own node in the whole graph. */
  int numberOf(int row) {
    return number + row * parts;
  }

  /** The own row of a node. */
  int rowOf(int node) {
    return node / parts;
  }

  double degree(int row) {
    return degrees[place(row)];
  }

  int firstEdge(int row) {
    return pointers[row];
  }

  int endOfEdges(int row) {
    return pointers[row + 1];
  }

  /** The number of the node at the other end of an edge. */
  int neighbour(int edge) {
    return reached[columns[edge]];
  }

  float weight(int edge) {
    return weights[edge];
  }

  long haloSize() {
    return reached.length - nodes();
  }

  long sentRows() {
    long count = 0;
    for (int[] rows : sent) {
      count += rows.length;
    }
    return count;
  }

  /** Where an own row stands among those reached. */
  private int place(int row) {
    return Arrays.binarySearch(reached, numberOf(row));
  }

  /** By part: what it needs of the rows that are to be propagated, or null. */
  @Nullable Parcel[] parcels(Wanted wanted) {
    int width = wanted.width();
    long[] sums = mirrors.sums(wanted.kind(), wanted.rows(), width, this);
    Parcel[] parcels = new Parcel[parts];
    for (int to = 0; to < parts; to++) {
      int[] ofPart = mirrors.of(to, parts);
      if (sent[to].length == 0 && ofPart.length == 0) {
        continue;
      }
      float[] values = new float[Math.multiplyExact(sent[to].length, width)];
      for (int i = 0; i < sent[to].length; i++) {
        System.arraycopy(wanted.rows(), sent[to][i] * width, values, i * width, width);
      }
      int[] nodes = new int[ofPart.length];
      long[] itsSums = new long[ofPart.length * width];
      for (int i = 0; i < ofPart.length; i++) {
        nodes[i] = mirrors.nodes()[ofPart[i]];
        System.arraycopy(sums, ofPart[i] * width, itsSums, i * width, width);
      }
      parcels[to] = new Parcel(number, values, nodes, itsSums);
    }
    return parcels;
  }

  /**
   * Propagates.
   *
   * @param wanted the own rows
   * @param parcels what the other parts sent
   * @return a row per own node
   */
  float[] propagate(Wanted wanted, Iterator<Parcel> parcels) {
    int width = wanted.width();
    DenseMatrix in = DenseMatrix.zeros(reached.length, width);
    int[] places = new int[nodes()];
    for (int row = 0; row < nodes(); row++) {
      places[row] = place(row);
      System.arraycopy(wanted.rows(), row * width, in.data(), places[row] * width, width);
    }
    long[] sums = new long[split.isEmpty() ? 0 : nodes() * width];
    float[][] bySender = new float[parts][0];
    while (parcels.hasNext()) {
      Parcel parcel = parcels.next();
      bySender[parcel.from()] = parcel.rows();
      for (int i = 0; i < parcel.sums().length; i++) {
        int row = rowOf(parcel.splitNodes()[i / width]);
        int at = row * width + i % width;
        sums[at] = Math.addExact(sums[at], parcel.sums()[i]);
      }
    }
    fillHalo(bySender, in);
    DenseMatrix out = DenseMatrix.zeros(nodes(), width);
    operator(wanted.kind()).apply(in, out, Workers.sequential());
    for (int row = split.nextSetBit(0); row >= 0; row = split.nextSetBit(row + 1)) {
      float loop = (float) wanted.kind().loop(degrees[places[row]]);
      for (int j = row * width; j < (row + 1) * width; j++) {
        out.data()[j] = Mirrors.value(Mirrors.add(sums[j], (double) loop * wanted.rows()[j]));
      }
    }
    return out.data();
  }

  /** Puts rows into their places; each sender has sent those it owns by their numbers. */
  private void fillHalo(float[][] bySender, DenseMatrix in) {
    int width = in.columns();
    int[] next = new int[parts];
    for (int i = 0; i < reached.length; i++) {
      int owner = reached[i] % parts;
      if (owner != number) {
        System.arraycopy(bySender[owner], next[owner], in.data(), i * width, width);
        next[owner] += width;
      }
    }
  }

  /** The operator's rows of own nodes, over all nodes reached; empty for split nodes. */
  private synchronized CsrMatrix operator(Propagation kind) {
    if (operators == null) {
      operators = new EnumMap<>(Propagation.class);
    }
    return operators.computeIfAbsent(kind, this::makeOperator);
  }

  private CsrMatrix makeOperator(Propagation kind) {
    OperatorRows rows = new OperatorRows(nodes(), columns.length + (kind.hasLoops() ? nodes() : 0));
    for (int row = 0; row < nodes(); row++) {
      if (!split.get(row)) {
        addRow(kind, row, rows);
      }
      rows.endRow();
    }
    return rows.build(reached.length);
  }

  private void addRow(Propagation kind, int row, OperatorRows rows) {
    int own = place(row);
    boolean loop = !kind.hasLoops();
    for (int e = pointers[row]; e < pointers[row + 1]; e++) {
      if (!loop && columns[e] > own) {
        rows.add(own, kind.loop(degrees[own]));
        loop = true;
      }
      rows.add(columns[e], kind.value(weights[e], degrees[own], degrees[columns[e]]));
    }
    if (!loop) {
      rows.add(own, kind.loop(degrees[own]));
    }
  }
}
