package io.github.gmnn.spark;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.sparse.Hops;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The blocks of a fit, spread over the executors. Which targets there are, which block has them and
 * which neighbours are seen depend on the seed and the nodes' numbers, not on parts.
 */
final class Blocks implements AutoCloseable {
  private static final int[] NONE = {};

  private final PartitionedGraph graph;
  private final int count;
  private final JavaRDD<Levels[]> levels;
  private final JavaRDD<Block> blocks;
  private final long sampled;

  private Blocks(
      PartitionedGraph graph,
      int count,
      JavaRDD<Levels[]> levels,
      JavaRDD<Block> blocks,
      long sampled) {
    this.graph = graph;
    this.count = count;
    this.levels = levels;
    this.blocks = blocks;
    this.sampled = sampled;
  }

  /**
   * Makes the blocks.
   *
   * @param graph the graph
   * @param count how many blocks
   * @param sight how much of the graph the networks see
   * @param share the share of the unlabelled nodes that are targets
   * @param neighbours which neighbours are seen
   * @param hops what features are propagated by beforehand, if they are
   * @param seed of the sample
   */
  static Blocks of(
      PartitionedGraph graph,
      int count,
      Sight sight,
      double share,
      Neighbours neighbours,
      Optional<Hops> hops,
      long seed) {
    List<JavaRDD<?>> made = new ArrayList<>();
    try {
      return make(graph, count, sight, share, neighbours, hops, seed, made);
    } catch (Exception e) { // Spark's own is a checked one, of which its methods say nothing
      made.forEach(JavaRDD::unpersist);
      throw e;
    }
  }

  /** Adds to {@code made} what the executors keep. */
  private static Blocks make(
      PartitionedGraph graph,
      int count,
      Sight sight,
      double share,
      Neighbours neighbours,
      Optional<Hops> hops,
      long seed,
      List<JavaRDD<?>> made) {
    RandomStream root = RandomStream.of(seed);
    long blockKey = root.derive("blocks").key();
    byte targetLevel = (byte) (sight.depth() + 1);
    JavaRDD<Levels[]> levels =
        kept(
            graph.parts().map(part -> targets(part, count, targetLevel, share, seed, blockKey)),
            made);
    long sampled =
        graph.parts().zip(levels).map(pair -> sampled(pair._1, pair._2)).reduce(Long::sum);
    for (byte level = targetLevel; level > 1; level--) {
      levels = kept(expanded(graph, levels, count, level, sight, neighbours), made);
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
                all -> chunks(all._1._1, all._1._2, all._2, sight, neighbours).iterator());
    JavaRDD<Block> blocks =
        kept(
            chunks
                .partitionBy(new ByNumber(count))
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
  private static Levels[] targets(
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
    Levels[] levels = new Levels[count];
    for (int b = 0; b < count; b++) {
      levels[b] = Levels.none().with(rows[b].toArray(), level);
    }
    return levels;
  }

  private static int blockOf(int node, int count, long key) {
    return (int) Math.floorMod(RandomStream.mix(key + node * RandomStream.GOLDEN), (long) count);
  }

  private static long sampled(Part part, Levels[] targets) {
    long sampled = 0;
    for (Levels ofBlock : targets) {
      for (int row : ofBlock.rows()) {
        sampled += part.vertices().roles()[row] == Role.UNLABELLED ? 1 : 0;
      }
    }
    return sampled;
  }

  /** Adds the neighbours of all rows of a level, on the level below. */
  private static JavaRDD<Levels[]> expanded(
      PartitionedGraph graph,
      JavaRDD<Levels[]> levels,
      int count,
      byte level,
      Sight sight,
      Neighbours neighbours) {
    JavaPairRDD<Integer, int[][]> asked =
        graph
            .parts()
            .zip(levels)
            .flatMapToPair(pair -> asked(pair._1, pair._2, level, sight, neighbours).iterator())
            .partitionBy(new ByNumber(graph.partCount()));
    return levels.zipPartitions(
        asked,
        (own, received) -> {
          Levels[] before = own.next();
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
          Levels[] after = new Levels[count];
          for (int b = 0; b < count; b++) {
            after[b] = before[b].with(added[b].distinct(), (byte) (level - 1));
          }
          List<Levels[]> one = new ArrayList<>();
          one.add(after);
          return one.iterator();
        });
  }

  /** By part and block: the rows that are neighbours of a level. */
  private static List<Tuple2<Integer, int[][]>> asked(
      Part part, Levels[] levels, byte level, Sight sight, Neighbours neighbours) {
    int[][][] byPart = new int[part.parts()][levels.length][];
    for (int b = 0; b < levels.length; b++) {
      IntList[] rows = new IntList[part.parts()];
      for (int to = 0; to < rows.length; to++) {
        rows[to] = new IntList();
      }
      for (int i = 0; i < levels[b].rows().length; i++) {
        if (levels[b].levels()[i] == level) {
          int row = levels[b].rows()[i];
          for (int edge : sight.graph() ? neighbours.kept(part, row) : NONE) {
            int node = part.neighbour(edge);
            rows[node % part.parts()].add(node / part.parts());
          }
          for (int entry : sight.relations() ? neighbours.keptOfRelations(part, row) : NONE) {
            int node = part.typedEdges().rows().senders()[entry];
            rows[node % part.parts()].add(node / part.parts());
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
      Part part, Levels[] levels, SparseArrays features, Sight sight, Neighbours neighbours) {
    List<Tuple2<Integer, BlockChunk>> chunks = new ArrayList<>();
    for (int b = 0; b < levels.length; b++) {
      if (levels[b].rows().length > 0) {
        chunks.add(new Tuple2<>(b, BlockChunk.of(part, levels[b], features, sight, neighbours)));
      }
    }
    return chunks;
  }

  int count() {
    return count;
  }

  JavaRDD<Block> blocks() {
    return blocks;
  }

  /** How many targets were drawn to stand for all that have no label. */
  long sampled() {
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
  JavaRDD<float[][]> collect(JavaRDD<float[][]> values) {
    JavaPairRDD<Integer, Tuple2<Integer, float[][]>> sent =
        graph
            .parts()
            .zip(levels)
            .zip(values)
            .flatMapToPair(all -> sent(all._1._1, all._1._2, all._2).iterator())
            .partitionBy(new ByNumber(count));
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
      Part part, Levels[] levels, float[][] values) {
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
