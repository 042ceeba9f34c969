package io.github.gmnn.spark.block;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.spark.exchange.MessageOrder;
import io.github.gmnn.spark.layout.EdgeNumbers;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.NumberedEdges;
import io.github.gmnn.spark.layout.OperatorRows;
import io.github.gmnn.spark.layout.Places;
import io.github.gmnn.spark.layout.Propagation;
import io.github.gmnn.spark.layout.RelationRows;
import io.github.gmnn.spark.layout.SparseArrays;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.Messages;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Target nodes with what is around them: all that their share of a loss and of its gradient depends
 * on. Its rows are sorted by the nodes' numbers.
 */
public final class Block implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final int[] nodes;
  private final byte[] levels;
  private final int targetLevel;
  private final double[] degrees;
  private final double[] sentDegrees;
  private final float[] corrections;
  private final int[] pointers;
  private final int[] columns;
  private final float[] weights;

  /** What rows receive along relations, from rows; null if no network sees it. */
  private final @Nullable RelationRows relations;

  /** By way, the edges with numbers that bring messages; none if no network sees them. */
  private final NumberedEdges[] numbered;

  private final SparseArrays features;
  private final int[] labels;
  private final byte[] roles;

  /** By part: the rows that its nodes have here. */
  private final int[][] rowsOfPart;

  /** The networks on this block; as long as an executor keeps the block. */
  private transient @Nullable BlockNetworks networks;

  /** Puts a block together from what the parts have of it. */
  Block(int number, int parts, int targetLevel, Iterator<BlockChunk> received) {
    BlockChunk[] chunks = new BlockChunk[parts];
    received.forEachRemaining(chunk -> chunks[chunk.part()] = chunk);
    IntList all = new IntList();
    for (BlockChunk chunk : chunks) {
      for (int i = 0; chunk != null && i < chunk.nodes().length; i++) {
        all.add(chunk.nodes()[i]);
      }
    }
    this.number = number;
    this.targetLevel = targetLevel;
    this.nodes = all.distinct();
    Places places = new Places(nodes);
    int count = nodes.length;
    this.rowsOfPart = new int[parts][];
    for (int part = 0; part < parts; part++) {
      int[] ofPart = chunks[part] == null ? new int[0] : chunks[part].nodes();
      rowsOfPart[part] = IntStream.of(ofPart).map(places::of).toArray();
    }
    this.levels = new byte[count];
    this.degrees = new double[count];
    this.sentDegrees = new double[count];
    this.corrections = new float[count];
    this.labels = new int[count];
    this.roles = new byte[count];
    this.pointers = new int[count + 1];
    IntList ends = new IntList();
    FloatList weightList = new FloatList();
    RelationRows.Builder ofRelations = new RelationRows.Builder();
    int relationCount = 0;
    boolean seesRelations = false;
    int[] featurePointers = new int[count + 1];
    IntList featureIndices = new IntList();
    FloatList featureValues = new FloatList();
    int[] next = new int[parts];
    int featureColumns = 0;
    for (int row = 0; row < count; row++) {
      BlockChunk chunk = chunks[nodes[row] % parts];
      int i = next[nodes[row] % parts]++;
      levels[row] = chunk.levels()[i];
      degrees[row] = chunk.degrees()[i];
      sentDegrees[row] = chunk.sentDegrees()[i];
      corrections[row] = chunk.corrections()[i];
      labels[row] = chunk.labels()[i];
      roles[row] = chunk.roles()[i];
      for (int e = chunk.pointers()[i]; e < chunk.pointers()[i + 1]; e++) {
        ends.add(places.of(chunk.neighbors()[e]));
        weightList.add(chunk.weights()[e]);
      }
      pointers[row + 1] = ends.size();
      if (chunk.relations() != null) {
        seesRelations = true;
        RelationRows ofPart = chunk.relations();
        for (int e = ofPart.pointers()[i]; e < ofPart.pointers()[i + 1]; e++) {
          int sender = places.of(ofPart.senders()[e]);
          ofRelations.add(row, ofPart.relations()[e], sender, ofPart.weights()[e]);
          relationCount = Math.max(relationCount, ofPart.relations()[e] + 1);
        }
      }
      SparseArrays ofChunk = chunk.features();
      featureColumns = ofChunk.columns();
      for (int e = ofChunk.pointers()[i]; e < ofChunk.pointers()[i + 1]; e++) {
        featureIndices.add(ofChunk.indices()[e]);
        featureValues.add(ofChunk.values()[e]);
      }
      featurePointers[row + 1] = featureIndices.size();
    }
    this.columns = ends.toArray();
    this.weights = weightList.toArray();
    this.relations = seesRelations ? ofRelations.build(count, relationCount) : null;
    this.numbered = numbered(chunks, places);
    this.features =
        new SparseArrays(
            featureColumns, featurePointers, featureIndices.toArray(), featureValues.toArray());
  }

  private NumberedEdges[] numbered(BlockChunk[] chunks, Places places) {
    List<NumberedEdges> made = new ArrayList<>();
    for (int way = 0; way < 2; way++) {
      NumberedEdges.Builder all = null;
      for (BlockChunk chunk : chunks) {
        if (chunk != null && way < chunk.edges().length) {
          NumberedEdges ofPart = chunk.edges()[way];
          all = all == null ? new NumberedEdges.Builder(ofPart.width()) : all;
          for (int i = 0; i < chunk.nodes().length; i++) {
            for (int e = ofPart.pointers()[i]; e < ofPart.pointers()[i + 1]; e++) {
              all.add(places.of(chunk.nodes()[i]), places.of(ofPart.others()[e]), ofPart, e);
            }
          }
        }
      }
      if (all != null) {
        made.add(all.build(rows()));
      }
    }
    return made.toArray(NumberedEdges[]::new);
  }

  int number() {
    return number;
  }

  int rows() {
    return nodes.length;
  }

  int edges() {
    return columns.length
        + (relations == null ? 0 : relations.senders().length)
        + Arrays.stream(numbered).mapToInt(edges -> edges.others().length).sum();
  }

  /** About how many bytes it has, without networks. */
  long bytes() {
    long ofRelations = relations == null ? 0 : 12L * relations.senders().length;
    long ofNumbers = // of the edges, and once more by the other end and scaled
        Arrays.stream(numbered)
            .mapToLong(edges -> 36L * edges.others().length + 12L * edges.numbers().length)
            .sum();
    return 40L * rows()
        + 8L * columns.length
        + ofRelations
        + ofNumbers
        + 8L * features.indices().length;
  }

  /** The numbers of its nodes in the whole graph, by which they draw. */
  int[] nodes() {
    return nodes;
  }

  SparseArrays features() {
    return features;
  }

  int[] labels() {
    return labels;
  }

  int label(int row) {
    return labels[row];
  }

  byte role(int row) {
    return roles[row];
  }

  boolean isTarget(int row) {
    return levels[row] == targetLevel;
  }

  /** Rows that are targets, of all roles or of one. */
  int[] targets(byte... wanted) {
    return IntStream.range(0, rows())
        .filter(this::isTarget)
        .filter(
            row -> {
              boolean found = wanted.length == 0;
              for (byte role : wanted) {
                found |= roles[row] == role;
              }
              return found;
            })
        .toArray();
  }

  /** How many values a row has of what a part sent for its rows here. */
  int width(int part, float[] from) {
    return from.length / rowsOfPart[part].length;
  }

  /** Puts rows that come from a part into their places. */
  void place(int part, float[] from, float[] to) {
    int[] rows = rowsOfPart[part];
    int width = width(part, from);
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, i * width, to, rows[i] * width, width);
    }
  }

  /** The rows of an operator as far as the targets see them. */
  CsrMatrix operator(Propagation kind) {
    OperatorRows rows = new OperatorRows(rows(), columns.length + rows());
    for (int row = 0; row < rows(); row++) {
      if (levels[row] > 1) {
        addRow(kind, row, rows);
      }
      rows.endRow();
    }
    return rows.build(rows());
  }

  private void addRow(Propagation kind, int row, OperatorRows rows) {
    boolean loop = !kind.hasLoops();
    for (int e = pointers[row]; e < pointers[row + 1]; e++) {
      if (!loop && columns[e] > row) {
        rows.add(row, kind.loop(degrees[row]));
        loop = true;
      }
      double other = kind.other(degrees[columns[e]], sentDegrees[columns[e]]);
      double value = kind.value(weights[e], degrees[row], other);
      rows.add(columns[e], value * corrections[row]);
    }
    if (!loop) {
      rows.add(row, kind.loop(degrees[row]));
    }
  }

  /**
   * The edges with numbers that bring messages along edges, or against them, as far as the targets
   * see them. The mean over those kept stands for the mean over all.
   */
  EdgeAttributes edgeAttributes(EdgeTypes types, boolean against) {
    EdgeNumbers numbers = Objects.requireNonNull(types.numbers(), "edges have no numbers");
    return numbers.attributes(types, rows(), numbered[against ? 1 : 0], against);
  }

  /** Whether a network sees the numbers on edges. */
  boolean hasNumberedEdges() {
    return numbered.length > 0;
  }

  /**
   * The messages along relations as far as the targets see them. The mean over those kept stands
   * for the mean over all.
   */
  Messages messages(EdgeTypes types, List<String> wanted, List<String> inverses) {
    RelationRows seen = Objects.requireNonNull(relations, "no network sees relations");
    long[] keys = new long[seen.senders().length];
    Arrays.setAll(keys, seen::key);
    long[] all = RelationRows.distinct(keys);
    MessageOrder order = MessageOrder.of(types, wanted, inverses, all);
    int[] columnOf = new int[all.length];
    Arrays.fill(columnOf, -1);
    for (int m = 0; m < order.places().length; m++) {
      columnOf[order.places()[m]] = m;
    }
    OperatorRows mean = new OperatorRows(rows(), keys.length);
    for (int row = 0; row < rows(); row++) {
      addMeans(seen, row, keys, all, columnOf, mean);
      mean.endRow();
    }
    return order.messages(mean.build(order.senders().length));
  }

  private static void addMeans(
      RelationRows seen, int row, long[] keys, long[] all, int[] columnOf, OperatorRows mean) {
    int first = seen.pointers()[row];
    int end = seen.pointers()[row + 1];
    double[] received = new double[end - first];
    long[] byColumn = new long[end - first];
    int last;
    for (int e = first; e < end; e = last) {
      last = seen.endOfRelation(e, end);
      double sum = 0;
      for (int i = e; i < last; i++) {
        sum += seen.weights()[i];
      }
      for (int i = e; i < last; i++) {
        received[i - first] = sum;
        byColumn[i - first] = (long) columnOf[Arrays.binarySearch(all, keys[i])] << 32 | i;
      }
    }
    Arrays.sort(byColumn); // layers may ask for relations in another order
    for (long entry : byColumn) {
      if (entry >= 0) {
        int e = (int) entry;
        mean.add((int) (entry >>> 32), seen.weights()[e] / received[e - first]);
      }
    }
  }

  /**
   * Computes its share of a step, by networks that are made when first asked for.
   *
   * @param step what is asked
   * @param parameters of the network
   * @param given what the phase gave it
   * @param plans the networks
   * @param workers who computes; they do not change a bit
   */
  synchronized BlockStep.Share share(
      BlockStep step,
      float[][] parameters,
      float[][] given,
      StepTask.Networks plans,
      Workers workers) {
    if (rows() == 0) {
      return BlockStep.Share.NOTHING;
    }
    if (networks == null) {
      networks = new BlockNetworks(this, plans, workers);
    }
    return networks.share(step, parameters, given);
  }
}
