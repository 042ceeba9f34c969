package io.github.gmnn.spark.layout;

import io.github.gmnn.em.LabelAgreement;
import io.github.gmnn.internal.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Counts the edges between labelled nodes: a labelled node tells its label along its edges, and
 * labelled nodes that hear of it compare. What is sent is as much as labelled nodes have edges.
 */
public final class LabelPairs {
  private LabelPairs() {}

  /** Returns how far the labels of neighbours agree, as on one machine. */
  public static LabelAgreement agreement(PartitionedGraph graph) {
    int classes = graph.classes().size();
    JavaPairRDD<Integer, int[]> told =
        graph
            .parts()
            .flatMapToPair(part -> told(part).iterator())
            .partitionBy(new NumberPartitioner(graph.partCount()));
    long[] counts =
        graph
            .parts()
            .zipPartitions(
                told,
                (parts, heard) -> {
                  List<long[]> one = new ArrayList<>();
                  one.add(counts(parts.next(), heard, classes));
                  return one.iterator();
                })
            .reduce(LabelPairs::sum);
    return LabelAgreement.of(counts[classes], Arrays.copyOf(counts, classes), graph.isOneWay());
  }

  /** By part: rows there, each with the label of a neighbour here. */
  private static List<Tuple2<Integer, int[]>> told(Part part) {
    IntList[] byPart = new IntList[part.parts()];
    Arrays.setAll(byPart, to -> new IntList());
    part.forEachEntry(
        (row, other) -> {
          if (part.vertices().roles()[row] != Role.UNLABELLED) {
            byPart[other % part.parts()].add(other / part.parts());
            byPart[other % part.parts()].add(part.vertices().labels()[row]);
          }
        });
    List<Tuple2<Integer, int[]>> told = new ArrayList<>();
    for (int to = 0; to < byPart.length; to++) {
      told.add(new Tuple2<>(to, byPart[to].toArray()));
    }
    return told;
  }

  /** By class: the ends of entries between labelled nodes; then how many labels are equal. */
  private static long[] counts(Part part, Iterator<Tuple2<Integer, int[]>> heard, int classes) {
    long[] counts = new long[classes + 1];
    while (heard.hasNext()) {
      int[] pairs = heard.next()._2;
      for (int i = 0; i < pairs.length; i += 2) {
        int label = part.vertices().labels()[pairs[i]];
        if (part.vertices().roles()[pairs[i]] != Role.UNLABELLED) {
          counts[label]++;
          counts[pairs[i + 1]]++;
          counts[classes] += label == pairs[i + 1] ? 1 : 0;
        }
      }
    }
    return counts;
  }

  private static long[] sum(long[] some, long[] others) {
    long[] sums = new long[some.length];
    Arrays.setAll(sums, i -> some[i] + others[i]);
    return sums;
  }
}
