package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the graph whose number is that of this part modulo the number of parts, with their
 * rows of the adjacency. Nodes of other parts that its nodes are joined to are its halo: what a
 * layer propagates is sent for them, a row each.
 *
 * <p>Columns of edges count the nodes that are here or in the halo, by their numbers, so that a row
 * is summed in the order in which one machine sums it.
 */
public final class Part implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final int parts;
  private final Vertices vertices;

  /** Numbers of own nodes and halo, ascending. */
  private final int[] reached;

  private final int[] pointers;
  private final int[] columns;
  private final float[] weights;

  /** What each node of {@link #reached} receives in the whole graph, without loops. */
  private final double[] degrees;

  /** What each of them sends; the same where edges have no direction. */
  private final double[] sentDegrees;

  /** Own rows whose edges are with their neighbours' parts; what is here is a sample of them. */
  private final BitSet split;

  private final Mirrors mirrors;

  /** By part: the own rows that it needs. */
  private final int[][] sent;

  private final @Nullable PartRelations relations;
  private final @Nullable PartEdges edges;

  /** All kinds are there from the start: a part may be written while it propagates. */
  private final EnumMap<Propagation, Remade<CsrMatrix>> operators =
      new EnumMap<>(Propagation.class);

  Part(
      RawPart raw,
      double[] degrees,
      double[] sentDegrees,
      Mirrors mirrors,
      int[][] sent,
      @Nullable PartRelations relations,
      @Nullable PartEdges edges) {
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
    this.sentDegrees = sentDegrees;
    this.sent = sent;
    this.relations = relations;
    this.edges = edges;
    for (Propagation kind : Propagation.values()) {
      operators.put(kind, new Remade<>());
    }
  }

  /**
   * Rows on their way from one part to another.
   *
   * @param from the part they come from
   * @param rows the rows that the other part has in its halo, by their numbers
   * @param splitNodes split nodes of the other part
   * @param sums what they receive, see {@link Mirrors}
   */
  public record Parcel(int from, float[] rows, int[] splitNodes, long[] sums)
      implements Serializable {
    /** Packs some rows and the sums of some mirrors; null if there are none. */
    static @Nullable Parcel of(
        int from, int[] sent, float[] all, Mirrors mirrors, int[] ofPart, long[] sums, int width) {
      if (sent.length == 0 && ofPart.length == 0) {
        return null;
      }
      float[] values = new float[Math.multiplyExact(sent.length, width)];
      for (int i = 0; i < sent.length; i++) {
        System.arraycopy(all, sent[i] * width, values, i * width, width);
      }
      int[] nodes = new int[ofPart.length];
      long[] itsSums = new long[ofPart.length * width];
      for (int i = 0; i < ofPart.length; i++) {
        nodes[i] = mirrors.nodes()[ofPart[i]];
        System.arraycopy(sums, ofPart[i] * width, itsSums, i * width, width);
      }
      return new Parcel(from, values, nodes, itsSums);
    }

    /** Adds what split nodes receive to their rows. */
    void addTo(long[] ofRows, int width, int parts) {
      for (int i = 0; i < sums.length; i++) {
        int at = splitNodes[i / width] / parts * width + i % width;
        ofRows[at] = Math.addExact(ofRows[at], sums[i]);
      }
    }
  }

  public int number() {
    return number;
  }

  public int parts() {
    return parts;
  }

  public int nodes() {
    return vertices.count();
  }

  public Vertices vertices() {
    return vertices;
  }

  /** The number of an own node in the whole graph. */
  public int numberOf(int row) {
    return number + row * parts;
  }

  /** What a node receives in the whole graph. */
  public double degree(int row) {
    return degrees[place(row)];
  }

  /** What it sends. */
  public double sentDegree(int row) {
    return sentDegrees[place(row)];
  }

  /** Its edges by type and direction, or null. */
  public @Nullable PartRelations relations() {
    return relations;
  }

  /** The same of a graph whose edges have types. */
  public PartRelations typedEdges() {
    return Objects.requireNonNull(relations, "the edges have no types");
  }

  /** Its edges with their numbers, of a graph whose edges have such. */
  public PartEdges numberedEdges() {
    return Objects.requireNonNull(edges, "the edges have no numbers");
  }

  /** How many entries of the adjacency its rows have here. */
  long entries() {
    return columns.length;
  }

  int firstEdge(int row) {
    return pointers[row];
  }

  int endOfEdges(int row) {
    return pointers[row + 1];
  }

  /** Takes an entry of the adjacency. */
  @FunctionalInterface
  interface Entry {
    /** Takes an own row and the number of the node that the entry joins it to. */
    void take(int row, int other);
  }

  /**
   * Gives all entries of the adjacency, over all parts each once: those of own rows, and in place
   * of those of split nodes what these receive from here.
   */
  void forEachEntry(Entry entry) {
    for (int row = 0; row < nodes(); row++) {
      for (int e = pointers[row]; !split.get(row) && e < pointers[row + 1]; e++) {
        entry.take(row, neighbor(e));
      }
    }
    for (int m = 0; m < mirrors.nodes().length; m++) {
      for (int e = mirrors.pointers()[m]; e < mirrors.pointers()[m + 1]; e++) {
        entry.take(mirrors.rows()[e], mirrors.nodes()[m]);
      }
    }
  }

  /** The number of the node at the other end of an edge. */
  public int neighbor(int edge) {
    return reached[columns[edge]];
  }

  public float weight(int edge) {
    return weights[edge];
  }

  public long haloSize() {
    return reached.length - nodes();
  }

  public long sentRows() {
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
  public @Nullable Parcel[] parcels(PendingPropagation pending) {
    if (pending.weights() != null) {
      return numberedEdges().parcels(pending);
    }
    Propagation kind = pending.kind();
    if (kind == null) {
      return typedEdges().parcels(pending);
    }
    int width = pending.width();
    long[] sums =
        mirrors.sums(kind, pending.rows(), width, row -> kind.other(degree(row), sentDegree(row)));
    @Nullable Parcel[] parcels = new @Nullable Parcel[parts];
    for (int to = 0; to < parts; to++) {
      parcels[to] =
          Parcel.of(number, sent[to], pending.rows(), mirrors, mirrors.of(to, parts), sums, width);
    }
    return parcels;
  }

  /**
   * Propagates.
   *
   * @param pending the own rows
   * @param parcels what the other parts sent
   * @return a row per own node
   */
  public float[] propagate(PendingPropagation pending, Iterator<Parcel> parcels) {
    if (pending.weights() != null) {
      return numberedEdges().propagate(pending, pending.weights(), parcels);
    }
    if (pending.kind() == null) {
      return typedEdges().propagate(pending, parcels);
    }
    int width = pending.width();
    DenseMatrix in = DenseMatrix.zeros(reached.length, width);
    int[] places = new int[nodes()];
    for (int row = 0; row < nodes(); row++) {
      places[row] = place(row);
      System.arraycopy(pending.rows(), row * width, in.data(), places[row] * width, width);
    }
    long[] sums = new long[split.isEmpty() ? 0 : nodes() * width];
    float[][] bySender = new float[parts][0];
    while (parcels.hasNext()) {
      Parcel parcel = parcels.next();
      bySender[parcel.from()] = parcel.rows();
      parcel.addTo(sums, width, parts);
    }
    fillHalo(bySender, in);
    DenseMatrix out = DenseMatrix.zeros(nodes(), width);
    operator(pending.kind()).apply(in, out, Workers.sequential());
    for (int row = split.nextSetBit(0); row >= 0; row = split.nextSetBit(row + 1)) {
      float loop = (float) pending.kind().loop(degrees[places[row]]);
      for (int j = row * width; j < (row + 1) * width; j++) {
        out.data()[j] = Mirrors.value(Mirrors.add(sums[j], (double) loop * pending.rows()[j]));
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
  private CsrMatrix operator(Propagation kind) {
    return Objects.requireNonNull(operators.get(kind)).get(() -> makeOperator(kind));
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
      double other = kind.other(degrees[columns[e]], sentDegrees[columns[e]]);
      rows.add(columns[e], kind.value(weights[e], degrees[own], other));
    }
    if (!loop) {
      rows.add(own, kind.loop(degrees[own]));
    }
  }
}
