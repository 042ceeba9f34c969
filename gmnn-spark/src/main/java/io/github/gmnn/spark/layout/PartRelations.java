package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a part by type and direction. What travels along them are messages: a row for each
 * node and each relation that it sends in, as {@code io.github.gmnn.sparse.Messages} has them. A
 * part is sent the messages that its nodes receive from others; a message is one row, however many
 * of its nodes receive it.
 *
 * <p>Nodes are split relation by relation. A row is summed in the order of relations and senders,
 * as one machine sums it, and what comes from mirrors is added to that.
 */
public final class PartRelations implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final int parts;
  private final RelationRows rows;

  /** Own nodes and relations whose entries are with the senders; here is a sample of them. */
  private final long[] split;

  /** The messages that own rows receive here, ascending; see {@link RelationRows#key}. */
  private final long[] reached;

  /** The messages that own nodes send to any part, ascending. */
  private final long[] own;

  /** By part: which of the own messages it is sent. */
  private final int[][] sent;

  /** Entries of split nodes, which receive own messages. */
  private final Mirrors mirrors;

  private final Remade<CsrMatrix> operator = new Remade<>();

  /** What a part knows of its relations before it has heard of the others. */
  record Raw(RelationRows rows, long[] split, long[] reached, long[] mirrored, Mirrors mirrors)
      implements Serializable {}

  PartRelations(int number, int parts, Raw raw, long[] own, int[][] sent, Mirrors mirrors) {
    this.number = number;
    this.parts = parts;
    this.rows = raw.rows();
    this.split = raw.split();
    this.reached = raw.reached();
    this.own = own;
    this.sent = sent;
    this.mirrors = mirrors;
  }

  public RelationRows rows() {
    return rows;
  }

  /** The messages that own rows send, by relation and row. */
  public long[] messages() {
    return Arrays.stream(own)
        .map(
            key -> RelationRows.key(RelationRows.relationOf(key), RelationRows.nodeOf(key) / parts))
        .toArray();
  }

  /** How many rows arrive here in a propagation. */
  public long haloSize() {
    return Arrays.stream(reached).filter(key -> owner(key) != number).count();
  }

  private int owner(long key) {
    return RelationRows.nodeOf(key) % parts;
  }

  /** By part: what it needs of the own messages, or null. */
  Part.@Nullable Parcel[] parcels(PendingPropagation pending) {
    int width = pending.width();
    long[] sums = mirrors.sums(Propagation.MEAN, pending.rows(), width, message -> 0);
    Part.@Nullable Parcel[] parcels = new Part.@Nullable Parcel[parts];
    for (int to = 0; to < parts; to++) {
      parcels[to] =
          Part.Parcel.of(
              number, sent[to], pending.rows(), mirrors, mirrors.of(to, parts), sums, width);
    }
    return parcels;
  }

  /**
   * Brings messages to own nodes.
   *
   * @param pending the own messages
   * @param parcels what the other parts sent
   * @return a row per own node
   */
  float[] propagate(PendingPropagation pending, Iterator<Part.Parcel> parcels) {
    int width = pending.width();
    int nodes = rows.rowCount();
    float[][] bySender = new float[parts][0];
    long[] sums = new long[split.length == 0 ? 0 : nodes * width];
    while (parcels.hasNext()) {
      Part.Parcel parcel = parcels.next();
      bySender[parcel.from()] = parcel.rows();
      parcel.addTo(sums, width, parts);
    }
    DenseMatrix in = DenseMatrix.zeros(reached.length, width);
    int[] next = new int[parts];
    for (int i = 0; i < reached.length; i++) {
      int from = owner(reached[i]);
      int place = from == number ? Arrays.binarySearch(own, reached[i]) * width : next[from];
      float[] source = from == number ? pending.rows() : bySender[from];
      System.arraycopy(source, place, in.data(), i * width, width);
      next[from] += width;
    }
    DenseMatrix out = DenseMatrix.zeros(nodes, width);
    operator.get(this::makeOperator).apply(in, out, Workers.sequential());
    for (int i = 0; i < sums.length; i++) {
      out.data()[i] += Mirrors.value(sums[i]);
    }
    return out.data();
  }

  /** The mean over each relation that is not split, summed over relations. */
  private CsrMatrix makeOperator() {
    OperatorRows made = new OperatorRows(rows.rowCount(), rows.senders().length);
    for (int row = 0; row < rows.rowCount(); row++) {
      int end = rows.pointers()[row + 1];
      int last;
      for (int e = rows.pointers()[row]; e < end; e = last) {
        last = rows.endOfRelation(e, end);
        if (!isSplit(row, rows.relations()[e])) {
          addRelation(e, last, made);
        }
      }
      made.endRow();
    }
    return made.build(reached.length);
  }

  private void addRelation(int first, int last, OperatorRows made) {
    double received = 0;
    for (int e = first; e < last; e++) {
      received += rows.weights()[e];
    }
    for (int e = first; e < last; e++) {
      made.add(Arrays.binarySearch(reached, rows.key(e)), rows.weights()[e] / received);
    }
  }

  private boolean isSplit(int row, int relation) {
    return split.length > 0
        && Arrays.binarySearch(split, RelationRows.key(relation, number + row * parts)) >= 0;
  }
}
