package io.github.gmnn.spark.block;

import io.github.gmnn.network.internal.Gradient;
import io.github.gmnn.spark.layout.NumberPartitioner;
import io.github.gmnn.spark.layout.ValidationRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Sums the shares of blocks in an order that depends on their number alone: one after the other on
 * the driver, and where there are many, groups of neighbouring blocks on executors before.
 */
public final class BlockSum {
  /** So many shares come to the driver as they are. */
  private static final int FEW = 32;

  public final @Nullable Gradient gradient;
  public final ConfusionCounts counts;

  /** Logits of the validation nodes that are traced, by their numbers. */
  public final ValidationRows traced;

  BlockSum(List<BlockStep.Share> shares, int classes) {
    Gradient sum = null;
    this.counts = new ConfusionCounts(classes);
    List<ValidationRows> pieces = new ArrayList<>();
    for (BlockStep.Share share : shares) {
      if (share.gradient() != null) {
        if (sum == null) {
          sum = new Gradient(share.gradient().length);
        }
        sum.add(share.gradient(), share.loss(), share.weight());
      }
      if (share.counts() != null) {
        counts.add(share.counts());
      }
      if (share.traced() != null) {
        pieces.add(share.traced());
      }
    }
    this.gradient = sum;
    this.traced = ValidationRows.joined(pieces);
  }

  private BlockStep.Share share() {
    return new BlockStep.Share(
        gradient == null ? null : gradient.values(),
        gradient == null ? 0 : gradient.loss(),
        gradient == null ? 0 : gradient.weight(),
        counts,
        traced);
  }

  /**
   * Runs a step on all blocks.
   *
   * @param given the blocks, each with what the phase gave it
   * @param task the step
   * @param blocks how many there are
   * @param classes how many classes there are
   */
  static BlockSum of(
      JavaRDD<Tuple2<Block, float[][]>> given, StepTask task, int blocks, int classes) {
    List<BlockStep.Share> collected =
        blocks <= FEW ? shares(given, task) : grouped(given, task, blocks, classes).collect();
    return new BlockSum(collected, classes);
  }

  /** By number of block. */
  private static List<BlockStep.Share> shares(
      JavaRDD<Tuple2<Block, float[][]>> given, StepTask task) {
    ClassTag<BlockStep.Share> type = ClassTag$.MODULE$.apply(BlockStep.Share.class);
    return Arrays.asList((BlockStep.Share[]) given.context().runJob(given.rdd(), task, type));
  }

  private static JavaRDD<BlockStep.Share> grouped(
      JavaRDD<Tuple2<Block, float[][]>> given, StepTask task, int blocks, int classes) {
    int size = (int) Math.ceil(Math.sqrt(blocks));
    int groups = (blocks + size - 1) / size;
    JavaPairRDD<Integer, Tuple2<Integer, BlockStep.Share>> addressed =
        given
            .mapPartitionsWithIndex(
                (block, one) -> {
                  BlockStep.Share share =
                      task.apply(TaskContext.get(), CollectionConverters.asScala(one));
                  return List.of(new Tuple2<>(block / size, new Tuple2<>(block % size, share)))
                      .iterator();
                },
                true)
            .mapToPair(pair -> pair)
            .partitionBy(new NumberPartitioner(groups));
    return addressed.mapPartitions(received -> List.of(sum(received, size, classes)).iterator());
  }

  private static BlockStep.Share sum(
      Iterator<Tuple2<Integer, Tuple2<Integer, BlockStep.Share>>> received, int size, int classes) {
    List<BlockStep.Share> inOrder = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      inOrder.add(BlockStep.Share.NOTHING);
    }
    received.forEachRemaining(pair -> inOrder.set(pair._2._1, pair._2._2));
    return new BlockSum(inOrder, classes).share();
  }
}
