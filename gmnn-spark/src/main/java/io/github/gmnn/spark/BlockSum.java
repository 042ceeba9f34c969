package io.github.gmnn.spark;

import io.github.gmnn.network.Gradient;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Sums the shares of blocks in an order that depends on their number alone: one after the other on
 * the driver, and where there are many, groups of neighbouring blocks on executors before.
 */
final class BlockSum {
  /** So many shares come to the driver as they are. */
  private static final int FEW = 32;

  final @Nullable Gradient gradient;
  final Votes votes;

  private BlockSum(@Nullable Gradient gradient, Votes votes) {
    this.gradient = gradient;
    this.votes = votes;
  }

  static BlockSum of(JavaRDD<Step.Share> shares, int blocks, int classes) {
    List<Step.Share> collected =
        blocks <= FEW ? shares.collect() : grouped(shares, blocks).collect();
    Gradient sum = null;
    Votes votes = new Votes(classes);
    for (Step.Share share : collected) {
      if (share.gradient() != null) {
        if (sum == null) {
          sum = new Gradient(share.gradient().length);
        }
        sum.add(share.gradient(), share.loss(), share.weight());
      }
      if (share.counts() != null) {
        votes.add(share.counts());
      }
    }
    return new BlockSum(sum, votes);
  }

  private static JavaRDD<Step.Share> grouped(JavaRDD<Step.Share> shares, int blocks) {
    int size = (int) Math.ceil(Math.sqrt(blocks));
    int groups = (blocks + size - 1) / size;
    JavaPairRDD<Integer, Tuple2<Integer, Step.Share>> addressed =
        shares
            .mapPartitionsWithIndex(
                (block, one) ->
                    List.of(new Tuple2<>(block / size, new Tuple2<>(block % size, one.next())))
                        .iterator(),
                true)
            .mapToPair(pair -> pair)
            .partitionBy(new ByNumber(groups));
    return addressed.mapPartitions(received -> List.of(sum(received, size)).iterator());
  }

  private static Step.Share sum(
      Iterator<Tuple2<Integer, Tuple2<Integer, Step.Share>>> received, int size) {
    List<Step.Share> inOrder = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      inOrder.add(new Step.Share(null, 0, 0, null));
    }
    received.forEachRemaining(pair -> inOrder.set(pair._2._1, pair._2._2));
    Gradient sum = null;
    long[] counts = null;
    for (Step.Share share : inOrder) {
      if (share.gradient() != null) {
        if (sum == null) {
          sum = new Gradient(share.gradient().length);
        }
        sum.add(share.gradient(), share.loss(), share.weight());
      }
      if (share.counts() != null) {
        counts = counts == null ? new long[share.counts().length] : counts;
        for (int i = 0; i < counts.length; i++) {
          counts[i] += share.counts()[i];
        }
      }
    }
    return new Step.Share(
        sum == null ? null : sum.values(),
        sum == null ? 0 : sum.loss(),
        sum == null ? 0 : sum.weight(),
        counts);
  }
}
