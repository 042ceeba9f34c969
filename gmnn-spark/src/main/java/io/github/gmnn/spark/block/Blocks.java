package io.github.gmnn.spark.block;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.spark.layout.NeighborSampling;
import io.github.gmnn.spark.layout.NumberPartitioner;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.Role;
import io.github.gmnn.spark.layout.SparseArrays;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The blocks of a fit, spread over the executors. Which targets there are, which block has them and
 * which neighbours are seen depend on the seed and the nodes' numbers, not on parts.
 */
public final class Blocks implements AutoCloseable {
  private static final int[] NONE = {};

  private final PartitionedGraph graph;
  private final int count;
  private final JavaRDD<HopLevels[]> levels;
  private final JavaRDD<Block> blocks;
  private final long sampled;

  /** The blocks again, where they are so small that steps are run on the driver. */
  private @Nullable List<Block> onDriver;

  private Blocks(
      PartitionedGraph graph,
      int count,
      JavaRDD<HopLevels[]> levels,
      JavaRDD<Block> blocks,
      long sampled) {
    this.graph = graph;
    this.count = count;
    this.levels = levels;
    this.blocks = blocks;
    this.sampled = sampled;
  }

  /**
   * Takes the blocks to the driver if they are small, so that a step needs no job.
   *
   * @param most bytes that the driver spares
   * @param bytesPerRow what networks need for a row of a block
   */
  public void toDriver(long most, long bytesPerRow) {
    if (most > 0
        && blocks.map(block -> block.bytes() + bytesPerRow * block.rows()).reduce(Long::sum)
            <= most) {
      onDriver = blocks.collect();
    }
  }

  /**
   * What runs the steps of a phase.
   *
   * @param networks the networks of the fit
   * @param given what the phase gives the blocks, an entry each; null for nothing
   * @param classes how many classes there are
   * @param workers of the driver
   */
  public BlockSteps steps(
      Broadcast<StepTask.Networks> networks,
      @Nullable JavaRDD<float[][]> given,
      int classes,
      Workers workers) {
    if (onDriver != null) {
      List<float[][]> collected =
          given == null ? Collections.nCopies(count, new float[0][]) : given.collect();
      return new DriverSteps(onDriver, collected, networks.value(), classes, workers);
    }
    JavaRDD<Tuple2<Block, float[][]>> pairs =
        given == null
            ? blocks.map(block -> new Tuple2<>(block, new float[0][]))
            : blocks.zip(given).map(pair -> pair);
    return (step, parameters) -> {
      Broadcast<float[][]> sent = graph.context().broadcast(parameters);
      BlockSum sum = BlockSum.of(pairs, new StepTask(step, sent, networks), count, classes);
      sent.destroy(false);
      return sum;
    };
  }

  /**
   * Makes the blocks.
   *
   * @param graph the graph
   * @param count how many blocks
   * @param receptiveField how much of the graph the networks see
   * @param share the share of the unlabelled nodes that are targets
   * @param sampling which neighbours are seen
   * @param hops what features are propagated by beforehand, if they are
   * @param seed of the sample
   */
  public static Blocks of(
      PartitionedGraph graph,
      int count,
      ReceptiveField receptiveField,
      double share,
      NeighborSampling sampling,
      Optional<DecoupledConvLayer.Hops> hops,
      long seed) {
    List<JavaRDD<?>> made = new ArrayList<>();
    try {
      return make(graph, count, receptiveField, share, sampling, hops, seed, made);
    } catch (Exception e) { // Spark's own is a checked one, of which its methods say nothing
      made.forEach(JavaRDD::unpersist);
      throw e;
    }
  }

  /** Adds to {@code made} what the executors keep. */
  private static Blocks make(
      PartitionedGraph graph,
      int count,
      ReceptiveField receptiveField,
      double share,
      NeighborSampling sampling,
      Optional<DecoupledConvLayer.Hops> hops,
      long seed,
      List<JavaRDD<?>> made) {
    RandomStream root = RandomStream.of(seed);
    long blockKey = root.derive("blocks").key();
    byte targetLevel = (byte) (receptiveField.depth() + 1);
    JavaRDD<HopLevels[]> levels =
        kept(
            graph.parts().map(part -> targets(part, count, targetLevel, share, seed, blockKey)),
            made);
    long sampled =
        graph.parts().zip(levels).map(pair -> sampled(pair._1, pair._2)).reduce(Long::sum);
    for (byte level = targetLevel; level > 1; level--) {
      levels = kept(expanded(graph, levels, count, level, receptiveField, sampling), made);
    }
    int parts = graph.partCount();
    JavaRDD<SparseArrays> features =
        hops.isPresent()
            ? PropagatedFeatures.of(graph, hops.get(), levels)
            : graph.parts().map(part -> part.vertices().features());
    JavaPairRDD<Integer, BlockChunk> chunks =
        graph
            .parts()
            .zip(levels)
            .zip(features)
            .flatMapToPair(
                all -> chunks(all._1._1, all._1._2, all._2, receptiveField, sampling).iterator());
    JavaRDD<Block> blocks =
        kept(
            chunks
                .partitionBy(new NumberPartitioner(count))
                .mapPartitions(
                    received ->
                        List.of(
                                new Block(
                                    TaskContext.getPartitionId(),
                                    parts,
                                    targetLevel,
                                    values(received)))
                            .iterator(),
                    true),
            made);
    blocks.count();
    features.unpersist();
    made.removeAll(List.of(levels, blocks));
    made.forEach(JavaRDD::unpersist);
    return new Blocks(graph, count, levels, blocks, sampled);
  }

  private static <T> JavaRDD<T> kept(JavaRDD<T> rows, List<JavaRDD<?>> made) {
    made.add(rows);
    return rows.persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static Iterator<BlockChunk> values(Iterator<Tuple2<Integer, BlockChunk>> pairs) {
    List<BlockChunk> values = new ArrayList<>();
    pairs.forEachRemaining(pair -> values.add(pair._2));
    return values.iterator();
  }

  /** All labelled nodes and a sample of the others, each in the block that its number says. */
  private static HopLevels[] targets(
      Part part, int count, byte level, double share, long seed, long blockKey) {
    RandomStream random = RandomStream.of(seed).derive("targets");
    IntList[] rows = new IntList[count];
    for (int b = 0; b < count; b++) {
      rows[b] = new IntList();
    }
    for (int row = 0; row < part.nodes(); row++) {
      int node = part.numberOf(row);
      if (part.vertices().roles()[row] != Role.UNLABELLED || random.uniform(node) < share) {
        rows[blockOf(node, count, blockKey)].add(row);
      }
    }
    HopLevels[] levels = new HopLevels[count];
    for (int b = 0; b < count; b++) {
      levels[b] = HopLevels.none().with(rows[b].toArray(), level);
    }
    return levels;
  }

  private static int blockOf(int node, int count, long key) {
    return (int) Math.floorMod(RandomStream.mix(key + node * RandomStream.GOLDEN), (long) count);
  }

  private static long sampled(Part part, HopLevels[] targets) {
    long sampled = 0;
    for (HopLevels ofBlock : targets) {
      for (int row : ofBlock.rows()) {
        sampled += part.vertices().roles()[row] == Role.UNLABELLED ? 1 : 0;
      }
    }
    return sampled;
  }

  /** Adds the neighbours of all rows of a level, on the level below. */
  private static JavaRDD<HopLevels[]> expanded(
      PartitionedGraph graph,
      JavaRDD<HopLevels[]> levels,
      int count,
      byte level,
      ReceptiveField receptiveField,
      NeighborSampling sampling) {
    JavaPairRDD<Integer, int[][]> asked =
        graph
            .parts()
            .zip(levels)
            .flatMapToPair(
                pair -> asked(pair._1, pair._2, level, receptiveField, sampling).iterator())
            .partitionBy(new NumberPartitioner(graph.partCount()));
    return levels.zipPartitions(
        asked,
        (own, received) -> {
          HopLevels[] before = own.next();
          IntList[] added = new IntList[count];
          for (int b = 0; b < count; b++) {
            added[b] = new IntList();
          }
          while (received.hasNext()) {
            int[][] rows = received.next()._2;
            for (int b = 0; b < count; b++) {
              for (int row : rows[b]) {
                if (!before[b].has(row)) {
                  added[b].add(row);
                }
              }
            }
          }
          HopLevels[] after = new HopLevels[count];
          for (int b = 0; b < count; b++) {
            after[b] = before[b].with(added[b].distinct(), (byte) (level - 1));
          }
          List<HopLevels[]> one = new ArrayList<>();
          one.add(after);
          return one.iterator();
        });
  }

  /** By part and block: the rows that are neighbours of a level. */
  private static List<Tuple2<Integer, int[][]>> asked(
      Part part,
      HopLevels[] levels,
      byte level,
      ReceptiveField receptiveField,
      NeighborSampling sampling) {
    int[][][] byPart = new int[part.parts()][levels.length][];
    for (int b = 0; b < levels.length; b++) {
      IntList[] rows = new IntList[part.parts()];
      for (int to = 0; to < rows.length; to++) {
        rows[to] = new IntList();
      }
      for (int i = 0; i < levels[b].rows().length; i++) {
        if (levels[b].levels()[i] == level) {
          int row = levels[b].rows()[i];
          for (int edge : receptiveField.graph() ? sampling.kept(part, row) : NONE) {
            int node = part.neighbor(edge);
            rows[node % part.parts()].add(node / part.parts());
          }
          for (int entry :
              receptiveField.relations() ? sampling.keptOfRelations(part, row) : NONE) {
            int node = part.typedEdges().rows().senders()[entry];
            rows[node % part.parts()].add(node / part.parts());
          }
          for (int way = 0; receptiveField.edges() && way < part.numberedEdges().ways(); way++) {
            for (int edge : sampling.keptOfEdges(part, row, way)) {
              int node = part.numberedEdges().other(way, edge);
              rows[node % part.parts()].add(node / part.parts());
            }
          }
        }
      }
      for (int to = 0; to < rows.length; to++) {
        byPart[to][b] = rows[to].distinct();
      }
    }
    List<Tuple2<Integer, int[][]>> asked = new ArrayList<>();
    for (int to = 0; to < byPart.length; to++) {
      asked.add(new Tuple2<>(to, byPart[to]));
    }
    return asked;
  }

  private static List<Tuple2<Integer, BlockChunk>> chunks(
      Part part,
      HopLevels[] levels,
      SparseArrays features,
      ReceptiveField receptiveField,
      NeighborSampling sampling) {
    List<Tuple2<Integer, BlockChunk>> chunks = new ArrayList<>();
    for (int b = 0; b < levels.length; b++) {
      if (levels[b].rows().length > 0) {
        chunks.add(
            new Tuple2<>(b, BlockChunk.of(part, levels[b], features, receptiveField, sampling)));
      }
    }
    return chunks;
  }

  public int count() {
    return count;
  }

  public JavaRDD<Block> blocks() {
    return blocks;
  }

  /** How many targets were drawn to stand for all that have no label. */
  public long sampled() {
    return sampled;
  }

  /** How many rows and edges the blocks have in all. */
  long[] sizes() {
    return blocks
        .map(block -> new long[] {block.rows(), block.edges()})
        .reduce((a, b) -> new long[] {a[0] + b[0], a[1] + b[1]});
  }

  /**
   * Brings values of all nodes to the blocks that have them.
   *
   * @param values several matrices of the part's nodes, an entry per part
   * @return the same for the blocks' rows, an entry per block, kept until it is unpersisted
   */
  public JavaRDD<float[][]> collect(JavaRDD<float[][]> values) {
    JavaPairRDD<Integer, Tuple2<Integer, float[][]>> sent =
        graph
            .parts()
            .zip(levels)
            .zip(values)
            .flatMapToPair(all -> sent(all._1._1, all._1._2, all._2).iterator())
            .partitionBy(new NumberPartitioner(count));
    JavaRDD<float[][]> collected =
        blocks
            .zipPartitions(
                sent,
                (own, received) -> {
                  Block block = own.next();
                  float[][] rows = null;
                  while (received.hasNext()) {
                    Tuple2<Integer, float[][]> parcel = received.next()._2;
                    if (rows == null) {
                      rows = new float[parcel._2.length][];
                    }
                    for (int m = 0; m < rows.length; m++) {
                      if (rows[m] == null) {
                        rows[m] = new float[block.rows() * block.width(parcel._1, parcel._2[m])];
                      }
                      block.place(parcel._1, parcel._2[m], rows[m]);
                    }
                  }
                  List<float[][]> one = new ArrayList<>();
                  one.add(rows == null ? new float[0][] : rows);
                  return one.iterator();
                })
            .persist(StorageLevel.MEMORY_AND_DISK());
    collected.count();
    return collected;
  }

  private static List<Tuple2<Integer, Tuple2<Integer, float[][]>>> sent(
      Part part, HopLevels[] levels, float[][] values) {
    List<Tuple2<Integer, Tuple2<Integer, float[][]>>> sent = new ArrayList<>();
    for (int b = 0; b < levels.length; b++) {
      int[] rows = levels[b].rows();
      if (rows.length == 0) {
        continue;
      }
      float[][] cut = new float[values.length][];
      for (int m = 0; m < values.length; m++) {
        int width = values[m].length / part.nodes();
        cut[m] = new float[rows.length * width];
        for (int i = 0; i < rows.length; i++) {
          System.arraycopy(values[m], rows[i] * width, cut[m], i * width, width);
        }
      }
      sent.add(new Tuple2<>(b, new Tuple2<>(part.number(), cut)));
    }
    return sent;
  }

  @Override
  public void close() {
    blocks.unpersist();
    levels.unpersist();
  }
}
